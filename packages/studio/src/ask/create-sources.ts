import type { Answer, AnswerPassage, Memory } from '@memora/engine';
import { findPlace } from '@memora/ingest/anchors';
import type { SourceView } from './answer-view.ts';
import type { CitedPlace } from './locate-source.ts';

type Check = Answer['report']['checks'][number];

/** The places that an answer cites, each numbered once. */
export interface Sources {
  readonly views: readonly SourceView[];
  readonly places: ReadonlyMap<number, CitedPlace>;
  /** The number of what a citation names; null if nothing of it may be shown. */
  readonly addCheck: (check: Check) => Promise<number | null>;
  /** The number of a passage's best sentence. */
  readonly addPassage: (passage: AnswerPassage) => Promise<number>;
}

/** Makes the sources of an answer; none at first. */
export function createSources(answer: Answer, memory: Pick<Memory, 'readNote' | 'claims'>): Sources {
  const views: SourceView[] = [];
  const places = new Map<number, CitedPlace>();
  const numberByPlace = new Map<string, number>();
  const claimById = new Map(answer.hits.map(({ claim }) => [claim.id as string, claim]));

  const add = async (
    { path, span, claimId }: Omit<CitedPlace, 'bytes'>,
    view: Pick<SourceView, 'title' | 'headings' | 'date' | 'speaker' | 'words'>,
  ): Promise<number> => {
    const key = `${path}\0${span.start}\0${span.end}`;
    const known = numberByPlace.get(key);
    if (known !== undefined) return known;
    const number = views.length + 1;
    numberByPlace.set(key, number);
    const bytes = await memory.readNote(path, { of: answer });
    places.set(number, { path, span, bytes: bytes?.slice(span.start, span.end) ?? null, claimId });
    const original = bytes === null ? null : originalOf(findPlace(bytes, span.start, view.words));
    views.push({ number, path, ...view, original, state: 'same', now: null });
    return number;
  };

  return {
    views,
    places,
    addPassage: ({ passage, best, text, claimIds }) => {
      const { title, headings, dates, speaker } = passage.context;
      return add(
        { path: passage.notePath, span: best?.span ?? passage.span, claimId: claimIds[0] ?? null },
        {
          title,
          headings: headings.filter((heading, i) => i > 0 || heading !== title),
          date: dates[0] ?? null,
          speaker,
          words: best?.text ?? text,
        },
      );
    },
    addCheck: async ({ notePath, span, sourceText, claimId }) => {
      if (notePath === null || span === null || sourceText === null) return null;
      const claim =
        claimById.get(claimId) ?? (await memory.claims.getClaims([claimId])).get(claimId as never);
      const speaker = claim?.metadata['speaker'];
      return add(
        { path: notePath, span, claimId },
        {
          title: claim?.noteTitle ?? notePath.replace(/^.*\/|\.md$/giu, ''),
          headings: claim?.headingPath.filter((heading) => heading !== claim.noteTitle) ?? [],
          date: claim?.validFrom?.slice(0, 10) ?? null,
          speaker: typeof speaker === 'string' ? speaker : null,
          words: sourceText,
        },
      );
    },
  };
}

/** A file of this machine is named and not linked: a served page may open none. */
function originalOf(place: ReturnType<typeof findPlace>): SourceView['original'] {
  if (place === null) return null;
  const isWeb = place.href.startsWith('https://') || place.href.startsWith('http://');
  return { label: place.label, href: isWeb ? place.href : null };
}
