/**
 * The home page as its editor saves it: as a whole, in versions. The rows shown to visitors are replaced in the same
 * batch; earlier versions stay for a while as rows that are never shown.
 */

import { sql } from "drizzle-orm";
import type { HomeDocument, HomeDocumentPart, HomeEditorReply, HomeVersion } from "#contract/site/homepage";
import { displayName } from "#domain/account/display-name";
import { done, type Result, refuse } from "#domain/result";
import { HOME_ROWS, homeContent, type StoredHomeSection } from "#domain/site/homepage";
import { insertAuditEntry } from "../../../db/audit-log.ts";
import { batch } from "../../../db/client.ts";
import { violatedConstraint } from "../../../db/constraints.ts";
import { homepageContent } from "../../../db/schema/site-content.ts";
import type { Services } from "../../../services.ts";
import { type RawCardRow, toCardRow } from "../../items/cards.ts";
import { featuredStatement } from "../../items/carousels.ts";
import { presentCard, type RequestContext } from "../../items/present.ts";

const VERSIONS_MAX = 10;
const CHOSEN_SHOWN = 8;
const VERSION = "version";

interface Row {
  id: string;
  section: string;
  content: string;
  active: number;
  updated_at: number;
  name: string | null;
}

type Stored = StoredHomeSection & Pick<Row, "active" | "updated_at" | "name">;

const versionOf = ({ id }: { id: string }) => Number(id.slice(VERSION.length + 1));

async function readRows({ db }: Pick<Services, "db">): Promise<{ rows: Stored[]; cards: RawCardRow[] }> {
  const [rows, cards] = await batch<[Row, RawCardRow]>(db, [
    sql`SELECT h.id, h.section, h.content, h.active, h.updated_at, p.full_name AS name
      FROM homepage_content h LEFT JOIN profiles p ON p.id = h.updated_by ORDER BY h.position, h.id`,
    featuredStatement(CHOSEN_SHOWN),
  ]);
  return {
    rows: rows.map((row) => ({ ...row, content: JSON.parse(row.content) as Record<string, unknown> })),
    cards,
  };
}

export async function readHome(services: Services, context: RequestContext): Promise<HomeEditorReply> {
  const { rows, cards } = await readRows(services);
  const versions = rows
    .filter(({ section }) => section === VERSION)
    .sort((a, b) => versionOf(b) - versionOf(a))
    .map(
      (row): HomeVersion => ({
        version: versionOf(row),
        saved_at: row.updated_at,
        saved_by: displayName(row.name ?? ""),
        // Written only by `saveHome`, from a validated document.
        document: row.content as unknown as HomeDocument,
      }),
    );
  const [latest] = versions;
  return {
    version: latest?.version ?? 0,
    document: latest?.document ?? documentOf(rows),
    chosen: cards.map((card) => presentCard(toCardRow(card), context)),
    versions,
    server_now: context.now,
  };
}

/** Returns the page that visitors see before it is first saved in the editor, as a document to start from. */
function documentOf(rows: readonly Stored[]): HomeDocument {
  const { hero, sections, layout } = homeContent(rows.filter(({ active }) => active === 1));
  const parts = layout.map(({ id, kind, title }): HomeDocumentPart => {
    const section = sections.find((one) => one.id === id);
    return {
      id: HOME_ROWS.some((row) => row === kind) ? kind : idOf(id),
      kind,
      active: true,
      title: section?.title ?? title,
      text: section?.text ?? "",
      points: section?.points ?? [],
      link: section?.link ?? null,
      item_ids: [],
    };
  });
  return { hero, parts };
}

/** Rows from before the editor may have any id. */
function idOf(stored: string): string {
  const id = stored
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, "-")
    .slice(0, 38);
  return /^[a-z]/.test(id) ? id : `s-${id}`;
}

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
  const stale = refuse("stale", "Somebody has saved the home page since you opened it. Reload and try again.", {
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
