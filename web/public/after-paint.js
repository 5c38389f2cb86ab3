// A page that comes drawn is seen before its code is asked for (worker/features/pages/html.ts): a line that knows nothing of
// priorities would divide itself between that and the photos. Deferred, so the whole document is there. In a tab that nobody
// looks at no frame is drawn, so nothing is waited for. Kept by browsers for an hour: another protocol is another file.
(() => {
  const askForCode = () => {
    for (const tag of document.querySelectorAll('link[rel="after-paint"], script[type="after-paint"]')) {
      if (tag instanceof HTMLLinkElement) {
        tag.rel = "modulepreload";
        continue;
      }
      // What was no script when it was read never becomes one.
      const script = document.createElement("script");
      for (const { name, value } of tag.attributes) script.setAttribute(name, value);
      script.type = "module";
      tag.replaceWith(script);
    }
  };
  if (document.hidden) askForCode();
  else requestAnimationFrame(() => setTimeout(askForCode));
})();
