/** Following sellers. */

/** Sellers that one account can follow. */
export const FOLLOWED_MAX = 200;

/** A followed seller. */
export interface FollowedSeller {
  id: string;
  display_name: string;
  /** Name of the store; null for none. */
  store_name: string | null;
  /** Number of items for sale. */
  listed_count: number;
  since: number;
}

/**
 * GET /api/following: the sellers that the viewer follows, latest first. PUT and DELETE /api/following/:user_id follow
 * and unfollow, and reply with the same list; repeats change nothing. 404 for an unknown user, 422 for the caller, 409
 * `conflict` beyond 200 sellers.
 */
export interface FollowingReply {
  items: FollowedSeller[];
  server_now: number;
}
