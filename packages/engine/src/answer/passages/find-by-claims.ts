import type { SpanLike } from '@memora/core';
import type { Hit, HitPassage } from '@memora/retrieval';
import type { QueryResult } from '../../memory.ts';
import type { FoundPassage } from './found-passage.ts';

/** What finding passages by the claims in them needs. */
export interface ByClaims {
  readonly around: (passages: readonly HitPassage[]) => Promise<readonly (readonly HitPassage[])[]>;
}

/** In bytes: neighbours under the same heading are read with what was found, up to so much. */
const MOST_BYTES = 1_600;

/** The passages that claims which were found stand in, each with its neighbours under the same heading. */
export async function findByClaims(
  { hits }: Pick<QueryResult, 'hits'>,
  ports: ByClaims,
): Promise<FoundPassage[]> {
  const placed = hits.filter(({ passage, claim }) => passage !== undefined && claim.band !== 'secret');
  const lists = await ports.around(placed.flatMap(({ passage }) => passage ?? []));
  const listByKey = new Map(lists.flatMap((list) => list.map(({ key }) => [key, list] as const)));
  const used = new Set<number>();
  return placed.flatMap((hit): FoundPassage[] => {
    const own = hit.passage as HitPassage;
    if (used.has(own.key)) return [];
    const list = listByKey.get(own.key) ?? [own];
    const at = list.findIndex(({ key }) => key === own.key);
    const isFree = (i: number) => list[i]?.section === own.section && !used.has(list[i]?.key ?? -1);
    let [from, to] = [at, at];
    const size = (a: number, b: number) => (list[b]?.span.end ?? 0) - (list[a]?.span.start ?? 0);
    for (let grows = true; grows; ) {
      grows = false;
      if (isFree(to + 1) && size(from, to + 1) <= MOST_BYTES) {
        grows = true;
        to++;
      }
      if (isFree(from - 1) && size(from - 1, to) <= MOST_BYTES) {
        grows = true;
        from--;
      }
    }
    for (const { key } of list.slice(from, to + 1)) used.add(key);
    return [toFound(hit, { start: list[from]?.span.start ?? 0, end: list[to]?.span.end ?? 0 })];
  });
}

function toFound({ claim, score, why }: Hit, span: SpanLike): FoundPassage {
  const { notePath, noteId, noteTitle, headingPath, band } = claim;
  const [date] = /\d{4}-\d{2}-\d{2}/u.exec(notePath) ?? [];
  return {
    passage: {
      id: `${notePath} ${span.start}`,
      notePath,
      noteId,
      kind: 'section',
      band,
      span,
      fingerprint: null,
      context: {
        title: noteTitle,
        path: notePath,
        headings: headingPath,
        dates: date === undefined ? [] : [date],
        speaker: null,
        leadIn: null,
        header: null,
      },
    },
    score,
    coverage: why.coverage,
    best: { span: claim.span, text: '' },
    words: why.words.flatMap(({ word, held }) => (held > 0 ? [word] : [])),
  };
}
