/**
 * Lets React and a page translator share the page. Translators (Chrome's, and those of in-app browsers) replace text
 * nodes by `<font>` elements. React still holds the text node: taking it out throws and takes the screen with it, and
 * what React writes into it is never seen, so that prices and countdowns stand still (react/react#11538).
 */

/** The element that a translator put in the place of a text node. */
const standIns = new WeakMap<Node, Element>();
const isTranslation = (node: Node | null | undefined): node is Element => node?.nodeName === "FONT";

/** Returns what stands for `child` among the children of `parent`; null when nothing does. */
function standInOf(parent: Node, child: Node): Node | null {
  let node: Node | null = standIns.get(child) ?? child;
  while (node !== null && node.parentNode !== parent) node = node.parentNode;
  return node;
}

/** A text that React changes returns to its place; the translator then translates it again. */
const watchTexts = () =>
  new MutationObserver((records) => {
    for (const { target } of records) {
      const standIn = standIns.get(target);
      standIns.delete(target);
      if (standIn?.isConnected) standIn.replaceWith(target);
    }
  });

/** Starts it for the whole page; call once. Returns how to stop it. */
export function shareTextWithTranslators(): () => void {
  const texts = watchTexts();
  const replaced = new MutationObserver((records) => {
    for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      for (const removed of removedNodes) {
        if (removed.nodeType !== Node.TEXT_NODE || removed.isConnected) continue;
        // Replaced in one step, or added beside it and the text taken out.
        const standIn = [...addedNodes, previousSibling, nextSibling].find(isTranslation);
        if (standIn === undefined || standIn === null) continue;
        standIns.set(removed, standIn);
        texts.observe(removed, { characterData: true });
      }
    }
  });
  replaced.observe(document.documentElement, { childList: true, subtree: true });

  const { removeChild, insertBefore, appendChild } = Node.prototype;
  /** A text that React puts somewhere takes its translation's place. */
  const dropStandIn = (node: Node) => {
    standIns.get(node)?.remove();
    standIns.delete(node);
  };
  Node.prototype.removeChild = function <T extends Node>(child: T): T {
    if (child.parentNode === this || child.nodeType !== Node.TEXT_NODE) return removeChild.call(this, child) as T;
    const standIn = standInOf(this, child);
    if (standIn !== null) removeChild.call(this, standIn);
    standIns.delete(child);
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(node: T, before: Node | null): T {
    dropStandIn(node);
    const isLost = before !== null && before.parentNode !== this && before.nodeType === Node.TEXT_NODE;
    return insertBefore.call(this, node, isLost ? standInOf(this, before) : before) as T;
  };
  Node.prototype.appendChild = function <T extends Node>(node: T): T {
    dropStandIn(node);
    return appendChild.call(this, node) as T;
  };
  return () => {
    replaced.disconnect();
    texts.disconnect();
    Object.assign(Node.prototype, { removeChild, insertBefore, appendChild });
  };
}
