import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { Photo } from "#contract/items";
import { fitInto, PhotoError, type PhotoSizes } from "../../web/features/items/photo-resize.ts";
import { PhotoList, type PhotoTools } from "../../web/features/selling/listing-form/photo-list.ts";
import { PhotoPicker } from "../../web/features/selling/listing-form/photo-picker.tsx";

const stored = (id: string): Photo => ({
  id,
  url: `/images/${id}.webp`,
  url_800: `/images/${id}-800.webp`,
  url_400: `/images/${id}-400.webp`,
  width: 1600,
  height: 1200,
});
const blob = new Blob(["x"]);
const renditions: PhotoSizes = { original: blob, w800: blob, w400: blob, width: 16, height: 12 };

/** Uploads that end when the test resolves them. */
function tools() {
  const running: { resolve: (photo: Photo) => void; reject: (error: Error) => void; progress: (f: number) => void }[] =
    [];
  const fake: PhotoTools = {
    resize: async () => renditions,
    upload: (_, progress, signal) =>
      new Promise((resolve, reject) => {
        running.push({ resolve, reject, progress });
        signal.addEventListener("abort", () => reject(signal.reason));
      }),
    preview: (file) => `blob:${(file as File).name}`,
    forget: () => {},
  };
  return { fake, running };
}

const file = (name: string, type = "image/jpeg") => new File([name], name, { type, lastModified: 1 });
/** Ends after the promises that are already kept. */
const settle = () => act(async () => undefined);
const order = (list: PhotoList) => list.tiles.map((tile) => tile.photo?.id ?? tile.name);

describe("adding photos", () => {
  it("uploads two at a time and reports the progress of each", async () => {
    const { fake, running } = tools();
    const list = new PhotoList([], fake);
    list.add([file("a.jpg"), file("b.jpg"), file("c.jpg")]);
    await settle();
    expect(list.tiles.map((tile) => tile.state)).toEqual(["uploading", "uploading", "waiting"]);
    running[0]?.progress(0.4);
    expect(list.tiles[0]?.progress).toBe(0.4);
    running[0]?.resolve(stored("img_a"));
    await settle();
    expect(list.tiles.map((tile) => tile.state)).toEqual(["stored", "uploading", "uploading"]);
  });

  it("skips files that are no pictures, duplicates or too many, and says so", async () => {
    const { fake } = tools();
    const list = new PhotoList([], fake);
    list.add([file("a.jpg"), file("a.jpg"), file("notes.pdf", "application/pdf")]);
    expect(list.tiles).toHaveLength(1);
    expect(list.store.getState().notice).toBe("You can only add photos. We skipped photos you'd already added.");
    list.add(Array.from({ length: 12 }, (_, i) => file(`${i}.jpg`)));
    expect(list.tiles).toHaveLength(10);
    expect(list.store.getState().notice).toContain("up to 10 photos");
  });

  it("keeps a failed photo with its reason and uploads it again on Retry", async () => {
    const { fake, running } = tools();
    const list = new PhotoList([], fake);
    render(<PhotoPicker photos={list} />);
    await userEvent.upload(screen.getByTestId("photo-files"), file("bike.jpg"));
    await settle();
    await act(async () => running[0]?.reject(new PhotoError("The upload was interrupted.", true)));
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("bike.jpg: The upload was interrupted.");
    await userEvent.click(within(alert).getByRole("button", { name: "Retry bike.jpg" }));
    await settle();
    await act(async () => running[1]?.resolve(stored("img_bike")));
    expect(screen.queryByRole("alert")).toBeNull();
    expect(list.photos.map(({ id }) => id)).toEqual(["img_bike"]);
  });

  it("stops a cancelled upload, keeps the photo and can upload it later", async () => {
    const { fake, running } = tools();
    const list = new PhotoList([], fake);
    list.add([file("a.jpg")]);
    await settle();
    const key = list.tiles[0]?.key ?? "";
    list.cancel(key);
    await settle();
    expect(list.tiles[0]).toMatchObject({ state: "failed", message: "Upload cancelled." });
    running[0]?.resolve(stored("img_late"));
    await settle();
    expect(list.photos).toEqual([]);
    list.retry(key);
    await settle();
    expect(running).toHaveLength(2);
  });

  it("never uploads a photo twice, however fast Retry follows Cancel", async () => {
    const { fake, running } = tools();
    const list = new PhotoList([], fake);
    list.add([file("a.jpg")]);
    await settle();
    const key = list.tiles[0]?.key ?? "";
    list.cancel(key);
    list.retry(key);
    list.retry(key);
    await settle();
    expect(running).toHaveLength(2);
    running[1]?.resolve(stored("img_a"));
    await settle();
    expect(list.photos.map(({ id }) => id)).toEqual(["img_a"]);
  });

  it("adds pictures from the clipboard and ignores pasted text", async () => {
    const { fake } = tools();
    const list = new PhotoList([], fake);
    render(<PhotoPicker photos={list} />);
    const paste = (files: File[]) => {
      const event = new Event("paste", { cancelable: true, bubbles: true });
      Object.assign(event, { clipboardData: { files } });
      act(() => void document.dispatchEvent(event));
      return event;
    };
    expect(paste([]).defaultPrevented).toBe(false);
    expect(paste([file("shot.png", "image/png")]).defaultPrevented).toBe(true);
    expect(list.tiles).toHaveLength(1);
    await settle();
  });
});

describe("ordering photos", () => {
  it("moves a photo by its buttons, keeps the focus on the button and announces the new cover", async () => {
    const list = new PhotoList([stored("img_1"), stored("img_2"), stored("img_3")]);
    render(<PhotoPicker photos={list} />);
    expect(screen.getByRole("img", { name: "Cover, photo 1 of 3" }).getAttribute("src")).toContain("img_1");

    await userEvent.click(screen.getByRole("button", { name: "Move photo 3 of 3 left" }));
    expect(order(list)).toEqual(["img_1", "img_3", "img_2"]);
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Move photo 2 of 3 left" }));

    await userEvent.keyboard("{Enter}");
    expect(order(list)).toEqual(["img_3", "img_1", "img_2"]);
    expect(screen.getByRole("img", { name: "Cover, photo 1 of 3" }).getAttribute("src")).toContain("img_3");
    expect(screen.getByText(/It's now the cover/)).toBeDefined();

    await userEvent.keyboard("{Enter}");
    expect(order(list)).toEqual(["img_3", "img_1", "img_2"]);
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Move photo 1 of 3 left" }));
  });

  it("moves the focus to the next photo after a removal, and to Add photos after the last", async () => {
    const list = new PhotoList([stored("img_1"), stored("img_2")]);
    render(<PhotoPicker photos={list} />);
    await userEvent.click(screen.getByRole("button", { name: "Remove photo 1 of 2" }));
    expect(order(list)).toEqual(["img_2"]);
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Remove photo 1 of 1" }));
    await userEvent.keyboard("{Enter}");
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Add photos" }));
  });
});

describe("fitInto", () => {
  it("keeps the proportions, never enlarges and never returns a side of 0", () => {
    expect(fitInto(4000, 3000, 1600)).toEqual({ width: 1600, height: 1200 });
    expect(fitInto(3000, 4000, 800)).toEqual({ width: 600, height: 800 });
    expect(fitInto(320, 200, 400)).toEqual({ width: 320, height: 200 });
    expect(fitInto(5000, 1, 400)).toEqual({ width: 400, height: 1 });
  });
});
