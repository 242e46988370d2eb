import { DomUtils } from 'htmlparser2';
import type { Document, Element, ParentNode } from './dom.ts';
import { isElement } from './dom.ts';
import { hidesByStyle, hidingSelectors } from './hides-by-style.ts';

/** What was taken out of a page before it is read. */
interface Unseen {
  /** Pieces of text that nobody sees. */
  invisible: number;
  /** Scripts, forms, frames and the like. */
  active: number;
}

/** What runs, asks, embeds or draws; nothing of it is text of the page. */
const ACTIVE = new Set(
  'script iframe frame frameset object embed applet form input button select textarea canvas audio video portal'.split(
    ' ',
  ),
);
/** What holds no text for a reader, and is no attack either. */
const SILENT = new Set('style template noscript svg link meta base title head map area dialog'.split(' '));
/** A form around the whole page is how some systems write pages: what it holds stays. */
const UNWRAPPED = new Set(['form', 'button']);

/** Takes out of a page, in place, what its reader does not see, its head with it, and counts it. */
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

/** A button or a form of a few words asks for something; one that holds paragraphs holds the page. */
function isShort(element: Element): boolean {
  return DomUtils.textContent(element).trim().length < 200;
}
