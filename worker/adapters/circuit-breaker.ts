/**
 * Stops calls to a service that keeps failing, so that nobody waits for it: after some failures in a row no call is made
 * for a while, then one at a time tries again. Kept per isolate, which needs no storage: each isolate finds out by itself.
 */
export class CircuitBreaker {
  readonly #failuresMax: number;
  readonly #pauseMs: number;
  #failures = 0;
  #openUntil = 0;

  constructor({ failuresMax, pauseMs }: { failuresMax: number; pauseMs: number }) {
    this.#failuresMax = failuresMax;
    this.#pauseMs = pauseMs;
  }

  /** Whether to call now. After a pause only the first caller may, until it has reported back or the next pause is over. */
  admits(now: number): boolean {
    if (this.#failures < this.#failuresMax) return true;
    if (now < this.#openUntil) return false;
    this.#openUntil = now + this.#pauseMs;
    return true;
  }

  succeeded(): void {
    this.#failures = 0;
  }

  failed(now: number): void {
    this.#failures++;
    if (this.#failures >= this.#failuresMax) this.#openUntil = now + this.#pauseMs;
  }
}
