/**
 * Seeded random numbers. Every step of a run has its own stream, so that leaving out a step does not change the others.
 */

export class Random {
  #state: number;

  constructor(seed: number, stream = 0) {
    this.#state = mix(mix(seed >>> 0) ^ Math.imul(stream + 1, 0x9e3779b1));
  }

  /** 0 ≤ n < below. */
  below(below: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    return Math.floor((mix(this.#state) / 2 ** 32) * below);
  }

  chance(percent: number): boolean {
    return this.below(1_000) < percent * 10;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }
}

export function mix(n: number): number {
  let x = Math.imul(n ^ (n >>> 15), n | 1);
  x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
  return (x ^ (x >>> 14)) >>> 0;
}
