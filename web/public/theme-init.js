// Remembers a button press made before the page's code has loaded (web/main.tsx), and a choice from a list. The choice
// is visible, so later presses do not discard it.
(() => {
  let choice;
  document.addEventListener("click", (event) => {
    if (document.early === null || event.target.closest?.("select")) return;
    const button = event.target.closest?.("button") ?? undefined;
    const both = () => [choice, button].forEach((part) => void part.click());
    document.early = button && choice ? { click: both } : (button ?? choice);
  });
  document.addEventListener("change", ({ target }) => {
    if (document.early === null || target.tagName !== "SELECT") return;
    const { value } = target;
    const click = () => {
      // The click makes React hydrate the list, which restores its first option.
      target.click();
      target.value = value;
      target.dispatchEvent(new Event("change", { bubbles: true }));
    };
    document.early = choice = { click };
  });
})();
// If a script failed to load, the page stays inert and the browser does not retry: reload when the network is back, or
// at a press.
document.addEventListener(
  "error",
  (event) => {
    if (document.early === null || event.target.tagName !== "SCRIPT") return;
    const again = () => location.reload();
    addEventListener("online", again);
    document.addEventListener("click", ({ target }) => target.closest?.("button") && again());
  },
  true,
);

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
