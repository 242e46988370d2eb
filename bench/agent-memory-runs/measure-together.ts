import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Report } from '../report.ts';

/** Fewer writers for a quick run: `MEMORA_BENCH_WRITERS=4x6`. */
const [PROCESSES = 20, SAVES = 50] = (process.env['MEMORA_BENCH_WRITERS'] ?? '20x50').split('x').map(Number);

const TOGETHER = new URL(
  '../../packages/agent-memory/src/testing-fixtures/write-together.ts',
  import.meta.url,
).href;
const WRITER = fileURLToPath(new URL('reference-writer.ts', import.meta.url));

interface Together {
  readonly answers: number;
  readonly facts: number;
  readonly faults: readonly string[];
}

/**
 * Processes that save concurrently; a third of each one's saves are common to all. Compared with the
 * reference memory server, with one process each on one file.
 */
export async function measureTogether(report: Report, folder: string): Promise<void> {
  report.heading(`${PROCESSES} processes save ${SAVES} facts each at once`);
  const { writeTogether } = (await import(TOGETHER)) as {
    writeTogether: (processes: number, saves: number) => Promise<Together>;
  };
  const own = await writeTogether(PROCESSES, SAVES);
  const reference = await countReference(folder);
  report.table([
    {
      memory: 'Memora',
      facts: own.facts,
      kept: own.facts - own.faults.filter((fault) => fault.startsWith('lost')).length,
      twice: own.faults.filter((fault) => fault.startsWith('current twice')).length,
      'unreadable lines': 0,
      'calls that failed': PROCESSES * SAVES - own.answers,
    },
    { memory: 'reference server', facts: own.facts, ...reference },
  ]);
  report.budget('saves without an answer', PROCESSES * SAVES - own.answers, { max: 0 });
  report.budget('faults of what was saved together', own.faults.length, { max: 0 });
}

async function countReference(folder: string) {
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'reference.jsonl');
  const run = promisify(execFile);
  const said = await Promise.all(
    Array.from({ length: PROCESSES }, (_, i) =>
      run(process.execPath, ['--disable-warning=ExperimentalWarning', WRITER, file, `p${i}`, String(SAVES)]),
    ),
  );
  const told: string[] = [];
  let broken = 0;
  for (const line of (await readFile(file, 'utf8')).split('\n')) {
    if (line === '') continue;
    try {
      told.push(...(JSON.parse(line) as { readonly observations: readonly string[] }).observations);
    } catch {
      broken++;
    }
  }
  const kept = new Set(told).size;
  return {
    kept,
    twice: told.length - kept,
    'unreadable lines': broken,
    'calls that failed': said.reduce((sum, { stdout }) => sum + Number(stdout), 0),
  };
}
