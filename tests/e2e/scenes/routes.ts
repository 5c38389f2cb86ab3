/**
 * Scenes of every page, once for each kind of viewer who sees it differently. A page without a scene is a type error.
 */
import type { PAGES } from "../../../worker/domain/site/pages.ts";
import type { Role, SceneData } from "./accounts.ts";
import type { Scene } from "./scene.ts";

type PagePath = (typeof PAGES)[number]["path"];
/** The role of the viewer, and the rest of the address after the page's path. */
type PageView = readonly [role: Role, rest?: string | ((ids: SceneData["ids"]) => string)];

const VIEWS: Record<PagePath, readonly PageView[]> = {
  "": [["visitor"]],
  marketplace: [
    ["buyer"],
    ["visitor", "?tab=bundles"],
    ["visitor", "?tab=sold"],
    ["visitor", "?tab=trending"],
    ["buyer", "?near=3056&within_km=25"],
  ],
  home: [["visitor"], ["seller"]],
  store: [["visitor"], ["visitor", ({ seller }) => `/${seller}`]],
  storefront: [["buyer", ({ seller }) => `/${seller}`]],
  signin: [["visitor"]],
  "reset-password": [["visitor"]],
  unsubscribe: [["visitor"]],
  stillavailable: [["visitor"]],
  itemdetail: [
    ["visitor", ({ item }) => `/${item}`],
    ["buyer", ({ bike }) => `/${bike}`],
    ["seller", ({ item }) => `/${item}`],
    ["buyer", ({ inDraw }) => `/${inDraw}`],
    ["buyer", ({ toPick }) => `/${toPick}`],
    ["seller", ({ toPick }) => `/${toPick}`],
  ],
  giveaway: [["visitor", ({ draw }) => `/${draw}`]],
  accounttypeselection: [["visitor"], ["newcomer"]],
  businesssignup: [["visitor"]],
  announcements: [["visitor"], ["visitor", ({ announcement }) => `/${announcement}`]],
  donations: [["visitor"], ["seller", "?for=cause"]],
  contact: [["visitor"]],
  privacy: [["visitor"]],
  terms: [["visitor"]],
  howwedecide: [["visitor"]],
  accessibility: [["visitor"]],
  onboarding: [["newcomer"], ["newcomer", "?step=payment"], ["newcomer", "?step=store"]],
  businessonboarding: [["newcomer"]],
  connect: [["seller"]],
  statement: [["seller"]],
  additem: [["newcomer"]],
  addproduct: [["seller"]],
  edititem: [
    ["seller", ({ item }) => `/${item}`],
    ["seller", ({ inReview }) => `/${inReview}`],
  ],
  myitems: [["seller"], ["seller", "?tab=bundles"]],
  myorders: [
    ["buyer"],
    ["seller", "?tab=selling"],
    ["buyer", ({ atTheDoor }) => `/${atTheDoor}`],
    ["seller", ({ atTheDoor }) => `/${atTheDoor}`],
    ["buyer", ({ unpaid }) => `/${unpaid}`],
    ["buyer", ({ disputed }) => `/${disputed}`],
    ["buyer", ({ completed }) => `/${completed}`],
    ["seller", ({ completed }) => `/${completed}`],
  ],
  mypurchases: [["buyer"]],
  paymentconfirmations: [["seller"], ["admin"]],
  "stripe-checkout": [["buyer", ({ unpaidCard }) => `?order=${unpaidCard}`]],
  "crypto-checkout": [["buyer", ({ toBuy }) => `?item=${toBuy.cryptoPage}`]],
  "bank-checkout": [["buyer", ({ toBuy }) => `?item=${toBuy.bankPage}`]],
  "free-checkout": [["buyer", ({ toBuy }) => `?item=${toBuy.freePage}`]],
  cart: [["buyer"]],
  wishlists: [["buyer"], ["buyer", "?view=searches"]],
  requests: [["buyer"], ["seller", ({ request }) => `/${request}`], ["buyer", ({ request }) => `/${request}`]],
  addrequest: [["buyer"]],
  promoteitem: [["seller", ({ item }) => `?item=${item}`]],
  tradeoffers: [
    ["seller"],
    ["buyer", "?tab=outgoing"],
    ["seller", ({ trade }) => `?id=${trade}`],
    ["seller", "?tab=circles"],
    ["seller", ({ circle }) => `?circle=${circle}`],
  ],
  priceoffers: [["seller"]],
  negotiations: [["seller"], ["buyer"], ["seller", ({ negotiation }) => `/${negotiation}`]],
  movingsale: [
    ["visitor", ({ sale }) => `/${sale}`],
    ["seller", ({ sale }) => `/${sale}`],
  ],
  movingsales: [["seller"], ["seller", "?edit=new"], ["seller", ({ sale }) => `?share=${sale}`]],
  specialoffers: [["seller"], ["seller", "?edit=new"]],
  messages: [
    ["seller"],
    ["seller", ({ conversation }) => `/${conversation}`],
    ["buyer", ({ conversation }) => `/${conversation}`],
  ],
  settings: [["seller"], ["admin", "?part=site"]],
  advertisements: [["admin"], ["admin", ({ ad }) => `/${ad}`]],
  themesettings: [["admin"]],
  aipromptsettings: [["admin"]],
  announcementeditor: [["admin"], ["admin", "?id=new"]],
  homepageeditor: [["admin"]],
  overview: [["admin"]],
  books: [["admin"]],
  integrations: [["admin"]],
  emailtest: [["admin"], ["admin", "?view=templates"], ["admin", "?view=texts"]],
  moderation: [["admin"], ["admin", "?queue=reports"], ["admin", "?queue=listings"]],
  users: [["admin"], ["admin", ({ buyer }) => `/${buyer}`]],
  auditlog: [["admin"]],
  baggage: [["admin"]],
  paymentwizarddemo: [["admin"]],
  supportrequests: [["admin"]],
};

export const ROUTES: readonly Scene[] = Object.entries(VIEWS).flatMap(([path, looks]) =>
  looks.map(
    ([role, rest = ""], index): Scene => ({
      name: `${path || "start"}${looks.length > 1 ? `-${index + 1}` : ""}-${role}`,
      kind: "route",
      role,
      path: ({ ids }) => `/${path}${typeof rest === "string" ? rest : rest(ids)}`,
    }),
  ),
);
