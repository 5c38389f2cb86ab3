/**
 * Layout of the grid: seven items and an ad block fill whole rows at two and four columns, and at three, where the
 * block is two columns wide. A full-width band follows each block.
 */

/** Items before an ad block. */
export const ROW_ITEMS = 7;
/** Items between two bands without ads: whole rows at two, three and four columns. */
const PLAIN_ITEMS = 12;

export type GridEntry =
  | { kind: "item"; index: number }
  /** The heading of the items further away. */
  | { kind: "further" }
  /** An ad block, after the seventh item of a row. */
  | { kind: "block"; row: number }
  /** A full-width section, after a full row. */
  | { kind: "band"; row: number };

interface GridExtras {
  /**
   * Whether there is an ad for the blocks. The first block is always shown: without an ad it invites to list an item.
   */
  blocks: boolean;
  band: (row: number) => boolean;
  /** Index of the first item further away, which begins a new row; null when all are listed together. */
  furtherFrom: number | null;
}

/** Returns the items, headings, ad blocks and bands of the grid in order. */
export function gridPlan(items: number, { blocks, band, furtherFrom }: GridExtras): GridEntry[] {
  const plan: GridEntry[] = [];
  let inRow = 0;
  let row = 0;
  for (let index = 0; index < items; index++) {
    if (index === furtherFrom) {
      plan.push({ kind: "further" });
      inRow = 0;
    }
    plan.push({ kind: "item", index });
    inRow++;
    const withBlock = row === 0 || blocks;
    if (inRow < (withBlock ? ROW_ITEMS : PLAIN_ITEMS)) continue;
    if (withBlock) plan.push({ kind: "block", row });
    if (band(row)) plan.push({ kind: "band", row });
    inRow = 0;
    row++;
  }
  return plan;
}
