export {
  DeletionBanner,
  Impersonation,
  isLockedOut,
  isRestricted,
  RestrictedBanner,
  RestrictionNotice,
} from "./account-status.tsx";
