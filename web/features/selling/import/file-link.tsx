import { Download } from "lucide-react";
import { Button } from "../../../ui/button.tsx";

/** Downloads a file under the name the server gives it. A plain link would be handled by the router. */
export function FileLink({ href, children }: { href: string; children: string }) {
  return (
    <Button variant="secondary" icon={<Download className="size-4.5" />} onClick={() => download(href, "")}>
      {children}
    </Button>
  );
}

/** Downloads a URL under the given name, or the server's name if it is empty. */
export function download(href: string, name: string): void {
  const link = document.createElement("a");
  link.href = href;
  link.download = name;
  link.click();
}
