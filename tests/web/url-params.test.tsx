/** Changes of the URL's query while React has not rendered the previous one. */
import { act, render } from "@testing-library/react";
import { Suspense, startTransition, use, useEffect, useState } from "react";
import { createPath, type Location, parsePath, Router, type To } from "react-router-dom";
import { describe, expect, it } from "vitest";
import { type ChangeParams, useUrlParams } from "../../web/lib/use-url-params.ts";

const locationOf = (search: string): Location => ({ pathname: "/", search, hash: "", state: null, key: search });
const set = (name: string, value: string) => (params: URLSearchParams) => {
  params.set(name, value);
  return params;
};

/** A page whose navigations are shown only when the test says so, as a slow transition does. */
function slowPage() {
  const addresses: string[] = [];
  let show: (search: string) => void = () => undefined;
  let rerender: () => void = () => undefined;
  let change: ChangeParams = () => undefined;
  let loading: Promise<unknown> | null = null;

  function Page() {
    const [params, changeParams] = useUrlParams();
    const [, again] = useState({});
    useEffect(() => {
      rerender = () => again({});
      change = changeParams;
    });
    if (loading && params.size > 0) use(loading);
    return <p>{params.toString()}</p>;
  }
  function App() {
    const [location, setLocation] = useState(locationOf(""));
    useEffect(() => {
      show = (search) => startTransition(() => setLocation(locationOf(search)));
    }, []);
    const go = (to: To) => void addresses.push(typeof to === "string" ? (parsePath(to).search ?? "") : createPath(to));
    const navigator = { createHref: String, go: () => undefined, push: go, replace: go };
    return (
      <Router location={location} navigator={navigator}>
        <Suspense fallback="loading">
          <Page />
        </Suspense>
      </Router>
    );
  }
  render(<App />);
  return {
    addresses,
    change: (...args: Parameters<ChangeParams>) => act(async () => change(...args)),
    show: (search: string) => act(async () => show(search)),
    /** Begins to show a navigation, which never finishes. */
    begin: async (search: string) => {
      loading = new Promise(() => undefined);
      await act(async () => show(search));
    },
    rerender: () => act(async () => rerender()),
  };
}

describe("changes of the query", () => {
  it("add up before the first one is on screen", async () => {
    const { change, addresses } = slowPage();
    await change(set("q", "lamp"));
    await change(set("sort", "price_asc"));
    expect(addresses).toEqual(["/?q=lamp", "/?q=lamp&sort=price_asc"]);
  });

  it("keep the one whose render React has begun and put aside", async () => {
    const { change, begin, rerender, addresses } = slowPage();
    await change(set("q", "lamp"));
    await begin("?q=lamp");
    await rerender();
    expect(document.querySelector("p")?.textContent).toBe("");
    await change(set("sort", "price_asc"));
    expect(addresses.at(-1)).toBe("/?q=lamp&sort=price_asc");
  });

  it("keep the later one while the earlier one is on screen", async () => {
    const { change, show, addresses } = slowPage();
    await change(set("q", "lamp"));
    await change(set("sort", "price_asc"));
    await show("?q=lamp");
    await change(set("condition", "good"));
    expect(addresses.at(-1)).toBe("/?q=lamp&sort=price_asc&condition=good");
  });

  it("start from the page that Back has led to", async () => {
    const { change, show, addresses } = slowPage();
    await change(set("q", "lamp"));
    await show("?tab=sold");
    await change(set("sort", "price_asc"));
    expect(addresses.at(-1)).toBe("/?tab=sold&sort=price_asc");
  });

  it("are not made when nothing changes", async () => {
    const { change, addresses } = slowPage();
    await change((params) => params);
    expect(addresses).toEqual([]);
  });
});
