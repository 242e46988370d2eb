import type { Claim } from '@memora/claims';
import type { SpanLike } from '@memora/core';
import type { Answer, AnswerPassage, Memory } from '@memora/engine';
import { findPlace } from '@memora/ingest/anchors';
import type { SourceView } from './answer-view.ts';
import type { CitedPlace } from './locate-source.ts';

type Check = Answer['report']['checks'][number];
type Line = Pick<NonNullable<Answer['report']['statements'][number]['because']>, 'span' | 'quote'>;

/** The places that an answer cites, each numbered once. */
export interface Sources {
  readonly views: readonly SourceView[];
  readonly places: ReadonlyMap<number, CitedPlace>;
  /** The number of a citation's place; null if nothing of it may be shown. */
  readonly addCheck: (check: Check) => Promise<number | null>;
  /** The number of a line of a cited note to which no citation refers, under the headings over that line. */
  readonly addLine: (cited: Check, line: Line) => Promise<number | null>;
  /** The number of a passage's best sentence. */
  readonly addPassage: (passage: AnswerPassage) => Promise<number>;
}

/** Makes the sources of an answer, empty at first. */
export function createSources(
  answer: Answer,
  memory: Pick<Memory, 'readNote' | 'claims' | 'findSpan'>,
): Sources {
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

  const claimOf = async (id: string): Promise<Claim | undefined> =>
    claimById.get(id) ?? (await memory.claims.getClaims([id])).get(id as never);
  /** A claim whose bytes in the note are the same now as when it was indexed. */
  const claimAt = async (notePath: string, place: SpanLike): Promise<Claim | undefined> => {
    const isAt = (span: SpanLike) => span.start < place.end && span.end > place.start;
    const { claims } = await memory.claims.listClaims({ notePath, bands: ['public', 'private'] });
    for (const claim of claims) {
      const now = isAt(claim.span) ? await memory.findSpan(claim) : null;
      if (now !== null && isAt(now)) return claim;
    }
    return undefined;
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
      const claim = await claimOf(claimId);
      const title = claim?.noteTitle ?? nameOf(notePath);
      return add({ path: notePath, span, claimId }, { title, ...placeOf(claim), words: sourceText });
    },
    addLine: async ({ notePath, claimId }, { span, quote }) => {
      if (notePath === null) return null;
      const title = (await claimOf(claimId))?.noteTitle ?? nameOf(notePath);
      const claim = await claimAt(notePath, span);
      return add(
        { path: notePath, span, claimId: claim?.id ?? null },
        { title, ...placeOf(claim), words: quote },
      );
    },
  };
}

function nameOf(path: string): string {
  return path.replace(/^.*\/|\.md$/giu, '');
}

/** The headings over a claim; empty if none are known. */
function placeOf(claim: Claim | undefined): Pick<SourceView, 'headings' | 'date' | 'speaker'> {
  const speaker = claim?.metadata['speaker'];
  return {
    headings: claim?.headingPath.filter((heading) => heading !== claim.noteTitle) ?? [],
    date: claim?.validFrom?.slice(0, 10) ?? null,
    speaker: typeof speaker === 'string' ? speaker : null,
  };
}

/** A file of this machine is named but not linked, because a served page can't open files. */
function originalOf(place: ReturnType<typeof findPlace>): SourceView['original'] {
  if (place === null) return null;
  const isWeb = place.href.startsWith('https://') || place.href.startsWith('http://');
  return { label: place.label, href: isWeb ? place.href : null };
}
