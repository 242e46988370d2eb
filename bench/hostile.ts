import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { shapes } from './hostile-runs/shapes.ts';
import type { Report, Suite } from './report.ts';

/** Of each note. */
const BYTES = 1_000_000;
/** A shape that takes longer than this many milliseconds exceeds any budget. */
const TOO_LONG_MS = 300_000;

export const suite: Suite = { name: 'hostile', run };

interface ShapeCost {
  readonly capture: number;
  readonly index: number;
  readonly query: number;
  readonly claims: number;
  readonly failures: readonly string[];
}

/** A megabyte of each hostile shape compared with a megabyte of prose: capture, index again, ask; each in a separate process, CPU time. */
function run(report: Report): void {
  report.heading(`Capture and index of ${BYTES.toLocaleString('en')} bytes, CPU time in a fresh process`);
  const prose = costOf('prose');
  if (prose === null) throw new Error('prose came to no end');
  const costs = Object.keys(shapes).map((shape) => ({ shape, cost: costOf(shape) }));
  const toRatio = (cost: ShapeCost | null): number =>
    cost === null ? Number.POSITIVE_INFINITY : (cost.capture + cost.index) / (prose.capture + prose.index);
  const sorted = costs.sort((a, b) => toRatio(b.cost) - toRatio(a.cost));
  report.table([
    {
      shape: 'prose',
      'capture ms': prose.capture,
      'index ms': prose.index,
      claims: prose.claims,
      ratio: '1.00',
    },
    ...sorted.map(({ shape, cost }) => ({
      shape,
      'capture ms': cost?.capture ?? 'no end',
      'index ms': cost?.index ?? 'no end',
      claims: cost?.claims ?? '',
      ratio: toRatio(cost).toFixed(2),
    })),
  ]);
  const failed = sorted.filter(({ cost }) => cost !== null && cost.failures.length > 0);
  for (const { shape, cost } of failed) report.note(`${shape}: ${cost?.failures.join(', ')}`);
  const [worst] = sorted;
  report.budget(`the worst of ${sorted.length} shapes: ${worst?.shape}`, toRatio(worst?.cost ?? null), {
    max: 10,
    unit: '×',
    baseline: `${prose.capture + prose.index} ms of prose`,
  });
}

function costOf(shape: string): ShapeCost | null {
  const file = fileURLToPath(new URL('hostile-runs/index-shape.ts', import.meta.url));
  const args = ['--conditions=memora-source', file, shape, String(BYTES)];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: TOO_LONG_MS });
  return status === 0 ? (JSON.parse(stdout) as ShapeCost) : null;
}
