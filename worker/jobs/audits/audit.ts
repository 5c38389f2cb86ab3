/**
 * An invariant of the marketplace as an SQL query. It must return no row; a row names something that should be
 * impossible and needs a person. Plain text, so that it can be run by hand on an export.
 */
export interface Audit {
  name: string;
  /** `?1` is the current time. Returns the ids of violations. */
  sql: string;
}
