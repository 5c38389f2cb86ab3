/** What WebAuthn is told about this site. A passkey works for this host only. */
export interface RelyingParty {
  /** Host name. */
  id: string;
  name: string;
  origin: string;
}

/** Returns the relying party of an address; null for an IP address, for which browsers make no passkeys. */
export function relyingParty({ hostname, origin }: { hostname: string; origin: string }): RelyingParty | null {
  return hostname === "" || /^[\d.]+$|^\[/.test(hostname) ? null : { id: hostname, name: "Goodstreet", origin };
}
