import type { AuditVerdict } from "#contract/admin/audit-log";

type Broken = NonNullable<AuditVerdict["broken"]>;

const BROKEN: Record<Broken["problem"], (id: number) => string> = {
  changed: (id) => `Entry ${id} no longer says what it said when it was written.`,
  removed: (id) => `Entry ${id} has been removed.`,
  unsealed: (id) => `Entry ${id} is missing from the chain.`,
  unlinked: (id) => `Entry ${id} does not follow from the entry before it.`,
};

export const chainBroken = ({ problem, entry_id }: Broken) =>
  `${BROKEN[problem](entry_id)} Somebody has changed the database past the service.`;

export const auditLog = "Audit log";
export const description =
  "What staff and the service decided. Entries can only be added, and each is chained to the one before.";
export const users = "Users";
export const exportCsv = "Export CSV";
export const verifyTheChain = "Verify the chain";
export const listed = "entries";
export const noEntries = "No entries";
export const nothingFits = "Nothing fits these filters.";
export const nothingYet = "Nothing has been decided yet.";
export const verifyFailed = "The chain could not be verified";
export const chainBrokenTitle = "The chain is broken";
export const chainWhole = "The chain is whole";
export const entriesChecked = (count: number) =>
  `${count.toLocaleString("en-AU")} ${count === 1 ? "entry" : "entries"} computed again, none differs.`;
export const head = {
  before: (id: number) => `Entry ${id}:`,
  after: ". Keep this: a log that was written anew has another.",
};
export const who = "Who";
export const emailOrId = "E-mail or id";
export const what = "What";
export const anything = "Anything";
export const about = "About";
export const from = "From";
export const until = "Until";
export const filter = "Filter";
export const clear = "Clear";
export const entryBy = "By";
export const entryAbout = ", about";
export const entryDetails = (id: number) => `Details of entry ${id}`;
export const hash = "Hash";
export const notChainedYet = "Not chained yet";
export const theService = "the service";
