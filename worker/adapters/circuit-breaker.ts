/**
 * Stops calls to a service that keeps failing, so that nobody waits for it: after some failures in a row no call is made
 * for a while, then one at a time tries again. Kept per isolate, which needs no storage: each isolate finds out by itself.
 * Not Cockatiel, whose other callers wait for the call that tries again: in a Worker no request can wait for another's.
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
    if (this.isPaused(now)) return false;
    this.#openUntil = now + this.#pauseMs;
    return true;
  }

  /** Whether no call is made now. Unlike `admits`, asking changes nothing. */
  isPaused(now: number): boolean {
    const left = this.#openUntil - now;
    // A clock that was set back must not lengthen the pause.
    return this.#failures >= this.#failuresMax && left > 0 && left <= this.#pauseMs;
  }

  succeeded(): void {
    this.#failures = 0;
  }

  failed(now: number): void {
    this.#failures++;
    if (this.#failures >= this.#failuresMax) this.#openUntil = now + this.#pauseMs;
  }
}
