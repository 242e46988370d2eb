/**
 * Follows `docs/start/first-hour.md` as somebody who has no repository: types the commands of its section "Five
 * commands", with the packed packages in a loopback registry and a separate home folder, and checks the answer of
 * the last one against the note. `node scripts/first-answer.ts`, after a build. `--record FILE` also writes the
 * screen as a terminal cast (asciicast v2). Exits with 1 if a command fails or no cited answer is printed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ServedPackage, serveRegistry } from '../e2e/install/serve-registry.ts';
import { packPackages } from './packed-packages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const [flag, file] = process.argv.slice(2);
const commands = readCommands(readFileSync(join(root, 'docs/start/first-hour.md'), 'utf8'));
if (commands.length === 0 || commands.length > 5) throw new Error(`the page has ${commands.length} commands`);

const work = mkdtempSync(join(tmpdir(), 'memora-first-'));
const events: (readonly [seconds: number, kind: 'o', text: string])[] = [];
const started = performance.now();
try {
  const packages = packPackages(root, join(work, 'tarballs')) as unknown as ServedPackage[];
  const upstream = spawnSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).stdout.trim();
  await using registry = await serveRegistry(packages, upstream.replace(/\/*$/, '/'));
  // An installed agent. Setup writes into the settings of the agents that it finds.
  mkdirSync(join(work, 'home', '.cursor'), { recursive: true });
  const env = {
    PATH: [dirname(process.execPath), join(work, 'npm', 'bin'), process.env['PATH']].join(':'),
    HOME: join(work, 'home'),
    npm_config_registry: registry.url,
    npm_config_prefix: join(work, 'npm'),
    npm_config_update_notifier: 'false',
    npm_config_fund: 'false',
    npm_config_audit: 'false',
  };
  let last = '';
  for (const command of commands) {
    tell(`$ ${command}\r\n`);
    const { code, output } = await run(command, env);
    if (code !== 0) throw new Error(`${command} ended with ${code}`);
    last = output;
  }
  if (!/40 bar[^\n]*\[claim:[0-9a-z]{16}\]/.test(last)) throw new Error('no cited answer came of it');
  if (flag === '--record' && file !== undefined) writeFileSync(file, toCast());
  console.log(`\n${commands.length} commands from npm to a cited answer in an agent`);
} catch (error) {
  console.error(`\n${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true, maxRetries: 3 });
}

/** The lines of the shell block under the heading "Five commands". */
function readCommands(page: string): string[] {
  const block = /^## Five commands$[\s\S]*?^```bash\n([\s\S]*?)^```$/mu.exec(page)?.[1] ?? '';
  return block.split('\n').filter((line) => line.trim() !== '');
}

function run(
  command: string,
  env: Readonly<Record<string, string>>,
): Promise<{ code: number | null; output: string }> {
  const child = spawn('sh', ['-c', command], { cwd: env['HOME'], env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      tell(text.replaceAll('\n', '\r\n'));
    });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
}

function tell(text: string): void {
  const shown = text
    .replaceAll(work, '')
    .replaceAll(dirname(process.execPath), '/usr/bin')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+\//gu, '');
  process.stdout.write(shown);
  events.push([(performance.now() - started) / 1000, 'o', shown]);
}

/** Pauses are cut to two seconds, as in players. */
function toCast(): string {
  let at = 0;
  let before = events[0]?.[0] ?? 0;
  const lines = events.map(([seconds, kind, text]) => {
    at += Math.min(2, seconds - before);
    before = seconds;
    return JSON.stringify([Number(at.toFixed(2)), kind, text]);
  });
  const head = { version: 2, width: 120, height: 40, title: 'From npm to a cited answer in an agent' };
  return `${[JSON.stringify(head), ...lines].join('\n')}\n`;
}
