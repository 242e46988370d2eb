import type { TokenDisagreement } from '../contract/critical-token-report.ts';
import type { VerificationSettings } from '../contract/verification-options.ts';
import { compareFigures, type FigureIndex, indexFigures } from '../figures/compare-figures.ts';
import type { Figure } from '../figures/figure.ts';
import { packText } from '../figures/pack-text.ts';
import { readFigures, saidFigures } from '../figures/read-figures.ts';
import { readNames, showNames } from '../figures/read-names.ts';
import type { CitedPlace } from '../passages/cited-place.ts';
import type { NotePassage } from '../passages/note-text.ts';

const FIGURES = Symbol('figures');
const CONTEXT = Symbol('figures of the context');

/** Compares the figures of a statement with those of its cited places, their context, the question and the date of asking. */
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
    ...(isVerbatim ? [] : saidFigures(plain)),
    ...(headText === null ? [] : saidFigures(headText)),
  ];
  // A month or a day counts as a figure.
  const names = isVerbatim
    ? []
    : readNames(plain).filter((name) => !said.some(({ text }) => text.includes(name)));
  if (said.length === 0 && names.length === 0) return [];
  const index = indexEvidence(places, passages, settings);
  return [...(said.length === 0 ? [] : compareFigures(said, index.figures())), ...missingNames(names, index)];
}

/** Returns names that are missing from the cited places. They need attention but refuse nothing, because a name has many forms. */
function missingNames(names: readonly string[], { packed, showsNames }: EvidenceIndex): TokenDisagreement[] {
  if (names.length === 0 || !showsNames()) return [];
  return names
    .filter(
      (name) => !packed().includes(packText("'’".includes(name.at(-2) ?? '') ? name.slice(0, -2) : name)),
    )
    .map((name) => ({ kind: 'name', statementToken: name, evidenceToken: null, decisive: false }));
}

/** The indexes of one answer, because many of its statements cite the same places. */
const indexes = new WeakMap<VerificationSettings, Map<string, EvidenceIndex>>();
const MOST_INDEXES = 64;

/** The cited places of a statement, indexed for its figures and names. Each part is read on first use. */
export interface EvidenceIndex {
  readonly figures: () => FigureIndex;
  readonly packed: () => string;
  /** True if a capital letter indicates a name there. */
  readonly showsNames: () => boolean;
}

/** Indexes the figures of cited places, once for all statements of an answer that cite the same. */
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
    let figures: FigureIndex | undefined;
    let packed: string | undefined;
    const texts = textsOf(places, passages, settings);
    const pack = () => {
      packed ??= packText(texts.join('\n'));
      return packed;
    };
    index = {
      figures: () => {
        figures ??= indexPlaces(places, passages, settings, pack);
        return figures;
      },
      packed: pack,
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
  settings: VerificationSettings,
  packed: () => string,
): FigureIndex {
  const quotes = places.length > MOST_QUOTES ? [] : places.map(({ quote }) => quote);
  return indexFigures(
    [
      quotes.flatMap((quote) => (quote.length > LONGEST_QUOTE ? [] : readFigures(quote))),
      passages.flatMap(figuresOf),
      passages.flatMap((passage) => keep(passage, CONTEXT, () => readFigures(contextText(passage)))),
      readFigures(claimText(places)),
      readFigures(askedText(settings)),
    ],
    packed,
  );
}

/** Returns all texts that count as evidence. */
function textsOf(
  places: readonly CitedPlace[],
  passages: readonly NotePassage[],
  settings: VerificationSettings,
): string[] {
  return [
    ...passages.map(({ text }) => text),
    ...passages.map(contextText),
    ...places.map(({ quote }) => quote),
    claimText(places),
    askedText(settings),
  ];
}

/** Returns the question and the date of asking. */
export function askedText({ question, today }: VerificationSettings): string {
  return [question, today].filter(Boolean).join('\n');
}

function claimText(places: readonly CitedPlace[]): string {
  return places
    .flatMap(({ claim }) => [claim.validFrom, claim.subject, claim.object].filter(Boolean))
    .join('\n');
}

const MOST_QUOTES = 50;
const LONGEST_QUOTE = 4_000;

/** Returns the figures of a passage, read once. */
export function figuresOf(passage: NotePassage): readonly Figure[] {
  // The numbers of list items are left out.
  return keep(passage, FIGURES, () => passage.blocks.flatMap(({ text }) => readFigures(text)));
}

function keep(passage: NotePassage, key: symbol, read: () => readonly Figure[]): readonly Figure[] {
  const known = passage.kept.get(key) as readonly Figure[] | undefined;
  if (known !== undefined) return known;
  const figures = read();
  passage.kept.set(key, figures);
  return figures;
}

function contextText({
  context: { title, path, headings, dates, author, speaker, leadIn, header },
}: NotePassage): string {
  return [title, path, ...headings, ...dates, author, speaker, leadIn, header].filter(Boolean).join('\n');
}
