/** Query key of everything about the viewer's own blocks. */
export const BLOCKS_KEY = ["blocks"] as const;
