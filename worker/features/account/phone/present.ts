import type { ChecksReply, StoredText } from "#contract/account/phone";
import { checksOf } from "#domain/account/checks";
import { mobileText, PHONE_CODE_TRIES } from "#domain/account/phone-number";
import type { textMessages } from "../../../db/schema/phones.ts";
import type { OwnChecks } from "./queries.ts";

export function presentChecks(row: OwnChecks, offered: boolean, now: number): ChecksReply {
  return {
    checks: checksOf(row),
    phone_offered: offered,
    phone: row.number === null ? null : mobileText(row.number),
    pending:
      row.pending_number === null || row.pending_until === null
        ? null
        : {
            number: mobileText(row.pending_number),
            expires_at: row.pending_until,
            tries_left: PHONE_CODE_TRIES - (row.pending_tries ?? 0),
          },
    server_now: now,
  };
}

export function presentStoredText(row: typeof textMessages.$inferSelect): StoredText {
  return { id: row.id, to: mobileText(row.to_number), text: row.text, created_at: row.created_at };
}
