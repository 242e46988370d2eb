import { isElement, isText, type ParentNode } from './dom.ts';
import { isBlockName } from './is-block-name.ts';

/**
 * The words of a tree, counted from its text nodes and not from what is rendered: a word is a run of letters and digits, and inline tags
 * part none.
 */
export function countWords(root: ParentNode): number {
  let words = 0;
  let isInside = false;
  const visit = (parent: ParentNode): void => {
    for (const child of parent.children) {
      if (isText(child))
        for (const sign of child.data) {
          const isPart = isWordSign(sign);
          if (isPart && !isInside) words++;
          isInside = isPart;
        }
      else if (isElement(child)) {
        const parts = child.name === 'br' || isBlockName(child.name);
        if (parts) isInside = false;
        visit(child);
        if (parts) isInside = false;
      }
    }
  };
  visit(root);
  return words;
}

/** Letters have two cases or stand beyond Latin punctuation; that is enough to count by. */
function isWordSign(sign: string): boolean {
  return (sign >= '0' && sign <= '9') || sign.toLowerCase() !== sign.toUpperCase() || sign >= '\u3041';
}
