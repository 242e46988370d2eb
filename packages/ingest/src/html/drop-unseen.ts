import { DomUtils } from 'htmlparser2';
import type { Document, Element, ParentNode } from './dom.ts';
import { isElement } from './dom.ts';
import { hidesByStyle, hidingSelectors } from './hides-by-style.ts';

/** Counts of what was removed from a page before reading. */
interface Unseen {
  /** Pieces of invisible text. */
  invisible: number;
  /** Scripts, forms, frames and similar elements. */
  active: number;
}

/** Elements that run scripts, ask for input, embed or draw; they hold no text of the page. */
const ACTIVE = new Set(
  'script iframe frame frameset object embed applet form input button select textarea canvas audio video portal'.split(
    ' ',
  ),
);
/** Elements without text for a reader that are no sign of an attack either. */
const SILENT = new Set('style template noscript svg link meta base title head map area dialog'.split(' '));
/** Some systems wrap the whole page in a form, so its content stays. */
const UNWRAPPED = new Set(['form', 'button']);

/** Removes from a page, in place, its head and everything invisible, and counts it. */
export function dropUnseen(page: Document): Unseen {
  const counts: Unseen = { invisible: 0, active: 0 };
  const hiding = hidingSelectors(page);
  const visit = (parent: ParentNode, background: string | null): void => {
    for (const child of [...parent.children]) {
      if (child.type === 'comment' || child.type === 'directive') {
        if (child.type === 'comment') DomUtils.removeElement(child);
        continue;
      }
      if (!isElement(child)) continue;
      const name = child.name.toLowerCase();
      if (ACTIVE.has(name)) {
        counts.active++;
        if (!UNWRAPPED.has(name) || isShort(child)) {
          DomUtils.removeElement(child);
          continue;
        }
      }
      if (SILENT.has(name)) {
        DomUtils.removeElement(child);
        continue;
      }
      const seen = hidesByStyle(child, background, hiding);
      if (seen.isHidden) {
        if (DomUtils.textContent(child).trim() !== '') counts.invisible++;
        DomUtils.removeElement(child);
        continue;
      }
      visit(child, seen.background);
    }
  };
  visit(page, null);
  return counts;
}

/** A button or a form of a few words asks for input; one that holds paragraphs holds the page. */
function isShort(element: Element): boolean {
  return DomUtils.textContent(element).trim().length < 200;
}
