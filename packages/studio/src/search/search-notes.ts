import type { Memory } from '@memora/engine';
import { readSourceLines } from '@memora/engine';
import { renderNote } from '../notes/render-note.ts';
import type { FoundPlace } from './found-place.ts';

/** As many as a person looks through. */
const MOST = 20;

/**
 * Finds places of notes while somebody types: by words, and by no embedder. Secret places are neither found nor shown. This file is all
 * of the page's search that knows the engine's.
 */
export async function searchNotes(memory: Memory, text: string, signal: AbortSignal): Promise<FoundPlace[]> {
  if (text.trim() === '') return [];
  const { hits } = await memory.query(text, {
    k: MOST,
    bands: ['public', 'private'],
    words: true,
    behind: false,
    conversations: true,
    signal,
  });
  const { defaultNotePrivacy: defaultBand, detector } = memory.settings.config.privacy;
  const found: FoundPlace[] = [];
  for (const { claim } of hits) {
    const bytes = await memory.readNote(claim.notePath);
    const lines =
      bytes === null
        ? null
        : await readSourceLines(bytes, claim.span, { defaultBand, detector, around: 200 }).catch(() => null);
    if (lines === null) continue;
    const marks = [lines.marked];
    found.push({
      path: claim.notePath,
      title: claim.noteTitle,
      headings: claim.headingPath.filter((heading) => heading !== claim.noteTitle),
      span: { start: claim.span.start, end: claim.span.end },
      nodes: renderNote(lines.text, { marks, secrets: [] }),
    });
  }
  return found;
}
