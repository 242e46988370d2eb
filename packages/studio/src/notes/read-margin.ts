import type { Memory } from '@memora/engine';
import type { NoteLinks } from '../links/read-links.ts';
import type { NoteMargin } from './note-fact.ts';
import { readFacts } from './read-facts.ts';

/** The facts about a note: its lines, and the notes that link to it or cite it. */
export async function readMargin(
  memory: Memory,
  { sources }: NoteLinks,
  notePath: string,
): Promise<NoteMargin> {
  const facts = await readFacts(memory, notePath);
  const ids = facts.map(({ id }) => `[claim:${id}]`);
  const linkedFrom = [...(sources.get(notePath) ?? [])].sort();
  const citedBy: string[] = [];
  // A saved answer links the notes that it cites.
  for (const path of linkedFrom) {
    const bytes = await memory.readNote(path);
    const text = bytes === null ? '' : Buffer.from(bytes).toString('utf8');
    if (text.includes('[claim:') && ids.some((id) => text.includes(id))) citedBy.push(path);
  }
  return { facts, linkedFrom, citedBy };
}
