import type { DocumentAnchor } from '../document.ts';
import { anchorPattern, isAnchorLabel } from './anchor-label.ts';

/** The anchors that are in Markdown, in order. */
export function findAnchors(markdown: string): DocumentAnchor[] {
  const anchors: DocumentAnchor[] = [];
  for (const { 0: comment, 1: label = '', index } of markdown.matchAll(anchorPattern()))
    if (isAnchorLabel(label)) anchors.push({ label, offset: index + comment.length + 1 });
  return anchors;
}
