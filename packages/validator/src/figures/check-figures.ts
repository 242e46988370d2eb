import type { TokenDisagreement } from '../contract/critical-token-report.ts';
import type { GuardLevel, VerificationSettings } from '../contract/verification-options.ts';
import type { CitedPlace } from '../passages/cited-place.ts';
import type { NotePassage } from '../passages/note-text.ts';
import { compareFigures, type FigureIndex, indexFigures } from './compare-figures.ts';
import type { Figure } from './figure.ts';
import { readFigures } from './read-figures.ts';

const FIGURES = Symbol('figures');

/** Compares the figures of a statement with those of what it cites, its context, the question and the date of asking. */
export function checkFigures({
  plain,
  headText,
  places,
  passages,
  settings,
  isVerbatim,
}: {
  readonly plain: string;
  readonly headText: string | null;
  readonly places: readonly CitedPlace[];
  readonly passages: readonly NotePassage[];
  readonly settings: VerificationSettings;
  readonly isVerbatim: boolean;
}): TokenDisagreement[] {
  const said = [
    ...(isVerbatim ? [] : readFigures(plain)),
    ...(headText === null ? [] : readFigures(headText)),
  ];
  if (said.length === 0) return [];
  const index = indexEvidence(places, passages, settings);
  return compareFigures(said, index).map((each) => ({
    ...each,
    decisive: each.decisive && levelOf(each, settings) === 'strict',
  }));
}

function levelOf({ kind }: TokenDisagreement, { guard, guardByKind }: VerificationSettings): GuardLevel {
  const own = guardByKind?.[kind];
  return own === undefined || own === 'exact' ? guard : own;
}

/** The figures of what a statement cites. */
export function indexEvidence(
  places: readonly CitedPlace[],
  passages: readonly NotePassage[],
  { question, today }: VerificationSettings,
): FigureIndex {
  const asked = [question ?? '', today ?? ''].join('\n');
  const claims = places
    .flatMap(({ claim }) => [claim.validFrom, claim.subject, claim.object].filter(Boolean))
    .join('\n');
  const contexts = passages.map(contextText);
  const quotes = places.map(({ quote }) => quote);
  return indexFigures(
    [
      quotes.length > MOST_QUOTES
        ? []
        : quotes.flatMap((quote) => (quote.length > LONGEST_QUOTE ? [] : readFigures(quote))),
      passages.flatMap(figuresOf),
      contexts.flatMap((text) => readFigures(text)),
      readFigures(claims),
      readFigures(asked),
    ],
    [...passages.map(({ text }) => text), ...contexts, ...quotes, claims, asked],
  );
}

const MOST_QUOTES = 50;
const LONGEST_QUOTE = 4_000;

/** The figures of a passage, read once. */
function figuresOf(passage: NotePassage): readonly Figure[] {
  const known = passage.kept.get(FIGURES) as readonly Figure[] | undefined;
  if (known !== undefined) return known;
  // Without the numbers that lists are counted with.
  const figures = passage.blocks.flatMap(({ text }) => readFigures(text));
  passage.kept.set(FIGURES, figures);
  return figures;
}

function contextText({
  context: { title, path, headings, dates, speaker, leadIn, header },
}: NotePassage): string {
  return [title, path, ...headings, ...dates, speaker, leadIn, header].filter(Boolean).join('\n');
}
