import "./prose.css";

/** Renders the HTML of an announcement, for readers and in the editor's preview. */
export function Prose({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made by the server from a tree of its own list of elements, with each reading (D13)
  return <div className="announcement" dangerouslySetInnerHTML={{ __html: html }} />;
}
