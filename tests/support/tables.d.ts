/** Tables of texts, as Vite imports them. */
declare module "*.tsv?raw" {
  const text: string;
  export default text;
}
