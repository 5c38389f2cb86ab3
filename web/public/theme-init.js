// A press on a button that no code answers yet is kept for when it does (web/main.tsx).
document.addEventListener("click", (event) => {
  if (document.early !== null) document.early = event.target.closest?.("button") ?? undefined;
});

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

  // The colours staff chose for everybody: those the page brought, else those kept from the last visit. Nothing that could
  // be more than colours: no functions, no addresses.
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
