"""The laws for assistants: a server of the Model Context Protocol, over standard input and output.

:mod:`kb.mcp.answers` says what is answered, :mod:`kb.mcp.server` speaks the protocol; it alone knows the package that
does, which the extra ``mcp`` brings.
"""
