/** Tables of texts, as Vite imports them. */
declare module "*.tsv?raw" {
  const text: string;
  export default text;
}

/** Statements, as Vite imports them. */
declare module "*.sql?raw" {
  const text: string;
  export default text;
}
