import type { AccountType } from "#contract/account/profiles";
import types from "./account-types.json" with { type: "json" };

/** Copy of the three account types. */
export const ACCOUNT_TYPES: Record<
  AccountType,
  { title: string; article: string; about: string; points: readonly string[] }
> = types;
