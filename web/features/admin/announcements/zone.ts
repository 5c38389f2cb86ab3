/** Time zone of Goodstreet: admins enter and see all dates in it, wherever they are. */
export const ZONE = "Australia/Sydney";
