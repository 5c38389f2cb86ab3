import { fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { useSwipe } from "../../web/features/item-page/use-swipe.ts";

function Surface({ onSwipe, onClick }: { onSwipe: (step: 1 | -1) => void; onClick: () => void }) {
  return (
    <button type="button" {...useSwipe(50, onSwipe)} onClick={onClick}>
      photo
    </button>
  );
}

function drag(dx: number, dy = 0) {
  const surface = screen.getByRole("button");
  fireEvent.pointerDown(surface, { pointerId: 1, clientX: 200, clientY: 200 });
  fireEvent.pointerUp(surface, { pointerId: 1, clientX: 200 + dx, clientY: 200 + dy });
  fireEvent.click(surface);
}

describe("useSwipe", () => {
  it("treats 40 px as a tap", () => {
    const onSwipe = vi.fn();
    const onClick = vi.fn();
    render(<Surface onSwipe={onSwipe} onClick={onClick} />);
    drag(-40);
    expect(onSwipe).not.toHaveBeenCalled();
    expect(onClick).toHaveBeenCalledOnce();
  });

  it("turns forwards on 60 px to the left and back on 60 px to the right, without a tap", () => {
    const onSwipe = vi.fn();
    const onClick = vi.fn();
    render(<Surface onSwipe={onSwipe} onClick={onClick} />);
    drag(-60);
    drag(60);
    expect(onSwipe.mock.calls).toEqual([[1], [-1]]);
    expect(onClick).not.toHaveBeenCalled();
  });

  it("counts exactly 50 px, and ignores a mostly vertical swipe", () => {
    const onSwipe = vi.fn();
    render(<Surface onSwipe={onSwipe} onClick={() => undefined} />);
    drag(-50);
    drag(-60, 90);
    expect(onSwipe.mock.calls).toEqual([[1]]);
  });

  it("does not affect the next tap", () => {
    const onClick = vi.fn();
    render(<Surface onSwipe={() => undefined} onClick={onClick} />);
    drag(-60);
    drag(0);
    expect(onClick).toHaveBeenCalledOnce();
  });

  it("ignores a swipe when the browser takes the pointer to scroll", () => {
    const onSwipe = vi.fn();
    render(<Surface onSwipe={onSwipe} onClick={() => undefined} />);
    const surface = screen.getByRole("button");
    fireEvent.pointerDown(surface, { pointerId: 1, clientX: 200, clientY: 200 });
    fireEvent.pointerCancel(surface, { pointerId: 1 });
    fireEvent.pointerUp(surface, { pointerId: 1, clientX: 100, clientY: 200 });
    expect(onSwipe).not.toHaveBeenCalled();
  });
});
