/** Everything asked about one's own blocks. */
export const BLOCKS_KEY = ["blocks"] as const;
