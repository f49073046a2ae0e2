// A part of the pack, taken apart: its header, and its columns of bytes (webui/offline/parcel.py makes it).

const PARCEL_SIGN = "KBL1";

// The header of a part with its columns by name; an error where the bytes are no such part.
export function unboundParcel(buffer) {
  const bytes = new Uint8Array(buffer);
  if (String.fromCharCode(...bytes.subarray(0, 4)) !== PARCEL_SIGN) throw new Error("no part of a pack");
  const begins = 8 + new DataView(buffer).getUint32(4, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, begins)));
  const columns = {};
  let at = begins;
  for (const [name, size] of header.columns) {
    columns[name] = bytes.subarray(at, at + size);
    at += size;
  }
  return { header, columns };
}

// Reads a column of numbers: seven bits in each byte, the lowest first.
export function numberReader(column) {
  let at = 0;
  return () => {
    let number = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = column[at++];
      number += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return number;
    }
  };
}
