import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, Server } from 'node:net';
import { join } from 'node:path';
import { openMemory } from '@memora/engine';
import { expect, it } from 'vitest';
import { filesThatSay, THEIRS } from '../testing-fixtures/hostile-kinds.ts';
import { openHostileVault } from '../testing-fixtures/open-hostile-vault.ts';

/**
 * A sync service, or anyone with write access to the vault, can put these in the place of a file of an open
 * vault.
 */
const KINDS: Readonly<Record<string, (path: string, outside: string) => unknown>> = {
  'a pipe': (path) => execFileSync('mkfifo', [path]),
  'a socket': (path) => createServer().listen(path),
  'a link to a device without end': (path) => symlinkSync('/dev/zero', path),
  'a folder': (path) => mkdirSync(path),
  'a link to a file outside': (path, outside) => symlinkSync(join(outside, 'profile'), path),
  'a link to a folder outside': (path, outside) => symlinkSync(join(outside, 'folder'), path),
};
const PLACES = ['pump.md', '.memora/memora.db', '.memora/egress.jsonl', '.memora/config.toml', 'notes'];
const QUESTION = 'At how many bar does the pump run?';

it.each(PLACES.flatMap((place) => Object.keys(KINDS).map((kind) => [place, kind] as const)))(
  'a vault that is open and watched holds out where %s becomes %s',
  async (place, kind) => {
    await using hostile = await openHostileVault(() => undefined);
    const { vault, outside, env } = hostile;
    await using memory = await openMemory({ vault, env });
    await memory.index();
    const before = hostile.snapshot();
    const stop = new AbortController();
    const events = memory.watch({ signal: stop.signal })[Symbol.asyncIterator]();
    await events.next();
    const path = join(vault, place);
    for (const name of [path, `${path}-wal`, `${path}-shm`]) rmSync(name, { recursive: true, force: true });
    const server = KINDS[kind]?.(path, outside);
    // Each ends with the requested result, or with an error that names the file and the remedy.
    const told: unknown[] = [];
    for (const act of [
      () => memory.refresh(),
      () => memory.query(QUESTION),
      () => memory.ask(QUESTION),
      () => memory.index(),
      () => memory.audit({ question: QUESTION }),
      () => memory.challenge(),
      () => memory.consolidate(),
      () => memory.doctor(),
      () => memory.capture({ summary: 'The crane is red.', body: 'The crane is red.', region: 'plant' }),
    ] as const) {
      const outcome = await act().catch((error: unknown) => {
        expect(error).toMatchObject({ code: expect.stringMatching(/^[A-Z_]+$/), hint: expect.any(String) });
        return String(error);
      });
      told.push(outcome);
    }
    stop.abort();
    await events.return?.(undefined);
    if (server instanceof Server) server.close();
    expect(JSON.stringify(told)).not.toContain(THEIRS);
    const { hits } = await memory.query(QUESTION);
    if (place === 'pump.md') expect(hits.filter(({ claim }) => claim.notePath === place)).toEqual([]);
    rmSync(path, { recursive: true, force: true });
    expect(filesThatSay(THEIRS, vault)).toEqual([]);
    expect(hostile.snapshot()).toBe(before);
    expect(hostile.connections).toEqual([]);
  },
);
