/**
 * Prefixed ids: `itm_…`, `ord_…`. The prefix identifies the kind of an id in logs and bug reports. Randomness is passed
 * in, so that rules and tests stay deterministic. 20 characters of base 32 carry 100 bits.
 */
export type IdPrefix =
  | "acc"
  | "itm"
  | "bdl"
  | "ord"
  | "txn"
  | "pcf"
  | "hld"
  | "lin"
  | "img"
  | "ses"
  | "mail"
  | "sup"
  | "apl"
  | "ofr"
  | "adv"
  | "ann"
  | "req"
  | "biz"
  | "rat"
  | "rep"
  | "blt"
  | "trd"
  | "cir"
  | "aud"
  | "ref"
  | "prm"
  | "pur"
  | "adj"
  | "neg"
  | "msg"
  | "qst"
  | "cnv"
  | "wsh"
  | "svs"
  | "agr"
  | "pof"
  | "gva"
  | "gve"
  | "ntf"
  | "psh"
  | "tpr"
  | "chg"
  | "msl"
  | "exp"
  | "sms"
  | "pky"
  | "set";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 20;

/** Any prefixed id, as accepted in paths and bodies. The `demo-*` items of an empty marketplace do not match (D3). */
export const ID_PATTERN = /^[a-z]{3,4}_[0-9a-z]{8,40}$/;

/** Creates an id from at least 20 random bytes. */
export function makeId(prefix: IdPrefix, randomBytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < LENGTH; i++) text += ALPHABET[(randomBytes[i] ?? 0) & 31];
  return `${prefix}_${text}`;
}
