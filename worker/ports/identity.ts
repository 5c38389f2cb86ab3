/** Sign-in through an external identity provider. */

/** State kept in a signed cookie during the visit to the provider. */
export interface IdentityTransaction {
  state: string;
  nonce: string;
  verifier: string;
}

/** Identity confirmed by the provider. */
export interface ProvenIdentity {
  /** The provider's id of the user, which never changes. */
  subject: string;
  email: string;
  email_verified: boolean;
  name: string;
}

export interface IdentityProvider {
  /** Returns the address to which the browser is sent. */
  begin(redirectUri: string): Promise<{ url: URL; transaction: IdentityTransaction }>;
  /** Validates the callback. Throws unless it is the answer to `transaction`. */
  finish(callback: URL, redirectUri: string, transaction: IdentityTransaction): Promise<ProvenIdentity>;
}
