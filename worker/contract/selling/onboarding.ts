/** Becoming a seller: account type, business details and store page (D6). */
import * as z from "zod/mini";
import { orEmpty, readAbn } from "#domain/readers/numbers";
import { readPhone } from "#domain/readers/phone";
import { publicLink } from "#domain/site/public-link";
import { storeNameKey } from "#domain/stores/store-name";
import { id, named, text, typed } from "../fields.ts";
import type { Photo } from "../items.ts";

/** POST /api/onboarding. Business accounts are created by PUT /api/business. */
export const ChooseAccountType = z.strictObject({ account_type: z.enum(["individual", "seller"]) });

/** Converts "example.com.au" to an https address; empty text to null. */
const website = z.pipe(
  z.pipe(
    z.nullable(text(0, 200)),
    z.transform((typed: string | null) =>
      typed === null || typed === "" ? null : /^[a-z][a-z+.-]*:/i.test(typed) ? typed : `https://${typed}`,
    ),
  ),
  z.nullable(
    z
      .string()
      .check(
        z.refine(
          (url) => publicLink(url) !== null && /^https:\/\/[^/?#]+\.[^/?#]{2,}/i.test(url),
          "Please enter a web address that starts with https://, or leave it blank.",
        ),
      ),
  ),
);

/** PUT /api/business: replaces all business details. */
export const SaveBusiness = z.strictObject({
  name: named(2, 100, "Please enter your business name."),
  abn: typed(readAbn, "Please enter your ABN."),
  website: z.optional(website),
  phone: z.optional(z.nullable(typed(orEmpty(readPhone)))),
});
export type SaveBusinessInput = z.input<typeof SaveBusiness>;

export interface OwnBusiness {
  id: string;
  name: string;
  /** Eleven digits. */
  abn: string | null;
  website: string | null;
  phone: string | null;
  created_at: number;
}

/** GET /api/business */
export interface BusinessReply {
  business: OwnBusiness | null;
}

/** PUT /api/store: replaces the whole store page. */
export const SaveStore = z.strictObject({
  name: z.pipe(
    z.nullable(text(0, 50)),
    z.nullable(
      z
        .string()
        .check(
          z.refine(
            (name) => name === "" || (name.length >= 2 && storeNameKey(name) !== null),
            "A store name needs at least 2 letters.",
          ),
        ),
    ),
  ),
  description: text(0, 500),
  /** An uploaded photo of the same user; null for none. */
  banner_id: z.nullable(id),
});
export type SaveStoreInput = z.input<typeof SaveStore>;

/** GET /api/store: the signed-in seller's own store page. */
export interface OwnStore {
  name: string | null;
  description: string;
  banner: Photo | null;
}

/** Public details of a store, in addition to its seller's profile. */
export interface PublicStore {
  description: string;
  banner: Photo | null;
  /** Business accounts only. The ABN can be looked up in the public register. */
  business: { name: string; abn: string | null; website: string | null } | null;
}
