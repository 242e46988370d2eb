/**
 * Audits planted memories in eight formats and prints precision and recall of every verdict, of the templates that were looked at and of those that were not:
 * `node --conditions=memora-source packages/bridge/scripts/planted-memories.ts [memories of each template]`. Exits 1 under a bound. `--list` names what went wrong among
 * the templates that may be looked at.
 */
import { type Judged, judgePlanted, scoreJudged } from '../src/testing-fixtures/score-audit.ts';

const each = Number(process.argv.slice(2).find((arg) => /^\d+$/u.test(arg)) ?? 3);
const judged = await judgePlanted(each);
print('all', judged);
print(
  'templates that were looked at',
  judged.filter(({ planted }) => !planted.heldOut),
);
print(
  'held out',
  judged.filter(({ planted }) => planted.heldOut),
);
for (const format of new Set(judged.map((one) => one.format))) {
  const own = judged.filter((one) => one.format === format);
  const right = own.filter(({ verdict, planted }) => verdict === planted.verdict).length;
  console.log(`${format.padEnd(16)} ${right} of ${own.length}`);
}
if (process.argv.includes('--list'))
  for (const { format, planted, verdict, code } of judged)
    if (verdict !== planted.verdict && !planted.heldOut)
      console.log(`${format}: ${planted.verdict} as ${verdict} (${code}): ${planted.text}`);
const scores = scoreJudged(judged);
const isUnder = scores.some(
  ({ verdict, precision, recall }) =>
    precision < (verdict === 'grounded' ? 0.99 : 0.9) || recall < (verdict === 'secret' ? 0.95 : 0.85),
);
process.exitCode = isUnder ? 1 : 0;

function print(title: string, some: readonly Judged[]): void {
  console.log(`${title}: ${some.length} memories`);
  for (const { verdict, planted, precision, recall } of scoreJudged(some))
    console.log(
      `  ${verdict.padEnd(26)} ${String(planted).padStart(5)}  precision ${precision.toFixed(3)}  recall ${recall.toFixed(3)}`,
    );
}
