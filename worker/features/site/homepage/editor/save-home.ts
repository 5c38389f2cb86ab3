/**
 * The home page as its editor saves it: as a whole, in versions. The rows shown to visitors are replaced in the same
 * batch; earlier versions stay for a while as rows that are never shown.
 */

import { sql } from "drizzle-orm";
import type { HomeDocument } from "#contract/site/homepage";
import { done, type Result, refuse } from "#domain/result";
import { insertAuditEntry } from "../../../../db/audit-log.ts";
import { batch } from "../../../../db/client.ts";
import { violatedConstraint } from "../../../../db/constraints.ts";
import { homepageContent } from "../../../../db/schema/site-content.ts";
import type { Services } from "../../../../services.ts";
import { readRows, VERSION, versionOf } from "./queries.ts";

const VERSIONS_MAX = 10;
/**
 * Saves the home page. When two administrators edited the same version, the later gets `stale`, because a version's row
 * can be written only once.
 */
export async function saveHome(
  services: Services,
  staffId: string,
  from: number,
  document: HomeDocument,
): Promise<Result> {
  const { db, now } = services;
  const { rows } = await readRows(services);
  const current = Math.max(0, ...rows.filter(({ section }) => section === VERSION).map(versionOf));
  const stale = refuse("stale", "Someone saved the home page after you opened it. Reload and try again.", {
    current: { version: current },
  });
  if (from !== current) return stale;
  const version = from + 1;
  const at = now();
  const row = (id: string, section: string, position: number, content: object, active = true) => ({
    id,
    section,
    position,
    content: content as Record<string, unknown>,
    active,
    updated_by: staffId,
    updated_at: at,
  });
  const shown = [
    row("page", "page", 0, { version }),
    row("hero", "hero", 1, document.hero),
    ...document.parts.map(({ id, kind, active, ...content }, index) => row(id, kind, index + 2, content, active)),
  ];
  try {
    await batch(db, [
      db.insert(homepageContent).values(row(`${VERSION}:${version}`, VERSION, 0, document, false)),
      db.delete(homepageContent).where(sql`${homepageContent.section} <> ${VERSION}
        OR CAST(substr(${homepageContent.id}, ${VERSION.length + 2}) AS INTEGER) <= ${version - VERSIONS_MAX}`),
      // Fifteen rows of seven values exceed the parameters of one statement.
      ...shown.map((values) => db.insert(homepageContent).values(values)),
      insertAuditEntry({
        actor_id: staffId,
        action: "homepage_saved",
        subject: "homepage",
        details: {
          version,
          title: document.hero.title,
          parts: document.parts.map(({ id, active }) => (active ? id : `${id} (off)`)),
        },
        at,
      }),
    ]);
  } catch (error) {
    if (violatedConstraint(error) === null) throw error;
    return stale;
  }
  return done();
}
