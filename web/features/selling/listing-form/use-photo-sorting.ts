import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { dropTargetForExternal, monitorForExternal } from "@atlaskit/pragmatic-drag-and-drop/external/adapter";
import { containsFiles, getFiles } from "@atlaskit/pragmatic-drag-and-drop/external/file";
import { preventUnhandled } from "@atlaskit/pragmatic-drag-and-drop/prevent-unhandled";
import { type RefObject, useEffect, useState } from "react";

const KIND = "photo";

/** Makes a tile draggable and a drop target. Returns whether it is dragged or hovered. */
export function useSortableTile(
  element: RefObject<HTMLElement | null>,
  key: string,
): { dragged: boolean; target: boolean } {
  const [dragged, setDragged] = useState(false);
  const [target, setTarget] = useState(false);
  useEffect(() => {
    const node = element.current;
    if (!node) return;
    return combine(
      draggable({
        element: node,
        getInitialData: () => ({ kind: KIND, key }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element: node,
        canDrop: ({ source }) => source.data.kind === KIND && source.data.key !== key,
        getData: () => ({ kind: KIND, key }),
        onDragEnter: () => setTarget(true),
        onDragLeave: () => setTarget(false),
        onDrop: () => setTarget(false),
      }),
    );
  }, [element, key]);
  return { dragged, target };
}

/** Calls `move` when a tile was dropped on another. */
export function useTileDrops(move: (key: string, onto: string) => void): void {
  useEffect(
    () =>
      monitorForElements({
        canMonitor: ({ source }) => source.data.kind === KIND,
        onDrop: ({ source, location }) => {
          const onto = location.current.dropTargets.find(({ data }) => data.kind === KIND)?.data.key;
          if (typeof onto === "string" && typeof source.data.key === "string") move(source.data.key, onto);
        },
      }),
    [move],
  );
}

/** Accepts files dropped from outside the browser. Returns whether files are over the window or over the zone. */
export function useFileDrop(
  element: RefObject<HTMLElement | null>,
  add: (files: File[]) => void,
): { near: boolean; over: boolean } {
  const [near, setNear] = useState(false);
  const [over, setOver] = useState(false);
  useEffect(() => {
    const node = element.current;
    if (!node) return;
    return combine(
      monitorForExternal({
        canMonitor: containsFiles,
        onDragStart: () => {
          setNear(true);
          // Otherwise a file dropped outside the zone would replace the page and lose the input.
          preventUnhandled.start();
        },
        onDrop: () => {
          setNear(false);
          preventUnhandled.stop();
        },
      }),
      dropTargetForExternal({
        element: node,
        canDrop: containsFiles,
        onDragEnter: () => setOver(true),
        onDragLeave: () => setOver(false),
        onDrop: ({ source }) => {
          setOver(false);
          add(getFiles({ source }));
        },
      }),
    );
  }, [element, add]);
  return { near, over };
}
