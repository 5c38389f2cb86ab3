import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode, useState } from "react";
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  unstable_HistoryRouter as HistoryRouter,
  Link,
  useLocation,
  useNavigate,
} from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { withOverlays } from "../../web/lib/overlay-history.ts";
import { useBackCloses } from "../../web/ui/use-back-closes.ts";
import { fakeTime, pass } from "../support/web/clock.ts";

/** Moves through the history that the browser has begun and not ended. */
let moves = 0;
window.addEventListener("popstate", () => moves--, { capture: true });
const router = withOverlays(createBrowserHistory({ v5Compat: true }));
const user = userEvent.setup();
/** Ends when the browser has moved and every overlay has had the time to close. */
async function settled(): Promise<void> {
  do {
    await waitFor(() => expect(moves).toBe(0));
    await pass(500);
  } while (moves > 0);
}
const back = async () => {
  act(() => window.history.back());
  await settled();
};
const press = async (name: string) => {
  await user.click(screen.getByRole("button", { name }));
  await settled();
};
const where = () => screen.getByTestId("where").textContent;
const isOpen = (name: string) => screen.queryByRole("region", { name }) !== null;

function Overlay({ name, open, onClose }: { name: string; open: boolean; onClose: () => void }) {
  useBackCloses(open, onClose);
  return open ? <section aria-label={name} /> : null;
}

/** A page with two sheets; pages other than /item show neither. */
function Page({ busy }: { busy: boolean }) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [sheet, setSheet] = useState(false);
  const [question, setQuestion] = useState(false);
  return (
    <>
      <output data-testid="where">{pathname}</output>
      <button type="button" onClick={() => setSheet(true)}>
        open sheet
      </button>
      <button type="button" onClick={() => setQuestion(true)}>
        open question
      </button>
      <button type="button" onClick={() => setSheet(false)}>
        close sheet
      </button>
      <button
        type="button"
        onClick={() => {
          setSheet(false);
          setQuestion(true);
        }}
      >
        sheet to question
      </button>
      <button
        type="button"
        onClick={() => {
          setSheet(false);
          setTimeout(() => void navigate("/orders"), 1);
        }}
      >
        close and go
      </button>
      <Link to="/orders">orders</Link>
      {pathname === "/item" ? (
        <>
          <Overlay name="sheet" open={sheet} onClose={() => busy || setSheet(false)} />
          <Overlay name="question" open={question} onClose={() => setQuestion(false)} />
        </>
      ) : null}
    </>
  );
}

async function visit({ busy = false } = {}) {
  act(() => router.push("/market"));
  act(() => router.push("/item"));
  render(
    <StrictMode>
      <HistoryRouter history={router}>
        <Page busy={busy} />
      </HistoryRouter>
    </StrictMode>,
  );
  await settled();
  expect(where()).toBe("/item");
}

beforeEach(async () => {
  fakeTime();
  for (const name of ["back", "forward", "go"] as const) {
    const move = history[name];
    vi.spyOn(history, name).mockImplementation((by) => {
      moves++;
      move.call(history, by as number);
    });
  }
  router.replace("/start");
  await settled();
});
afterEach(async () => {
  cleanup();
  await settled();
});

describe("Back", () => {
  it("closes the overlay, and leaves the page only when pressed again", async () => {
    await visit();
    await press("open sheet");
    expect(isOpen("sheet")).toBe(true);
    await back();
    expect([isOpen("sheet"), where()]).toEqual([false, "/item"]);
    await back();
    expect(where()).toBe("/market");
  });

  it("leaves the page at once after the overlay was closed with its button", async () => {
    await visit();
    await press("open sheet");
    await press("close sheet");
    expect([isOpen("sheet"), where()]).toEqual([false, "/item"]);
    await back();
    expect(where()).toBe("/market");
  });

  it("closes the upper of two overlays first", async () => {
    await visit();
    await press("open sheet");
    await press("open question");
    await back();
    expect([isOpen("sheet"), isOpen("question")]).toEqual([true, false]);
    await back();
    expect([isOpen("sheet"), where()]).toEqual([false, "/item"]);
  });

  it("closes an overlay that has taken the place of another", async () => {
    await visit();
    await press("open sheet");
    const entries = window.history.length;
    await press("sheet to question");
    expect([isOpen("sheet"), isOpen("question"), window.history.length]).toEqual([false, true, entries]);
    await back();
    expect([isOpen("question"), where()]).toEqual([false, "/item"]);
    await back();
    expect(where()).toBe("/market");
  });

  it("asks an overlay again that refused to close", async () => {
    await visit({ busy: true });
    await press("open sheet");
    await back();
    await back();
    expect([isOpen("sheet"), where()]).toEqual([true, "/item"]);
  });
});

describe("a navigation while an overlay is open", () => {
  it("leads to the new page, and Back from there to the page below the overlay", async () => {
    await visit();
    await press("open sheet");
    await user.click(screen.getByRole("link", { name: "orders" }));
    await waitFor(() => expect(where()).toBe("/orders"));
    await settled();
    await back();
    expect(where()).toBe("/item");
    await press("close sheet");
    await back();
    expect(where()).toBe("/market");
  });

  it("is not lost while the overlay's entry is being removed", async () => {
    await visit();
    await press("open sheet");
    await press("close and go");
    await waitFor(() => expect(where()).toBe("/orders"));
    await back();
    expect(where()).toBe("/item");
  });
});

it("Forward to the entry of a closed overlay stays on the page, without a second Back", async () => {
  await visit();
  await press("open sheet");
  await back();
  act(() => window.history.forward());
  await settled();
  expect([isOpen("sheet"), where()]).toEqual([false, "/item"]);
  await back();
  expect(where()).toBe("/market");
});
