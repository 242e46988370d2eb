import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

interface PushTask {
  /** Milliseconds between two pushes; 0 pushes nothing. */
  readonly every: number;
  /** The address of the servers, with `/mcp`. */
  readonly url: string;
  readonly token: string;
  /** Arguments of `node` that start the command line. */
  readonly bin: readonly string[];
  /** A vault, created here. */
  readonly folder: string;
}

export interface PushReport {
  /** Pushes that ended well. */
  readonly done: number;
  /** Pushes that failed, by error code; each was repeated. */
  readonly repeated: Readonly<Record<string, number>>;
  /** Milliseconds from the first attempt of each push until it was acknowledged. */
  readonly waits: number[];
  /** The text of each note in its last acknowledged push, by path. */
  readonly notes: ReadonlyMap<string, string>;
}

const NOTES_EACH = 5;
const NOTES = 50;
const LONGEST_MS = 180_000;

/** Changes a few notes of a vault and pushes it with the command line, until the signal aborts. A push that fails is repeated without changes. Throws if no repetition helps. */
export async function pushInTurn(
  { every, url, token, bin, folder }: PushTask,
  signal: AbortSignal,
): Promise<PushReport> {
  const notes = new Map<string, string>();
  const waits: number[] = [];
  const repeated: Record<string, number> = {};
  const push = async () => {
    const child = spawn(process.execPath, [...bin, 'team', 'push', '--vault', folder, '--quiet'], {
      env: {
        ...{ PATH: process.env['PATH'] ?? '', HOME: folder, MEMORA_CONFIG_DIR: join(folder, '.config') },
        ...{ MEMORA_TEAM_SERVER: new URL(url).origin, MEMORA_TEAM_TOKEN: token },
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const code = new Promise<number | null>((resolve) => child.once('exit', resolve));
    let said = '';
    for await (const piece of child.stderr.setEncoding('utf8')) said += piece;
    return (await code) === 0 ? undefined : said;
  };
  if (every > 0) mkdirSync(join(folder, 'pushed'), { recursive: true });
  for (let turn = 0; every > 0 && !signal.aborted; turn++) {
    const written = Array.from({ length: NOTES_EACH }, (_, i): [string, string] => [
      `pushed/n${(turn * NOTES_EACH + i) % NOTES}.md`,
      `Berth ${i} of turn ${turn} is ${turn} metres deep.\n`,
    ]);
    for (const [path, text] of written) writeFileSync(join(folder, path), text);
    const begun = performance.now();
    for (let said = await push(); said !== undefined; said = await push()) {
      if (performance.now() - begun > LONGEST_MS) throw new Error(`no push ended well: ${said}`);
      const code = /\b[A-Z]+(?:_[A-Z]+)+\b/u.exec(said)?.[0] ?? said;
      repeated[code] = (repeated[code] ?? 0) + 1;
      await wait(500);
    }
    waits.push(Math.round(performance.now() - begun));
    for (const [path, text] of written) notes.set(path, text);
    await wait(every, undefined, { signal }).catch(() => undefined);
  }
  return { done: waits.length, repeated, waits, notes };
}
