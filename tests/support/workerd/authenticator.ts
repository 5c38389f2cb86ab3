/** A passkey in software: makes and signs what a browser would send (WebAuthn with ES256, without attestation). */
import { base64url } from "jose";
import { ORIGIN } from "./accounts.ts";

type Cbor = number | string | Uint8Array | Map<number | string, Cbor>;

function head(major: number, n: number): number[] {
  if (n < 24) return [(major << 5) | n];
  return n < 256 ? [(major << 5) | 24, n] : [(major << 5) | 25, n >> 8, n & 255];
}

function cbor(value: Cbor): number[] {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return [...head(3, value.length), ...new TextEncoder().encode(value)];
  if (value instanceof Uint8Array) return [...head(2, value.length), ...value];
  return [...head(5, value.size), ...[...value].flatMap(([key, entry]) => [...cbor(key), ...cbor(entry)])];
}

/** Converts a signature of WebCrypto (r and s) to DER, as authenticators send it. */
function der(signature: Uint8Array): Uint8Array {
  const integer = (bytes: Uint8Array) => {
    const start = bytes.findIndex((byte) => byte !== 0);
    const digits = [...bytes.slice(start)];
    const positive = (digits[0] ?? 0) > 127 ? [0, ...digits] : digits;
    return [2, positive.length, ...positive];
  };
  const body = [...integer(signature.slice(0, 32)), ...integer(signature.slice(32))];
  return Uint8Array.from([48, body.length, ...body]);
}

const bytes = (text: string) => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
const sha256 = async (data: Uint8Array<ArrayBuffer>) => new Uint8Array(await crypto.subtle.digest("SHA-256", data));

const PRESENT = 1;
const VERIFIED = 4;
const HAS_KEY = 64;

export interface Options {
  challenge: string;
}

/** What an attacker or a broken authenticator sends instead. */
interface Changes {
  origin?: string;
  host?: string;
  /** Without it the user touched the key, but did not unlock it. */
  verified?: boolean;
  counter?: number;
  type?: string;
}

export class Authenticator {
  readonly id: string;
  readonly #keys: CryptoKeyPair;
  #counter = 0;
  #user: string | undefined;

  private constructor(id: string, keys: CryptoKeyPair) {
    this.id = id;
    this.#keys = keys;
  }

  static async create(): Promise<Authenticator> {
    const keys = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign", "verify"]);
    return new Authenticator(base64url.encode(crypto.getRandomValues(new Uint8Array(32))), keys as CryptoKeyPair);
  }

  async #data(flags: number, { host = "localhost", verified = true, counter }: Changes, rest: number[] = []) {
    const count = counter ?? ++this.#counter;
    const hash = await sha256(bytes(host));
    const all = PRESENT | (verified ? VERIFIED : 0) | flags;
    return Uint8Array.from([...hash, all, count >> 24, (count >> 16) & 255, (count >> 8) & 255, count & 255, ...rest]);
  }

  #client(type: string, { challenge }: Options, { origin = ORIGIN, ...changes }: Changes) {
    return bytes(JSON.stringify({ type: changes.type ?? type, challenge, origin, crossOrigin: false }));
  }

  #answer(response: Record<string, unknown>) {
    return { id: this.id, rawId: this.id, type: "public-key", response, clientExtensionResults: {} };
  }

  /** Answers `navigator.credentials.create`. */
  async register(options: Options & { user: { id: string } }, changes: Changes = {}) {
    this.#user = options.user.id;
    const raw = new Uint8Array((await crypto.subtle.exportKey("raw", this.#keys.publicKey)) as ArrayBuffer);
    const key: Cbor = new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, raw.slice(1, 33)],
      [-3, raw.slice(33)],
    ]);
    const id = base64url.decode(this.id);
    const credential = [...new Uint8Array(16), 0, id.length, ...id, ...cbor(key)];
    const attestation = cbor(
      new Map<string, Cbor>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", await this.#data(HAS_KEY, changes, credential)],
      ]),
    );
    return this.#answer({
      clientDataJSON: base64url.encode(this.#client("webauthn.create", options, changes)),
      attestationObject: base64url.encode(Uint8Array.from(attestation)),
      transports: ["internal"],
    });
  }

  /** Answers `navigator.credentials.get`. */
  async sign(options: Options, changes: Changes = {}) {
    const data = await this.#data(0, changes);
    const client = this.#client("webauthn.get", options, changes);
    const signed = Uint8Array.from([...data, ...(await sha256(client))]);
    const signature = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, this.#keys.privateKey, signed);
    return this.#answer({
      clientDataJSON: base64url.encode(client),
      authenticatorData: base64url.encode(data),
      signature: base64url.encode(der(new Uint8Array(signature))),
      ...(this.#user !== undefined && { userHandle: this.#user }),
    });
  }
}
