/** Reads emails from the outbox. */
import { eventually } from "./clock.ts";
import { allRows } from "./sql.ts";

export interface StoredEmail {
  id: string;
  to_address: string;
  subject: string;
  text: string;
  html: string;
  status: string;
}

export async function emailsTo(address: string): Promise<StoredEmail[]> {
  const { results } = await allRows<StoredEmail>`SELECT *
    FROM mail_outbox WHERE to_address = ${address} ORDER BY rowid`;
  return results;
}

/** Returns the latest email whose subject contains this text. Waits for it. */
export function emailTo(address: string, subject: string): Promise<StoredEmail> {
  return eventually(async () => {
    const mail = (await emailsTo(address)).filter((m) => m.subject.includes(subject)).at(-1);
    if (!mail) throw new Error(`No mail "${subject}" to ${address}`);
    return mail;
  });
}

/** Returns the token of the link in an email. */
export function tokenIn(mail: StoredEmail): string {
  const token = /#(?:token|verify)=([A-Za-z0-9_-]{43})/.exec(mail.text)?.[1];
  if (!token) throw new Error(`No link in:\n${mail.text}`);
  return token;
}
