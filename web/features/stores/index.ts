export { FollowedSellers } from "./followed-sellers.tsx";
export { useFollowing } from "./following.ts";
