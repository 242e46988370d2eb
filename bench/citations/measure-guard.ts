import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CriticalTokenOptions, checkCriticalTokens, type DisagreementKind } from '@memora/validator';
import type { Report } from '../report.ts';
import { readJsonLines } from './load-texts.ts';

/** A statement with its evidence and what people said of it. */
interface Labelled {
  readonly set: 'WiCE dev' | 'FEVER-Symmetric dev' | 'SummEdits';
  readonly supported: boolean;
  readonly statement: string;
  readonly evidence: readonly string[];
  readonly options: CriticalTokenOptions;
}

const FIGURES: readonly DisagreementKind[] = ['number', 'unit', 'date', 'time'];
const NAMES: readonly DisagreementKind[] = [...FIGURES, 'name', 'identifier'];

/**
 * The guard on statements that people labelled. An alarm is a decisive disagreement; in WiCE "partially supported" counts as
 * unsupported, and title and section of the claim are evidence beside the whole evidence list.
 */
export function measureGuard(report: Report, data: string): void {
  const judged = [...wice(data), ...fever(data), ...summEdits(data)].map((item) => ({
    ...item,
    report: checkCriticalTokens(item.statement, item.evidence, item.options),
  }));
  const alarms = (set: string, supported: boolean, kinds?: readonly DisagreementKind[]) =>
    judged.filter(
      (item) =>
        (set === '' || item.set === set) &&
        item.supported === supported &&
        item.report.disagreements.some(
          ({ kind, decisive }) => decisive && (kinds === undefined || kinds.includes(kind)),
        ),
    ).length;
  const count = (set: string, supported: boolean) =>
    judged.filter((item) => (set === '' || item.set === set) && item.supported === supported).length;

  report.heading('the guard on WiCE dev: alarms of a kind, with the prototype of the specification beside');
  for (const [name, kinds, precision, recall, prototype] of [
    ['numbers and dates', FIGURES, 0.95, 0.28, '.973 / .30'],
    ['numbers, dates and names', NAMES, 0.94, 0.42, '.947 / .46'],
  ] as const) {
    const right = alarms('WiCE dev', false, kinds);
    const wrong = alarms('WiCE dev', true, kinds);
    report.note(`${name}: ${right} right, ${wrong} wrong alarms; ${count('WiCE dev', false)} unsupported`);
    report.budget(`${name}: precision`, right / (right + wrong), { min: precision, baseline: prototype });
    report.budget(`${name}: recall`, right / count('WiCE dev', false), { min: recall, baseline: prototype });
  }

  report.heading('what a strict guard strips of supported statements, and catches of the others');
  const sets = ['WiCE dev', 'FEVER-Symmetric dev', 'SummEdits'] as const;
  report.table(
    sets.map((set) => ({
      set,
      supported: count(set, true),
      stripped: alarms(set, true),
      unsupported: count(set, false),
      caught: alarms(set, false),
    })),
  );
  const stripped = (set: string) => (100 * alarms(set, true)) / count(set, true);
  report.budget('supported statements stripped, pooled', stripped(''), { max: 2, unit: '%' });
  for (const set of sets)
    report.budget(`supported statements stripped, ${set}`, stripped(set), { max: 4, unit: '%' });
}

function wice(data: string): Labelled[] {
  return readJsonLines<{
    label: string;
    claim: string;
    evidence: string[];
    meta: { claim_title: string; claim_section: string };
  }>(join(data, 'citation/wice/dev.jsonl')).map(({ label, claim, evidence, meta }) => ({
    set: 'WiCE dev',
    supported: label === 'supported',
    statement: claim,
    evidence,
    options: { noteTitle: meta.claim_title, headingPath: [meta.claim_section] },
  }));
}

/** Without titles names are not judged: the evidence says "he" of whom the claim names. */
function fever(data: string): Labelled[] {
  return readJsonLines<{ label: string; claim: string; evidence: string }>(
    join(data, 'citation/fever_symmetric/dev.jsonl'),
  ).map(({ label, claim, evidence }) => ({
    set: 'FEVER-Symmetric dev',
    supported: label === 'SUPPORTS',
    statement: claim,
    evidence: [evidence],
    options: { names: false },
  }));
}

function summEdits(data: string): Labelled[] {
  return ['scitldr', 'sales_call', 'sales_email'].flatMap((domain) => {
    const path = join(data, `citation/summedits/summedits_${domain}.json`);
    const items = JSON.parse(readFileSync(path, 'utf8')) as { doc: string; summary: string; label: number }[];
    return items.map(
      ({ doc, summary, label }): Labelled => ({
        set: 'SummEdits',
        supported: label === 1,
        statement: summary,
        evidence: [doc],
        options: { names: false },
      }),
    );
  });
}
