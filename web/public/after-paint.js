// Loads the scripts of a server-rendered page after its first paint (worker/features/site/pages/html.ts), because on a
// connection without request priorities scripts and photos would compete. The script is deferred, so the document is
// complete. A hidden tab paints no frames, so it loads the scripts at once. Browsers cache this file for an hour:
// changing its protocol needs a new file name.
(() => {
  const askForCode = () => {
    for (const tag of document.querySelectorAll('link[rel="after-paint"], script[type="after-paint"]')) {
      if (tag instanceof HTMLLinkElement) {
        tag.rel = "modulepreload";
        continue;
      }
      // A tag whose type was not executable when parsed never runs, so replace it.
      const script = document.createElement("script");
      for (const { name, value } of tag.attributes) script.setAttribute(name, value);
      script.type = "module";
      tag.replaceWith(script);
    }
  };
  if (document.hidden) askForCode();
  else requestAnimationFrame(() => setTimeout(askForCode));
})();
