import { Download } from "lucide-react";
import { Button } from "../../ui/button.tsx";

/** Fetches a file under the name the server gives it. A plain link would be taken for a page of the app. */
export function FileLink({ href, children }: { href: string; children: string }) {
  return (
    <Button
      variant="secondary"
      icon={<Download className="size-4.5" aria-hidden="true" />}
      onClick={() => download(href, "")}
    >
      {children}
    </Button>
  );
}

/** Saves what lies at an address, under this name or its own. */
export function download(href: string, name: string): void {
  const link = document.createElement("a");
  link.href = href;
  link.download = name;
  link.click();
}
