/**
 * `node --conditions=memora-source bench/run.ts [suite…]`: runs the suites named, or all; exits 1 over a budget. `--list` prints the names; `--model
 * NAME` is the model for suites that can call one. Each of several suites runs in a separate process, so that none warms or fills another's heap.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createReport, type Suite } from './report.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const notSuites = new Set(['report.ts', 'run.ts']);

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const all = readdirSync(folder)
    .filter((file) => /^[a-z0-9-]+\.ts$/.test(file) && !notSuites.has(file))
    .map((file) => file.slice(0, -'.ts'.length))
    .sort();
  if (args.includes('--list')) {
    for (const name of all) console.log(name);
    return 0;
  }
  const at = args.indexOf('--model');
  if (at >= 0) process.env['MEMORA_BENCH_MODEL'] = args[at + 1] ?? '';
  const wanted = args.filter((arg, i) => arg !== '--' && (at < 0 || (i !== at && i !== at + 1)));
  const unknown = wanted.filter((name) => !existsSync(`${folder}${name}.ts`) || !all.includes(name));
  if (unknown.length > 0) {
    console.error(`no such suite: ${unknown.join(', ')}; there is: ${all.join(', ')}`);
    return 2;
  }
  const names = wanted.length === 0 ? all : wanted;
  return names.length === 1 ? runHere(names[0] as string) : runEach(names);
}

async function runHere(name: string): Promise<number> {
  const { suite } = (await import(pathToFileURL(`${folder}${name}.ts`).href)) as { suite?: Suite };
  if (suite === undefined) throw new Error(`bench/${name}.ts exports no suite`);
  console.log(`# bench ${suite.name}`);
  console.log(
    `   node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'unknown CPU'}, ` +
      `${Math.round(totalmem() / 2 ** 30)} GiB`,
  );
  const report = createReport((line) => console.log(line));
  await suite.run(report);
  const failed = report.results.filter((result) => !result.passed);
  console.log(
    `\n${suite.name}: ${report.results.length - failed.length} of ${report.results.length} budgets kept`,
  );
  return failed.length === 0 ? 0 : 1;
}

function runEach(names: readonly string[]): number {
  const failed = names.filter((name) => {
    const { status } = spawnSync(
      process.execPath,
      [...process.execArgv, fileURLToPath(import.meta.url), name],
      {
        stdio: 'inherit',
      },
    );
    console.log('');
    return status !== 0;
  });
  console.log(
    failed.length === 0
      ? `all ${names.length} suites within budget`
      : `over budget or broken: ${failed.join(', ')}`,
  );
  return failed.length === 0 ? 0 : 1;
}
