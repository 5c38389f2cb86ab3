// Runs before the first paint: a page that turns dark after it was white is a flash in the dark.
(() => {
  var choice = null;
  try {
    choice = localStorage.getItem("goodstreet-theme");
  } catch {}
  if (choice !== "light" && choice !== "dark") {
    choice = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }
  document.documentElement.dataset.theme = choice;
})();
