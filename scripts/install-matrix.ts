/**
 * Installs the packed packages as users do, with every installer and every version of related packages, and reports which
 * combinations work: `node scripts/install-matrix.ts [word …]`, after a build. With words, only the cells whose name contains
 * one of them. `--quick` is the part that CI runs each time. Exits with 1 if a cell fails or a size exceeds its budget.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runMatrix } from '../e2e/install/run-matrix.ts';
import { type ServedPackage, serveRegistry } from '../e2e/install/serve-registry.ts';
import { INSTALL_BUDGETS } from './installed-size.ts';
import { packPackages } from './packed-packages.ts';

const QUICK = ['size:', 'install: pnpm 12, Node 24', 'beside: vitest 4', 'types: without ai', 'require()'];
const root = fileURLToPath(new URL('..', import.meta.url));
const words = process.argv.slice(2);
const only = words.includes('--quick') ? QUICK : words;
/** A compiler runs on the Node of this process. */
const isOfTypes = only.length > 0 && only.every((word) => word.startsWith('types'));
const work = mkdtempSync(join(tmpdir(), 'memora-registry-'));
const upstream = output(['npm', 'config', 'get', 'registry']).replace(/\/*$/, '/');
try {
  const packages = packPackages(root, join(work, 'tarballs')) as unknown as ServedPackage[];
  await using registry = await serveRegistry(packages, upstream);
  const cells = await runMatrix({
    registry: registry.url,
    nodes: isOfTypes ? { 'Node 24': process.execPath } : installNodes(join(work, 'nodes')),
    only,
    tell: ({ name, ok, seconds, note }) =>
      console.log(
        `${isGood(name, ok, note) ? 'ok  ' : 'FAIL'} ${name.padEnd(48)} ${seconds.toFixed(0).padStart(4)} s  ${note}`,
      ),
  });
  const failed = cells.filter(({ name, ok, note }) => !isGood(name, ok, note)).length;
  console.log(`install matrix: ${cells.length - failed} of ${cells.length} cells work`);
  process.exitCode = failed === 0 && cells.length > 0 ? 0 : 1;
} finally {
  rmSync(work, { recursive: true, force: true, maxRetries: 3 });
}

function isGood(name: string, ok: boolean, note: string): boolean {
  const budget = INSTALL_BUDGETS[name.replace(/^size: /, '')];
  const found = /^(\d+) packages, ([\d.]+) MB$/.exec(note);
  if (budget === undefined || found === null) return ok;
  return ok && Number(found[1]) <= budget[0] && Number(found[2]) <= budget[1];
}

/** Node 22, 24 and 26 from their packages, or the running Node if there is none for this machine. */
function installNodes(folder: string): Record<string, string> {
  if (process.platform !== 'linux') return { 'Node 24': process.execPath };
  const name = `node-linux-${process.arch}`;
  return Object.fromEntries(
    ['22', '24', '26'].map((version) => {
      const prefix = join(folder, version);
      output([
        'npm',
        'install',
        '--prefix',
        prefix,
        '--no-audit',
        '--no-fund',
        '--loglevel=error',
        `${name}@${version}`,
      ]);
      return [`Node ${version}`, join(prefix, 'node_modules', name, 'bin', 'node')];
    }),
  );
}

function output([command = '', ...args]: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${stderr}`);
  return stdout.trim();
}
