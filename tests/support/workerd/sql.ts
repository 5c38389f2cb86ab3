/** Single statements on the test's database: firstRow`SELECT id FROM items WHERE seller_id = ${seller.id}`. */
import { env } from "cloudflare:workers";

type Row = Record<string, unknown>;
type Values = (string | number | null | undefined)[];

export const runSql = (sql: TemplateStringsArray, ...values: Values) => bound(sql, values).run();
export const firstRow = <T = Row>(sql: TemplateStringsArray, ...values: Values) => bound(sql, values).first<T>();
export const allRows = <T = Row>(sql: TemplateStringsArray, ...values: Values) => bound(sql, values).all<T>();

const bound = (sql: TemplateStringsArray, values: Values) => env.DB.prepare(sql.join("?")).bind(...values);
