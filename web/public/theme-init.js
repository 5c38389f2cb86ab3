// A press on a button that no code answers yet is kept for when it does (web/main.tsx), and so is a choice from a list: that one
// stands there to be seen, so nothing pressed afterwards takes it back.
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
      // The press has the list taken over, which puts its first choice back.
      target.click();
      target.value = value;
      target.dispatchEvent(new Event("change", { bubbles: true }));
    };
    document.early = choice = { click };
  });
})();
// A page whose code did not come answers nothing, and no browser asks again by itself: with the network, or at a press.
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
