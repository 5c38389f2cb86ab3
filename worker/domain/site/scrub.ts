/**
 * Removes email addresses, numbers, keys and tokens from a log line (A110). Logged values are chosen field by field;
 * this is a second safeguard for error texts of other software. Replacements contain no quote and no backslash, so JSON
 * stays valid.
 */
const RULES: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\bBearer\s+[^\s"\\,]+/gi, "Bearer [token]"],
  // Named values of a URL or a form, and JSON fields inside a message.
  [
    /\b(password|passwd|secret|token|code|verify|client_secret|api_key|access_token|refresh_token|authorization|cookie)(=|\\?"\s*:\s*\\?")[^&\s"\\;,]+/gi,
    "$1$2[removed]",
  ],
  [/\b(?:sk|rk|pk|whsec)_[A-Za-z0-9_*]{6,}/g, "[key]"],
  [/\b(pi|seti|cs)_[A-Za-z0-9]+_secret_[A-Za-z0-9]+/g, "$1_[secret]"],
  [/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, "[token]"],
  // Our own secrets: 32 bytes in base64url.
  [/(?<![\w-])[\w-]{43}(?![\w-])/g, "[token]"],
  [/[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+/gi, "[email]"],
  // Card numbers, also in groups. Thirteen digits together are a timestamp; digits between letters belong to a hash or
  // an id.
  [/\b\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{1,7}\b|\b\d{4}[ -]\d{6}[ -]\d{5}\b|(?<![\w.])\d{14,19}(?!\w)/g, "[card]"],
  [/\+61[ -]?\d(?:[ -]?\d){8}(?!\d)|(?<![\w.])0[2-478](?:[ -]?\d){8}(?!\w)/g, "[phone]"],
  [/(?<![\d-])\d{3}-\d{3}(?![\d-])/g, "[bsb]"],
];

/** Request ids stay: their digits can look like a BSB or a phone number, and they connect a reply with its log. */
const UUID = /(\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b)/i;

/** Replaces sensitive values in a log line. */
export function scrub(line: string): string {
  return line
    .split(UUID)
    .map((part, index) =>
      index % 2 === 1 ? part : RULES.reduce((text, [pattern, instead]) => text.replace(pattern, instead), part),
    )
    .join("");
}
