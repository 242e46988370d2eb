/**
 * `node --conditions=memora-source packages/ingest/scripts/kill-soak.ts [KILLS]`: a document changes, a process ingests it and is ended by
 * SIGKILL at any moment. After each kill the note is whole: the version before or the one after, with the edit that somebody made in it, and no second
 * note beside it. Exits 1 where one is not.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const DRIVER = fileURLToPath(new URL('../src/testing-fixtures/drive-attacks.ts', import.meta.url));
const kills = Number(process.argv[2] ?? '100');
const home = await mkdtemp(join(tmpdir(), 'memora-ingest-kills-'));
const [vault, config, folder] = ['vault', 'config', 'documents'].map((name) => join(home, name)) as [
  string,
  string,
  string,
];
for (const each of [vault, folder]) await mkdir(each);
const textOf = (version: number) =>
  `Version ${version} begins here.\n\nThe harbour opens at seven.\n\n${'A line that stays. '.repeat(2_000)}\n\nVersion ${version} ends here.\n`;

const ingest = () =>
  spawn(
    process.execPath,
    ['--conditions=memora-source', '--disable-warning=ExperimentalWarning', DRIVER, vault, config, folder],
    {
      stdio: 'ignore',
    },
  );
let [failed, landed] = [0, 0];
await writeFile(join(folder, 'harbour.txt'), textOf(0));
const begun = Date.now();
await once(ingest(), 'close');
const whole = Date.now() - begun;
const [name = ''] = await readdir(join(vault, 'ingested'));
const note = join(vault, 'ingested', name);
await writeFile(
  note,
  (await readFile(note, 'utf8')).replace('opens at seven.\n\nA', 'opens at seven, says Ida.\n\nA'),
);
let before = 0;
for (let version = 1; version <= kills; version++) {
  await writeFile(join(folder, 'harbour.txt'), textOf(version));
  const child = ingest();
  await setTimeout(whole * (0.2 + ((version * 7) % 40) / 50));
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  const text = await readFile(note, 'utf8');
  const found = Number(/^Version (\d+) begins/m.exec(text)?.[1]);
  const notes = (await readdir(join(vault, 'ingested'))).filter((each) => each.endsWith('.md'));
  const isWhole =
    (found === before || found === version) &&
    text.endsWith(`Version ${found} ends here.\n`) &&
    text.split('says Ida').length === 2 &&
    text.split('A line that stays.').length === 2_001 &&
    notes.length === 1;
  if (!isWhole) {
    failed++;
    console.error(
      `kill ${version}: version ${found} after ${before}, ${notes.length} notes, ${text.length} characters`,
    );
  }
  if (found === version) landed++;
  before = found;
}
console.log(`${kills} kills, ${landed} behind the new note, ${kills - landed} before it, ${failed} failed`);
await rm(home, { recursive: true, force: true });
process.exitCode = failed === 0 ? 0 : 1;
