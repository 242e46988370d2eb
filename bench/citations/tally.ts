import type { Row } from '../report.ts';
import { alignWithLangExtract } from './align-with-langextract.ts';

/** The share of a statement's words in its evidence above which a word-overlap baseline would call it supported. */
const OVERLAP = 0.75;

interface Cell {
  cases: number;
  wrong: number;
  overlap: number;
  compared: number;
  langextract: number;
}

/** A judged case: `wrong` is a lie that was kept, or a true statement that was refused. */
export interface JudgedCase {
  readonly kind: string;
  readonly language: string;
  readonly statement: string;
  readonly evidence: string;
  readonly wrong: boolean;
  /** True for lies: the baselines are wrong if they accept. */
  readonly lie: boolean;
  /** langextract compares every token of the source with every one of the quote, so it gets only a part of the cases. */
  readonly compare: boolean;
}

/** Counts cases by kind and language, with word overlap and langextract for comparison. */
export interface Tally {
  readonly add: (one: JudgedCase) => void;
  /** One row per kind: how many cases are wrong, in all and by language, and the baselines. */
  readonly rowsByKind: (name: string) => Row[];
  readonly rowsByLanguage: (name: string) => Row[];
  readonly cases: () => number;
  /** Wrong cases in percent. */
  readonly share: () => number;
  /** The two baselines in one line. */
  readonly baselines: () => string;
}

export function createTally(): Tally {
  const cells = new Map<string, Map<string, Cell>>();
  const languages: string[] = [];
  const of = (kind: string | null, language: string | null): Cell => {
    const sum: Cell = { cases: 0, wrong: 0, overlap: 0, compared: 0, langextract: 0 };
    for (const [own, byLanguage] of cells) {
      if (kind !== null && own !== kind) continue;
      for (const [at, cell] of byLanguage) {
        if (language !== null && at !== language) continue;
        for (const key of Object.keys(sum) as (keyof Cell)[]) sum[key] += cell[key];
      }
    }
    return sum;
  };
  const columns = (name: string, { cases, wrong, overlap, compared, langextract }: Cell) => ({
    cases,
    [name]: wrong,
    '%': percent(wrong, cases),
    'word overlap %': percent(overlap, cases, 1),
    'langextract %': percent(langextract, compared, 1),
  });
  return {
    add({ kind, language, statement, evidence, wrong, lie, compare }) {
      if (!languages.includes(language)) languages.push(language);
      const byLanguage = cells.get(kind) ?? new Map<string, Cell>();
      cells.set(kind, byLanguage);
      const cell = byLanguage.get(language) ?? {
        cases: 0,
        wrong: 0,
        overlap: 0,
        compared: 0,
        langextract: 0,
      };
      byLanguage.set(language, cell);
      cell.cases++;
      if (wrong) cell.wrong++;
      if (overlaps(statement, evidence) === lie) cell.overlap++;
      if (!compare) return;
      cell.compared++;
      if ((alignWithLangExtract(evidence, statement) !== 'none') === lie) cell.langextract++;
    },
    rowsByKind: (name) =>
      [...cells.keys()].map((kind) => ({
        kind,
        ...columns(name, of(kind, null)),
        ...Object.fromEntries(
          languages.map((language) => {
            const { cases, wrong } = of(kind, language);
            return [language, cases === 0 ? '' : `${wrong}/${cases}`];
          }),
        ),
      })),
    rowsByLanguage: (name) =>
      languages.map((language) => ({ language, ...columns(name, of(null, language)) })),
    cases: () => of(null, null).cases,
    share: () => {
      const { wrong, cases } = of(null, null);
      return (100 * wrong) / Math.max(1, cases);
    },
    baselines: () => {
      const { overlap, cases, compared, langextract } = of(null, null);
      return `word overlap ${percent(overlap, cases, 1)} %, langextract ${percent(langextract, compared, 1)} %`;
    },
  };
}

export function percent(part: number, whole: number, digits = 2): string {
  return whole === 0 ? '' : ((100 * part) / whole).toFixed(digits);
}

function overlaps(statement: string, evidence: string): boolean {
  const words = wordsOf(statement);
  const known = new Set(wordsOf(evidence));
  return words.filter((word) => known.has(word)).length >= words.length * OVERLAP;
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\u3040-\u9fff]|[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
