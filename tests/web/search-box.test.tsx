import { act, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SearchBox } from "../../web/features/marketplace/search-box.tsx";

const box = () => screen.getByRole<HTMLInputElement>("searchbox");
const type = (value: string) => fireEvent.change(box(), { target: { value } });
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("SearchBox", () => {
  it("searches once, 300 ms after the last key press", () => {
    const onSearch = vi.fn();
    render(<SearchBox value="" onSearch={onSearch} />, { wrapper: MemoryRouter });
    type("bi");
    void wait(200);
    type("bike ");
    void wait(299);
    expect(onSearch).not.toHaveBeenCalled();
    void wait(1);
    expect(onSearch).toHaveBeenCalledExactlyOnceWith("bike");
  });

  it("searches at once on Enter and on clearing, and not a second time", () => {
    const onSearch = vi.fn();
    render(<SearchBox value="" onSearch={onSearch} />, { wrapper: MemoryRouter });
    type("bike");
    fireEvent.submit(box());
    expect(onSearch).toHaveBeenCalledExactlyOnceWith("bike");
    fireEvent.click(screen.getByRole("button", { name: "Clear search" }));
    expect(onSearch).toHaveBeenLastCalledWith("");
    void wait(1_000);
    expect(onSearch).toHaveBeenCalledTimes(2);
    expect(document.activeElement).toBe(box());
  });

  it("does not search after the user has left the page", () => {
    const onSearch = vi.fn();
    render(<SearchBox value="" onSearch={onSearch} />, { wrapper: MemoryRouter });
    type("bike");
    window.history.pushState(null, "", "/ItemDetail");
    void wait(1_000);
    window.history.replaceState(null, "", "/");
    expect(onSearch).not.toHaveBeenCalled();
  });

  it("takes a new value from the address, but keeps the typing when it caused the change", () => {
    const onSearch = vi.fn();
    const { rerender } = render(<SearchBox value="sofa" onSearch={onSearch} />, { wrapper: MemoryRouter });
    type("sofa bed");
    void wait(300);
    type("sofa bedroom");
    rerender(<SearchBox value="sofa bed" onSearch={onSearch} />);
    expect(box().value).toBe("sofa bedroom");
    rerender(<SearchBox value="sofa" onSearch={onSearch} />);
    expect(box().value).toBe("sofa");
  });
});
