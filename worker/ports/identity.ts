/** Sign-in through somebody else who knows the person. */

/** What must survive the visit to the provider, kept in the browser in a signed cookie. */
export interface IdentityTransaction {
  state: string;
  nonce: string;
  verifier: string;
}

/** Who the provider says it is. */
export interface ProvenIdentity {
  /** The provider's own id of the person; the only thing that never changes hands. */
  subject: string;
  email: string;
  email_verified: boolean;
  name: string;
}

export interface IdentityProvider {
  /** Where to send the browser. */
  begin(redirectUri: string): Promise<{ url: URL; transaction: IdentityTransaction }>;
  /** Checks what the browser came back with. Throws for anything that is not exactly the answer to `transaction`. */
  finish(callback: URL, redirectUri: string, transaction: IdentityTransaction): Promise<ProvenIdentity>;
}
