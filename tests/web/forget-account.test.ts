/** What a browser keeps of an account that signs out, or is deleted (D61). */
import { beforeEach, expect, it } from "vitest";
import { forgetAccount } from "../../web/lib/forget-account.ts";
import { BROWSER_STORAGE, DRAFTS_KEY } from "../../web/lib/storage-keys.ts";

const keys = () => Object.keys(localStorage).sort();
const drafts = [
  { id: "saved", unsynced: false },
  { id: "offline", unsynced: true },
];

beforeEach(() => {
  localStorage.clear();
  for (const id of ["acc_me", "acc_other"]) {
    for (const [key, { perAccount }] of Object.entries(BROWSER_STORAGE)) {
      if (perAccount) localStorage.setItem(`${key}:${id}`, key === DRAFTS_KEY ? JSON.stringify(drafts) : "[]");
    }
    localStorage.setItem(`goodstreet:edit:${id}:itm_1`, "{}");
  }
  localStorage.setItem("goodstreet-theme", "dark");
});

it("signing out leaves what the server does not have yet, and nothing else of the account", () => {
  const others = keys().filter((key) => !key.includes("acc_me"));
  forgetAccount("acc_me", "sign-out");
  expect(keys().filter((key) => key.includes("acc_me"))).toEqual([
    "goodstreet-handovers:acc_me",
    "goodstreet:discarded-drafts:acc_me",
    "goodstreet:drafts:acc_me",
  ]);
  expect(JSON.parse(localStorage.getItem("goodstreet:drafts:acc_me") ?? "")).toEqual([drafts[1]]);
  expect(keys().filter((key) => !key.includes("acc_me"))).toEqual(others);
});

it("a deletion leaves nothing of the account", () => {
  forgetAccount("acc_me", "deletion");
  expect(keys().filter((key) => key.includes("acc_me"))).toEqual([]);
});
