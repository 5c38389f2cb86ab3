import { sql } from "drizzle-orm";
import type { HomeDocument, HomeDocumentPart, HomeEditorReply, HomeVersion } from "#contract/site/homepage";
import { displayName } from "#domain/account/display-name";
import { HOME_ROWS, homeContent, type StoredHomeSection } from "#domain/site/homepage";
import { batch } from "../../../../db/client.ts";
import type { Services } from "../../../../services.ts";
import { type RawCardRow, toCardRow } from "../../../items/cards.ts";
import { featuredStatement } from "../../../items/carousels.ts";
import { presentCard, type RequestContext } from "../../../items/present.ts";

const CHOSEN_SHOWN = 8;
export const VERSION = "version";

interface Row {
  id: string;
  section: string;
  content: string;
  active: number;
  updated_at: number;
  name: string | null;
}

type Stored = StoredHomeSection & Pick<Row, "active" | "updated_at" | "name">;

export const versionOf = ({ id }: { id: string }) => Number(id.slice(VERSION.length + 1));

export async function readRows({ db }: Pick<Services, "db">): Promise<{ rows: Stored[]; cards: RawCardRow[] }> {
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
