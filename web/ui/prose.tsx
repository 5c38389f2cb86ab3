import "./prose.css";

/** Renders the HTML of an announcement, for readers and in the editor's preview. */
export function Prose({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server renders it from an allowlist of elements on every request (D13)
  return <div className="announcement" dangerouslySetInnerHTML={{ __html: html }} />;
}
