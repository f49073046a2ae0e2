// What the unfriendly page does by itself: it adds a sentence when it is asked to.
const more = document.getElementById("more");
more.addEventListener("click", () => {
  const sentence = document.createElement("p");
  sentence.textContent = more.dataset.sentence;
  document.getElementById("later").append(sentence);
});
