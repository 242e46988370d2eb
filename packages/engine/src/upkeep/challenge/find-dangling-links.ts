import { toSpan } from '@memora/core';
import type { VaultFacts } from '../review/vault-facts.ts';
import type { Finding } from './finding.ts';
import type { NoteLinks } from './note-links.ts';

/** If only one note links to a missing target, it is an idea for later and not a gap. */
const NOTES = 2;

/** Missing notes that several others link to. */
export async function findDanglingLinks(
  { claims, notes }: VaultFacts,
  links: ReadonlyMap<string, NoteLinks>,
): Promise<Finding[]> {
  const { createLinkResolver } = await import('@memora/vault');
  const resolver = createLinkResolver(
    notes.map(({ path }) => ({ path, aliases: links.get(path)?.aliases ?? [] })),
  );
  const claimsOf = Map.groupBy(claims, ({ notePath }) => notePath);
  const missing = new Map<string, { note: string; start: number; end: number }[]>();
  for (const { path } of notes) {
    for (const { target, start, end } of links.get(path)?.targets ?? []) {
      if (resolver.resolve({ kind: 'wiki', target }, path) !== null || isFile(target)) continue;
      const name = target.normalize('NFC').toLowerCase().replace(/\.md$/u, '').replace(/^.*\//u, '');
      missing.set(name, [...(missing.get(name) ?? []), { note: path, start, end }]);
    }
  }
  return [...missing].flatMap(([name, places]): Finding[] => {
    const from = new Map(places.map((place) => [place.note, place]));
    if (from.size < NOTES) return [];
    const around = [...from.values()].map(({ note, start, end }) =>
      claimsOf.get(note)?.find(({ span }) => span.start <= start && end <= span.end),
    );
    const cited = around.filter((claim) => claim !== undefined);
    return [
      {
        kind: 'frontier',
        reason: 'dangling_link',
        severity: 'low',
        claims: cited,
        thing: name,
        places: [...from.values()].map(({ note, start, end }) => ({ note, span: toSpan(start, end) })),
        action: `${from.size} notes link to a note that is not written: write it, or fix the links.`,
        state: [name],
        isAnywhere: true,
      },
    ];
  });
}

/** An image or another attachment is not a note. */
function isFile(target: string): boolean {
  return /\.(?!md$|markdown$)[a-z0-9]{2,5}$/iu.test(target);
}
