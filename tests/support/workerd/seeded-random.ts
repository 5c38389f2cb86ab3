/** Reproducible random numbers: the same seed gives the same sequence. */

export interface RandomSource {
  /** Returns an integer with 0 ≤ n < limit. */
  below: (limit: number) => number;
  pick: <T>(from: readonly T[]) => T;
  shuffle: <T>(list: T[]) => T[];
}

/** Returns a Mulberry32 generator. */
export function createRandom(seed: number): RandomSource {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    pick: <T>(from: readonly T[]) => from[below(from.length)] as T,
    shuffle: <T>(list: T[]) => {
      for (let i = list.length - 1; i > 0; i--) {
        const j = below(i + 1);
        [list[i], list[j]] = [list[j] as T, list[i] as T];
      }
      return list;
    },
  };
}
