import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { setPhotoOrigin } from "../../web/lib/photo-origin.ts";
import { PhotoImg } from "../../web/ui/photo-img.tsx";

const ORIGIN = "https://photos.example";
const NAME = `${"ab".repeat(32)}.webp`;
const photo = {
  id: "img_00000000000000000001",
  url: `/images/${NAME}`,
  url_800: `/images/${NAME}`,
  url_400: `/images/${NAME}`,
  width: 800,
  height: 600,
};

afterEach(() => {
  cleanup();
  setPhotoOrigin("");
});

it("shows a photo from our own path when photos have no domain of their own", () => {
  render(<PhotoImg photo={photo} alt="Desk" />);
  expect(screen.getByRole("img", { name: "Desk" }).getAttribute("src")).toBe(`/images/${NAME}`);
});

it("shows a photo from the photos' domain, then from our own path, then a placeholder", () => {
  setPhotoOrigin(ORIGIN);
  render(<PhotoImg photo={photo} alt="Desk" />);
  const shown = () => screen.getByRole("img", { name: "Desk" });
  expect(shown().getAttribute("src")).toBe(`${ORIGIN}/photos/${NAME}`);
  expect(shown().getAttribute("srcset")).toContain(`${ORIGIN}/photos/${NAME} 400w`);
  fireEvent.error(shown());
  expect(shown().getAttribute("src")).toBe(`/images/${NAME}`);
  expect(shown().getAttribute("srcset")).not.toContain(ORIGIN);
  fireEvent.error(shown());
  expect(screen.queryByRole("img")).toBeNull();
  screen.getByText("Desk (no photo)");
  act(() => void window.dispatchEvent(new Event("online")));
  expect(shown().getAttribute("src")).toBe(`${ORIGIN}/photos/${NAME}`);
});
