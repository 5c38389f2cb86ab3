/** What a text says, as input of the content filter. The reader of all public texts undoes the disguises. */
import { cleaned, folded, latinised } from "../reader/characters.ts";
import { Phrases } from "../reader/phrases.ts";
import { Text } from "../reader/read-text.ts";

/** Words that people disguise when they want to be reached, or paid, elsewhere. */
const WORDS =
  `whatsapp whats telegram signal messenger facebook instagram insta snapchat discord viber wechat weixin skype kik tiktok
  phone mobile number call text ring email gmail hotmail outlook yahoo bigpond icloud contact message direct
  zero one two three four five six seven eight nine double triple
  transfer deposit first upfront payment payid paypal bsb account bank bitcoin crypto wallet address please hold
  gift card code password envelope courier outside off elsewhere platform app apps site sites talk somewhere avoid
  street road avenue court close lane drive crescent parade pickup after before viewing
  dot com net org example https www then`.split(/\s+/);

let known: Phrases | null = null;
function vocabulary(): Phrases {
  if (known === null) {
    known = new Phrases();
    known.learn(WORDS);
  }
  return known;
}

export interface NormalisedMessage {
  /** One form of each character and emoji as words, in the original case: capitals show where a sentence ends. */
  cased: string;
  /** `cased` in lower case, in Latin letters. */
  plain: string;
  /** `plain` with words spelled letter by letter joined. */
  joined: string;
  /** `joined` with the disguised words that are known in their usual spelling. Equal to `plain` without a disguise. */
  undisguised: string;
}

/** Normalises a message. */
export function normaliseMessage(text: string): NormalisedMessage {
  const cased = folded(cleaned(text)).replace(/\s+/g, " ").trim();
  const plain = latinised(cased.toLowerCase());
  const joined = joinSpelled(plain);
  return { cased, plain, joined, undisguised: new Text(joined, vocabulary()).meant().trim() };
}

/** Joins "w h a t s a p p" and "w.h.a.t.s" to one word; initials of two or three letters stay. */
function joinSpelled(text: string): string {
  return text.replace(/(?<![a-z0-9])(?:[a-z0-9@.][ *_-]{1,2}|[a-z0-9@][.]){3,60}[a-z](?![a-z0-9])/g, (run) =>
    run.replace(/[ *_-]|(?<=[a-z0-9])\.(?=[a-z0-9])/g, ""),
  );
}
