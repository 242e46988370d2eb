import type { Block } from '../parse/block.ts';
import type { NoteText } from '../parse/note-text.ts';
import type { Steps } from '../parse/steps.ts';
import type { NoteTag, WikiLink } from '../parsed-note.ts';
import { findInline } from './find-inline.ts';

/** Obsidian also reads links and tags in its `%%` comments. */
const HOLDS_INLINE: ReadonlySet<string> = new Set(['paragraph', 'heading', 'table', 'comment']);
const HAS_INLINE = /\[\[|\]\(|#/;

/** The links and tags of every block that holds prose. */
export function* collectInline(
  note: NoteText,
  blocks: readonly Block[],
): Steps<{ links: WikiLink[]; tags: NoteTag[] }> {
  const links: WikiLink[] = [];
  const tags: NoteTag[] = [];
  for (const block of blocks) {
    if (!HOLDS_INLINE.has(block.kind)) continue;
    const start = block.lines[0]?.start ?? block.start;
    const source = note.masked.slice(start, block.end);
    if (!HAS_INLINE.test(source)) continue;
    yield source.length;
    const found = findInline(source, start);
    for (const { start, end, ...link } of found.links) {
      const span = note.spanOf({ start, end });
      links.push({ ...link, span, band: note.bandOf(span) });
    }
    for (const { start, end, tag } of found.tags) {
      const span = note.spanOf({ start, end });
      tags.push({ tag, span, band: note.bandOf(span) });
    }
  }
  return { links, tags };
}
