import { type CriticalTokenOptions, checkCriticalTokens, type DisagreementKind } from '@memora/validator';
import type { Report } from '../report.ts';
import type { LabelledPair } from './labelled-pairs.ts';
import { percent } from './tally.ts';

const FIGURES: readonly DisagreementKind[] = ['number', 'unit', 'date', 'time'];
const NAMES: readonly DisagreementKind[] = [...FIGURES, 'name', 'identifier'];
/** Whose budgets the specification named. */
const BUDGETED = ['WiCE dev', 'FEVER-Symmetric dev', 'SummEdits'];

interface Judged {
  readonly set: string;
  readonly supported: boolean;
  /** Kinds of the alarms: against the whole text, and against the sentences that people chose. */
  readonly whole: readonly DisagreementKind[];
  readonly gold: readonly DisagreementKind[] | null;
}

/**
 * The guard alone on statements that people labelled. An alarm is a decisive disagreement; the evidence is the whole text, sentence by
 * sentence, with title and section of the claim beside. All pairs of both halves: these are the figures of the specification.
 */
export function measureGuard(report: Report, pairs: readonly LabelledPair[]): void {
  const judged = pairs
    .filter(({ set }) => BUDGETED.includes(set) || set.startsWith('SciFact'))
    .map((pair): Judged => {
      // Where evidence has no title, it says "he" of whom the claim names.
      const options: CriticalTokenOptions =
        pair.context.noteTitle === undefined ? { names: false } : pair.context;
      const alarmsOf = (texts: readonly string[]) =>
        checkCriticalTokens(pair.statement, texts, options).disagreements.flatMap(({ kind, decisive }) =>
          decisive ? [kind] : [],
        );
      return {
        set: pair.set,
        supported: pair.supported,
        whole: alarmsOf(pair.article),
        gold: pair.gold.length === 0 ? null : alarmsOf(pair.gold),
      };
    });
  const wice = judged.filter(({ set }) => set === 'WiCE dev');
  report.heading('the guard on WiCE dev: alarms of a kind, with the prototype of the specification beside');
  for (const [name, kinds, precision, recall, prototype] of [
    ['numbers and dates', FIGURES, 0.95, 0.28, '.973 / .30'],
    ['numbers, dates and names', NAMES, 0.94, 0.42, '.947 / .46'],
  ] as const) {
    const alarmed = wice.filter(({ whole }) => whole.some((kind) => kinds.includes(kind)));
    const right = alarmed.filter(({ supported }) => !supported).length;
    const unsupported = wice.filter(({ supported }) => !supported).length;
    report.note(
      `${name}: ${right} right, ${alarmed.length - right} wrong alarms; ${unsupported} unsupported`,
    );
    report.budget(`${name}: precision`, right / alarmed.length, { min: precision, baseline: prototype });
    report.budget(`${name}: recall`, right / unsupported, { min: recall, baseline: prototype });
  }
  report.heading('what a strict guard alone strips of supported statements, and catches of the others');
  report.table([...Map.groupBy(judged, ({ set }) => set)].map(([set, items]) => rowOf(set, items)));
  const stripped = (items: readonly Judged[]) => {
    const supported = items.filter((item) => item.supported);
    return (100 * supported.filter(({ whole }) => whole.length > 0).length) / supported.length;
  };
  const budgeted = judged.filter(({ set }) => BUDGETED.includes(set));
  report.budget('supported statements stripped, pooled', stripped(budgeted), { max: 2, unit: '%' });
  for (const set of BUDGETED)
    report.budget(
      `supported statements stripped, ${set}`,
      stripped(judged.filter((item) => item.set === set)),
      {
        max: 4,
        unit: '%',
      },
    );
}

function rowOf(set: string, items: readonly Judged[]) {
  const supported = items.filter((item) => item.supported);
  const others = items.filter((item) => !item.supported);
  const share = (among: readonly Judged[], of: (item: Judged) => readonly DisagreementKind[] | null) => {
    const judged =
      among.flatMap((item) => of(item) ?? []).length === 0 && among.every((item) => of(item) === null);
    const known = among.filter((item) => of(item) !== null);
    return judged ? '' : percent(known.filter((item) => (of(item)?.length ?? 0) > 0).length, known.length);
  };
  return {
    set,
    supported: supported.length,
    'stripped, whole text %': share(supported, ({ whole }) => whole),
    'stripped, gold sentences %': share(supported, ({ gold }) => gold),
    others: others.length,
    'caught, whole text %': share(others, ({ whole }) => whole),
    'caught, gold sentences %': share(others, ({ gold }) => gold),
  };
}
