import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { programOf } from '@memora/testing-fixtures/program-of';

const DRIVER = fileURLToPath(new URL('./drive-attacks.ts', import.meta.url));

/** The findings after each kill. */
interface KilledIngests {
  /** Kills after which the new note existed. */
  readonly landed: number;
  /** Violations of wholeness. */
  readonly faults: readonly string[];
}

/**
 * A document changes, and a process that ingests it is killed with SIGKILL at a random moment. After each kill, the note must be complete: the version before
 * or the one after, with a person's edit in it, and no second note.
 */
export async function killIngests(kills: number): Promise<KilledIngests> {
  const home = await mkdtemp(join(tmpdir(), 'memora-ingest-kills-'));
  try {
    return await killIn(home, kills);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

async function killIn(home: string, kills: number): Promise<KilledIngests> {
  const [vault = '', config = '', folder = ''] = ['vault', 'config', 'documents'].map((name) =>
    join(home, name),
  );
  for (const each of [vault, folder]) await mkdir(each);
  const ingest = () =>
    spawn(process.execPath, [...programOf(DRIVER), vault, config, folder], { stdio: 'ignore' });
  await writeFile(join(folder, 'harbour.txt'), textOf(0));
  const begun = performance.now();
  await once(ingest(), 'close');
  const whole = performance.now() - begun;
  const [name = ''] = await readdir(join(vault, 'ingested'));
  const note = join(vault, 'ingested', name);
  const own = (await readFile(note, 'utf8')).replace(
    'opens at seven.\n\nA',
    'opens at seven, says Ida.\n\nA',
  );
  await writeFile(note, own);
  const faults: string[] = [];
  let [before, landed] = [0, 0];
  for (let version = 1; version <= kills; version++) {
    await writeFile(join(folder, 'harbour.txt'), textOf(version));
    const child = ingest();
    const gone = once(child, 'close');
    await setTimeout(whole * (0.2 + ((version * 7) % 40) / 50));
    child.kill('SIGKILL');
    await gone;
    const text = await readFile(note, 'utf8');
    const found = Number(/^Version (\d+) begins/m.exec(text)?.[1]);
    const notes = (await readdir(join(vault, 'ingested'))).filter((each) => each.endsWith('.md'));
    const isWhole =
      (found === before || found === version) &&
      text.endsWith(`Version ${found} ends here.\n`) &&
      text.split('says Ida').length === 2 &&
      text.split('A line that stays.').length === 2_001 &&
      notes.length === 1;
    if (!isWhole)
      faults.push(
        `kill ${version}: version ${found} after ${before}, ${notes.length} notes, ${text.length} characters`,
      );
    if (found === version) landed++;
    before = found;
  }
  return { landed, faults };
}

function textOf(version: number): string {
  return `Version ${version} begins here.\n\nThe harbour opens at seven.\n\n${'A line that stays. '.repeat(2_000)}\n\nVersion ${version} ends here.\n`;
}
