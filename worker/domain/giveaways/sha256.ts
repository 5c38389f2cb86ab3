/**
 * SHA-256 of an ASCII text, without I/O. The item's room makes the draw in one synchronous step, and WebCrypto is
 * asynchronous. The page that checks a draw uses WebCrypto instead, so the two check each other.
 */

/** First 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const K = constants(64, 1 / 3);
/** First 32 bits of the fractional parts of the square roots of the first 8 primes. */
const START = constants(8, 1 / 2);

/** Returns the digest in lower-case hex. */
export function sha256(text: string): string {
  const bytes = padded(text);
  const state = START.slice();
  const schedule = new Uint32Array(64);
  const view = new DataView(bytes.buffer);
  for (let offset = 0; offset < bytes.length; offset += 64) {
    for (let i = 0; i < 16; i++) schedule[i] = view.getUint32(offset + i * 4);
    for (let i = 16; i < 64; i++) {
      const a = at(schedule, i - 15);
      const b = at(schedule, i - 2);
      const small0 = rotated(a, 7) ^ rotated(a, 18) ^ (a >>> 3);
      const small1 = rotated(b, 17) ^ rotated(b, 19) ^ (b >>> 10);
      schedule[i] = at(schedule, i - 16) + small0 + at(schedule, i - 7) + small1;
    }
    mix(state, schedule);
  }
  return [...state].map((word) => word.toString(16).padStart(8, "0")).join("");
}

function mix(state: Uint32Array, schedule: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i++) {
    const large1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const t1 = (h + large1 + ((e & f) ^ (~e & g)) + at(K, i) + at(schedule, i)) | 0;
    const large0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const t2 = (large0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = at(state, i) + word;
}

/** Appends the bit 1, zeros, and the length in bits, up to a multiple of 64 bytes. */
function padded(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((text.length + 9) / 64) * 64);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 127) throw new Error("only ASCII texts are hashed");
    bytes[i] = code;
  }
  bytes[text.length] = 0x80;
  const bits = new DataView(bytes.buffer, bytes.length - 8);
  bits.setUint32(0, Math.floor(text.length / 2 ** 29));
  bits.setUint32(4, text.length * 8);
  return bytes;
}

const rotated = (word: number, by: number) => (word >>> by) | (word << (32 - by));

function at(words: Uint32Array, index: number): number {
  return words[index] ?? 0;
}

function constants(count: number, power: number): Uint32Array {
  const words: number[] = [];
  for (let n = 2; words.length < count; n++) {
    if (isPrime(n)) words.push(Math.floor((n ** power % 1) * 2 ** 32));
  }
  return Uint32Array.from(words);
}

function isPrime(n: number): boolean {
  for (let i = 2; i * i <= n; i++) if (n % i === 0) return false;
  return true;
}
