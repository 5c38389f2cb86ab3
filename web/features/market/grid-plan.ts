/**
 * What stands where in the grid: seven items and an ad block fill whole rows at two and four columns, and at three,
 * where the block is two wide. After each such block comes a band as wide as the page.
 */

/** Items before an ad block. */
export const ROW_ITEMS = 7;
/** Items between two bands where no ad is running: whole rows at two, three and four columns. */
const PLAIN_ITEMS = 12;

export type GridEntry =
  | { kind: "item"; index: number }
  /** A block the size of a card, after a row's seventh item. */
  | { kind: "block"; row: number }
  /** Across the whole grid, after a full row. */
  | { kind: "band"; row: number };

interface Between {
  /** Whether an ad is there for the blocks. The first one always stands: without an ad it is ours. */
  blocks: boolean;
  /** Whether there is anything to show after this row. */
  band: (row: number) => boolean;
}

export function gridPlan(items: number, { blocks, band }: Between): GridEntry[] {
  const plan: GridEntry[] = [];
  let inRow = 0;
  let row = 0;
  for (let index = 0; index < items; index++) {
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
