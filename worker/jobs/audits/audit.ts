/**
 * Invariants of the marketplace: an SQL query by what it would mean if it returned a row. It must return none; a row
 * names something that should be impossible and needs a person. Plain text, so that it can be run by hand on an export.
 * `?1` is the current time; each query returns the ids of violations.
 */
export type Audits = Readonly<Record<string, string>>;
