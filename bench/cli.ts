import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openMemory } from '@memora/engine';
import { interleave, type Report, type Suite } from './report.ts';

const bin = fileURLToPath(new URL('../packages/cli/dist/bin.js', import.meta.url));
const parser = fileURLToPath(new URL('./cli-runs/parse-with-mdast.ts', import.meta.url));
const data = process.env['MEMORA_TEST_DATA'] ?? fileURLToPath(new URL('../../shared/data', import.meta.url));

/** The times that a person notices: start-up, a first index, a second one, a question. */
export const suite: Suite = {
  name: 'cli',
  async run(report) {
    const folder = await mkdtemp(join(tmpdir(), 'memora-bench-'));
    try {
      await measureStart(report, folder);
      await measureFirstIndex(report, folder);
      await measureSecondIndex(report, folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function measureStart(report: Report, folder: string): Promise<void> {
  const vault = join(folder, 'thousand');
  await writeVault(vault, 1_000);
  const env = { ...process.env, MEMORA_CONFIG_DIR: join(folder, 'config') };
  const run = (...args: string[]) => {
    const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  };
  run(bin, 'index', '--vault', vault, '--quiet');
  report.heading('start-up, whole processes, against `node -e 0`');
  const times = await interleave(
    {
      nothing: () => run('-e', '0'),
      help: () => run(bin, '--help'),
      query: () => run(bin, 'query', 'At how many bar does pump 412 run?', '--vault', vault),
    },
    { rounds: 15, warmup: 3 },
  );
  const baseline = { name: 'node -e 0', value: times.nothing };
  report.budget('memora --help', report.compare('memora --help', times.help, baseline), {
    max: 3,
    unit: '×',
  });
  const query = report.compare(
    'memora query, 1,000 notes, answer and verification included',
    times.query,
    baseline,
  );
  report.budget('memora query', query, { max: 4, unit: '×' });
}

/**
 * The whole process of a first `memora index`, including relating and vectors, compared with a process that only
 * parses the same files. Both start cold, without compiled functions. A figure to improve, without a budget.
 */
async function measureFirstIndex(report: Report, folder: string): Promise<void> {
  const source = join(data, 'vaults');
  const vault = join(folder, 'real');
  if (existsSync(source)) await cp(source, vault, { recursive: true });
  else await writeVault(vault, 1_000);
  report.heading('first index, whole processes, offline, against mdast-util-from-markdown alone');
  report.note(existsSync(source) ? 'the shared vaults' : 'generated notes (no test data here)');
  const environment = { ...process.env, MEMORA_CONFIG_DIR: join(folder, 'config') };
  const run = (args: readonly string[], env: NodeJS.ProcessEnv = environment) => {
    const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  };
  const index = [bin, 'index', '--vault', vault, '--quiet', '--no-write'];
  const times = await interleave(
    {
      index: () => run(index),
      words: () => run(index, { ...environment, MEMORA_EMBED_PROVIDER: 'none' }),
      mdast: () => run([parser, vault]),
    },
    { rounds: 3, before: () => rm(join(vault, '.memora'), { recursive: true, force: true }) },
  );
  const baseline = { name: 'mdast', value: times.mdast };
  report.compare('memora index without vectors', times.words, baseline);
  report.compare('memora index', times.index, baseline);
  report.note('no budget: `bench index` holds indexing to twice the parsing');
}

async function measureSecondIndex(report: Report, folder: string): Promise<void> {
  const vault = join(folder, 'large');
  await writeVault(vault, 10_000);
  report.heading('second index of 10,000 unchanged notes, against a recursive stat of them');
  await using memory = await openMemory({ vault, env: { MEMORA_CONFIG_DIR: join(folder, 'config') } });
  await memory.index();
  const times = await interleave({
    index: async () => {
      const { report: done } = await memory.index();
      if (done.unchanged !== 10_000) throw new Error(`${done.unchanged} notes unchanged`);
    },
    stat: () => statAll(vault),
  });
  const ratio = report.compare('index again', times.index, { name: 'readdir + lstat', value: times.stat });
  report.budget('second index', ratio, { max: 3, unit: '×' });
}

/** Synthetic notes: ten facts each, in a hundred folders. */
export async function writeVault(vault: string, notes: number): Promise<void> {
  for (let folder = 0; folder < 100; folder++) {
    await mkdir(join(vault, `plant-${folder}`), { recursive: true });
    const indexes = Array.from({ length: notes / 100 }, (_, i) => folder + i * 100);
    await Promise.all(
      indexes.map((i) => writeFile(join(vault, `plant-${folder}`, `pump-${i}.md`), noteText(i))),
    );
  }
}

function noteText(i: number): string {
  const parts = ['seal', 'rotor', 'valve', 'sensor', 'filter', 'housing', 'bearing', 'gauge'];
  const lines = parts.map(
    (part, n) => `The ${part} of pump ${i} was replaced ${n + 2} times and costs ${i + n * 7} euros.`,
  );
  return `---\ndate: 2026-0${(i % 9) + 1}-1${i % 9}\n---\n# Pump ${i}\n\nPump ${i} runs at ${(i % 60) + 10} bar.\n\nowner:: crew ${i % 17}\n\n${lines.join('\n')}\n`;
}

async function statAll(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  const paths = entries.map((entry) => join(folder, entry.name));
  await Promise.all(
    paths.map((path, i) => (entries[i]?.isDirectory() === true ? statAll(path) : lstat(path))),
  );
}
