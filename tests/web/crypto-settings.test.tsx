import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router-dom";
import { beforeEach, describe, expect, it } from "vitest";
import SettingsScreen from "../../web/features/account/settings/settings-screen.tsx";
import type { OwnProfile } from "../../worker/contract/account/profiles.ts";
import { person, serve } from "../support/web/api.ts";
import { renderRouter } from "../support/web/render.tsx";

const BTC = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const ETH = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const XRP = "rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY";
let profile: OwnProfile;
let calls: ReturnType<typeof serve>;

beforeEach(() => {
  const { profile: whole } = person({
    accepted_payment_methods: ["bank_transfer", "crypto"],
    crypto_wallet_addresses: { eth: ETH, xrp: `${XRP}?dt=12345` },
  });
  if (!whole) throw new Error("Maya has a profile");
  profile = whole;
  calls = serve({
    "GET /api/auth/session": () => ({ body: { ...person(), profile } }),
    "GET /api/profile": () => ({ body: profile }),
    "PATCH /api/profile": (body) => ({ body: { ...profile, ...(body as object) } }),
  });
});

async function open() {
  const router = createMemoryRouter([{ path: "/", element: <SettingsScreen /> }]);
  renderRouter(router);
  await screen.findByLabelText("Bitcoin (BTC)");
}

const save = () => screen.getByRole("button", { name: "Save settings" });
const patches = () => calls.filter((call) => call.method === "PATCH").map((call) => call.body);

describe("wallets in account settings", () => {
  it("have one field per coin with its network, and a field for the XRP tag", async () => {
    await open();
    expect(screen.getByText("Address on the Bitcoin network.")).toBeTruthy();
    expect(screen.getAllByText("Address on the Ethereum network (ERC-20).")).toHaveLength(2);
    expect(screen.getByLabelText("Ethereum (ETH)")).toHaveProperty("value", ETH);
    expect(screen.getByLabelText("XRP (XRP)")).toHaveProperty("value", XRP);
    expect(screen.getByLabelText(/XRP destination tag/)).toHaveProperty("value", "12345");
  });

  it("are sent as one map, only when one of them changed", async () => {
    const user = userEvent.setup();
    await open();
    await user.type(screen.getByLabelText("Bitcoin (BTC)"), BTC);
    await user.clear(screen.getByLabelText(/XRP destination tag/));
    await user.click(save());
    await waitFor(() => expect(patches()).toHaveLength(1));
    expect(patches()[0]).toEqual({ crypto_wallet_addresses: { btc: BTC, eth: ETH, xrp: XRP } });
    await user.type(screen.getByLabelText("Phone"), "0400 000 000");
    await user.click(save());
    await waitFor(() => expect(patches()).toHaveLength(2));
    expect(patches()[1]).not.toHaveProperty("crypto_wallet_addresses");
  });

  it("are validated before sending: a mistyped address is refused at its field", async () => {
    const user = userEvent.setup();
    await open();
    await user.type(screen.getByLabelText("Bitcoin (BTC)"), `${BTC.slice(0, -1)}5`);
    await user.clear(screen.getByLabelText("XRP (XRP)"));
    await user.click(save());
    expect(await screen.findByText("That isn't a valid Bitcoin address on the Bitcoin network.")).toBeTruthy();
    expect(await screen.findByText("That isn't a valid XRP address on the XRP Ledger.")).toBeTruthy();
    expect(patches()).toEqual([]);
  });

  it("that are missing are pointed out while crypto is accepted", async () => {
    profile = { ...profile, crypto_wallet_addresses: {} };
    const user = userEvent.setup();
    await open();
    expect(screen.getByText(/Until you add a wallet address/)).toBeTruthy();
    await user.click(screen.getByRole("checkbox", { name: /Cryptocurrency/ }));
    expect(screen.queryByText(/Until you add a wallet address/)).toBeNull();
    await user.click(save());
    await waitFor(() => expect(patches()).toEqual([{ accepted_payment_methods: ["bank_transfer"] }]));
  });
});
