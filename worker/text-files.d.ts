/** Text files are modules of the Worker (wrangler's default rules). */
declare module "*.txt" {
  const text: string;
  export default text;
}
