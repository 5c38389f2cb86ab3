import { StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { App } from "./app/app.tsx";
import { isDrawn } from "./lib/boot.ts";
import { queryClient } from "./lib/query-client.ts";
import { drawHere } from "./lib/use-hydrated.ts";
import "./ui/first.css";

const root = document.getElementById("root");
if (root) {
  const app = (
    <StrictMode>
      <BrowserRouter>
        <App client={queryClient} />
      </BrowserRouter>
    </StrictMode>
  );
  // A drawing that is not of today's replies gives way to one that is.
  if (isDrawn(root)) startTransition(() => void hydrateRoot(root, app));
  else {
    drawHere();
    createRoot(root).render(app);
  }
}
