import type { StandingMemory } from './standing-memory.ts';

/** The first note of a group with the turns of all as its evidence; its words and every other byte stay. */
export function mergeNotes([first, ...copies]: readonly [StandingMemory, ...StandingMemory[]]): Uint8Array {
  const links = [first, ...copies].flatMap(({ note }) => [
    ...(note.evidence === null ? [] : [note.evidence]),
    ...(note.further ?? []),
  ]);
  const all = [...new Set(links)];
  if (all.length < 2) return first.bytes;
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(first.bytes);
  const line = `evidence: [${all.map((link) => JSON.stringify(link)).join(', ')}]`;
  return new TextEncoder().encode(
    text.replace(/^(---\r?\n(?:(?!---).*\r?\n)*?)evidence:[^\r\n]*/u, (_, head: string) => `${head}${line}`),
  );
}
