/** Text files are modules of the Worker (wrangler.toml; .txt by wrangler's default rules). */
declare module "*.txt" {
  const text: string;
  export default text;
}
declare module "*.md" {
  const text: string;
  export default text;
}
