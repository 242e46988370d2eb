import type { TokenDisagreement } from '../contract/critical-token-report.ts';
import type { VerificationSettings } from '../contract/verification-options.ts';
import type { CitedPlace } from '../passages/cited-place.ts';
import type { NotePassage } from '../passages/note-text.ts';
import { compareFigures, type FigureIndex, indexFigures } from './compare-figures.ts';
import type { Figure } from './figure.ts';
import { packText } from './pack-text.ts';
import { readFigures } from './read-figures.ts';
import { readNames, showNames } from './read-names.ts';

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
  const names = isVerbatim ? [] : readNames(plain);
  const said = [
    ...(isVerbatim ? [] : readFigures(plain)),
    ...(headText === null ? [] : readFigures(headText)),
  ];
  if (said.length === 0 && names.length === 0) return [];
  const index = indexEvidence(places, passages, settings);
  return [...compareFigures(said, index), ...missingNames(names, index)];
}

/** Names that stand nowhere in what is cited. They are worth a look and refuse nothing: a name is said in many ways. */
function missingNames(names: readonly string[], { packed, showsNames }: EvidenceIndex): TokenDisagreement[] {
  if (names.length === 0 || !showsNames()) return [];
  return names
    .filter(
      (name) => !packed().includes(packText("'’".includes(name.at(-2) ?? '') ? name.slice(0, -2) : name)),
    )
    .map((name) => ({ kind: 'name', statementToken: name, evidenceToken: null, decisive: false }));
}

/** What was indexed for one answer: many of its statements cite the same places. */
const indexes = new WeakMap<VerificationSettings, Map<string, EvidenceIndex>>();
const MOST_INDEXES = 64;

/** The figures of what a statement cites. */
export interface EvidenceIndex extends FigureIndex {
  /** True where capitals show names there. */
  readonly showsNames: () => boolean;
}

/** Indexes the figures of what a statement cites, once for all statements of an answer that cite the same. */
export function indexEvidence(
  places: readonly CitedPlace[],
  passages: readonly NotePassage[],
  settings: VerificationSettings,
): EvidenceIndex {
  const known = indexes.get(settings) ?? new Map<string, EvidenceIndex>();
  indexes.set(settings, known);
  const key = places.map(({ claim, range }) => `${claim.id} ${range.start} ${range.end}`).join('\n');
  let index = known.get(key);
  if (index === undefined) {
    let showsNames: boolean | undefined;
    index = {
      ...indexPlaces(places, passages, settings),
      showsNames: () => {
        showsNames ??= showNames(passages.map(({ text }) => text));
        return showsNames;
      },
    };
    for (const first of known.keys()) if (known.size >= MOST_INDEXES) known.delete(first);
    known.set(key, index);
  }
  return index;
}

function indexPlaces(
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
export function figuresOf(passage: NotePassage): readonly Figure[] {
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
