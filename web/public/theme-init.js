// Runs before the first paint, so that a dark page does not flash white.
(() => {
  var choice = null;
  try {
    choice = localStorage.getItem("goodstreet-theme");
  } catch {}
  if (choice !== "light" && choice !== "dark") {
    choice = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }
  document.documentElement.dataset.theme = choice;

  // The colours staff chose: those in the page, else those cached from the last visit. Accepts plain colours only, no
  // functions and no URLs.
  if (document.getElementById("marketplace-theme")) return;
  try {
    const css = JSON.parse(localStorage.getItem("marketplace-theme")).css;
    if (!/^[\w#:;{}[\]=-]+$/.test(css)) return;
    const style = document.createElement("style");
    style.id = "marketplace-theme";
    style.textContent = css;
    document.head.append(style);
  } catch {}
})();
