import { isElement, isText, type ParentNode } from './dom.ts';
import { isBlockName } from './is-block-name.ts';

/**
 * The number of words in a tree, counted in its text nodes and not in rendered text: a word is a run of letters and digits, and inline tags do not split it.
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

/** True for characters that have two cases or are beyond Latin punctuation, which is exact enough for counting. */
function isWordSign(sign: string): boolean {
  return (sign >= '0' && sign <= '9') || sign.toLowerCase() !== sign.toUpperCase() || sign >= '\u3041';
}
