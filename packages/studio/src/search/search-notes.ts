import type { Memory } from '@memora/engine';
import { readSourceLines } from '@memora/engine';
import type { TextRange } from '../notes/create-leaves.ts';
import type { NoteNode } from '../notes/note-view.ts';
import { renderNote } from '../notes/render-note.ts';
import type { FoundPlace } from './found-place.ts';

/** Maximum number of results that a person looks through. */
const MOST = 20;

/** Maximum number of rendered places in the cache: those of a few searches. */
const MOST_DRAWN = 400;

/**
 * Makes the search that runs while the reader types: by words, the last of which may be incomplete, and
 * without an embedder. Secret places are neither found nor shown. Of the page's search code, only this file
 * uses the engine's search.
 */
export function createNoteSearch(
  memory: Pick<Memory, 'query' | 'readNote' | 'settings'>,
): (text: string, signal: AbortSignal) => Promise<FoundPlace[]> {
  const { defaultNotePrivacy: defaultBand, detector } = memory.settings.config.privacy;
  const drawn = new Map<string, readonly NoteNode[]>();
  // Cached, because typing one more letter finds mostly the same places.
  const draw = (text: string, marked: TextRange): readonly NoteNode[] => {
    const key = `${marked.start}-${marked.end} ${text}`;
    const nodes = drawn.get(key) ?? renderNote(text, { marks: [marked], secrets: [] });
    if (drawn.size >= MOST_DRAWN) drawn.clear();
    drawn.set(key, nodes);
    return nodes;
  };
  return async (text, signal) => {
    if (text.trim() === '') return [];
    const { hits } = await memory.query(`${text}*`, {
      k: MOST,
      bands: ['public', 'private'],
      words: true,
      behind: false,
      conversations: true,
      signal,
    });
    const found: FoundPlace[] = [];
    for (const { claim } of hits) {
      const bytes = await memory.readNote(claim.notePath);
      const lines =
        bytes === null
          ? null
          : await readSourceLines(bytes, claim.span, { defaultBand, detector, around: 200 }).catch(
              () => null,
            );
      if (lines === null) continue;
      found.push({
        path: claim.notePath,
        title: claim.noteTitle,
        headings: claim.headingPath.filter((heading) => heading !== claim.noteTitle),
        span: { start: claim.span.start, end: claim.span.end },
        nodes: draw(lines.text, lines.marked),
      });
    }
    return found;
  };
}
