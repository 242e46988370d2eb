import { alignQuote } from '@memora/validator';
import type { Report, Row } from '../report.ts';
import { alignWithLangExtract } from './align-with-langextract.ts';
import type { QuoteCase } from './quote-cases.ts';

interface Counts {
  cases: number;
  grounded: number;
  edited: number;
  ambiguous: number;
  absent: number;
  theirs: number;
}

/** Runs every case through `alignQuote` and `langextract`, and prints a confusion table per attack. */
export function measureQuotes(report: Report, cases: readonly QuoteCase[]): void {
  const countsByAttack = new Map<string, Counts>();
  const wrong: string[] = [];
  for (const { attack, harmless, excerptOf, name, source, quote } of cases) {
    if (excerptOf !== undefined) continue;
    const counts = countsByAttack.get(attack) ?? {
      cases: 0,
      grounded: 0,
      edited: 0,
      ambiguous: 0,
      absent: 0,
      theirs: 0,
    };
    countsByAttack.set(attack, counts);
    const { status, grounded } = alignQuote(source, quote);
    counts.cases++;
    if (grounded) counts.grounded++;
    else counts[status as 'edited' | 'ambiguous' | 'absent']++;
    if (alignWithLangExtract(source, quote) !== 'none') counts.theirs++;
    if (grounded !== harmless)
      wrong.push(`${attack} (${name}): ${status}: ${JSON.stringify(quote.slice(0, 160))}`);
  }
  const mutated = new Set(cases.filter(({ harmless }) => !harmless).map(({ attack }) => attack));
  const rows = [...countsByAttack].map(([attack, counts]) => ({ attack, ...counts }));
  report.heading('mutated quotes: none may be grounded');
  report.table(rows.filter(({ attack }) => mutated.has(attack)).map(toRow));
  report.heading('harmless changes: all must be grounded');
  report.table(rows.filter(({ attack }) => !mutated.has(attack)).map(toRow));
  for (const line of wrong.slice(0, 20)) report.note(`wrong: ${line}`);
  const bad = sum(rows.filter(({ attack }) => mutated.has(attack)));
  const good = sum(rows.filter(({ attack }) => !mutated.has(attack)));
  report.compare(
    'mutated quotes grounded',
    (100 * bad.grounded) / bad.cases,
    { name: 'langextract', value: (100 * bad.theirs) / bad.cases },
    '%',
  );
  report.compare(
    'harmless changes refused',
    (100 * (good.cases - good.grounded)) / good.cases,
    { name: 'langextract', value: (100 * (good.cases - good.theirs)) / good.cases },
    '%',
  );
  report.budget('mutated quotes grounded', bad.grounded, {
    max: 0,
    baseline: `${bad.theirs} of langextract`,
  });
  report.budget('harmless changes refused', (100 * (good.cases - good.grounded)) / good.cases, {
    max: 0.1,
    unit: '%',
    baseline: `${((100 * (good.cases - good.theirs)) / good.cases).toFixed(2)}% of langextract`,
  });
}

function toRow({
  attack,
  cases,
  grounded,
  edited,
  ambiguous,
  absent,
  theirs,
}: Counts & { attack: string }): Row {
  return { attack, cases, grounded, edited, ambiguous, absent, 'langextract grounds': theirs };
}

function sum(rows: readonly Counts[]): Counts {
  const total = { cases: 0, grounded: 0, edited: 0, ambiguous: 0, absent: 0, theirs: 0 };
  for (const row of rows) for (const key of Object.keys(total) as (keyof Counts)[]) total[key] += row[key];
  return total;
}
