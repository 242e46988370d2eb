import { spawn } from 'node:child_process';
import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openClaimStore } from '@memora/claims';
import { isWhole } from '@memora/testing-fixtures/every-nth';
import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClaimReader } from '../read/create-claim-reader.ts';
import { killWorkers } from '../testing-fixtures/kill-workers.ts';
import { arbitraryStep, playHistory } from '../testing-fixtures/play-history.ts';
import { publishFolder } from '../testing-fixtures/publish-folder.ts';
import { readEverything } from '../testing-fixtures/read-everything.ts';
import { setupTeam } from '../testing-fixtures/setup-team.ts';
import { openTeamNotes } from './open-team-notes.ts';

const reason = whyNoServer();
let server: TestServer;
beforeAll(async () => {
  if (reason === null) server = await startServer();
});
afterAll(async () => server?.[Symbol.asyncDispose]());

const WRITER = fileURLToPath(new URL('../testing-fixtures/writer-child.ts', import.meta.url));

describe.skipIf(reason !== null)(`notes on a real server${reason === null ? '' : ` (${reason})`}`, () => {
  it('keeps every capture and every edit of processes that write at once', async () => {
    const [processes, captures, edits] = isWhole ? [20, 50, 10] : [3, 4, 3];
    await using team = await setupTeam(server);
    const ended = await Promise.all(
      Array.from({ length: processes }, (_, i) => {
        const args = [server.url(team.database, 'app'), `w${i}`, String(captures), String(edits)];
        const child = spawn(process.execPath, ['--conditions=memora-source', WRITER, ...args], {
          stdio: 'inherit',
        });
        return new Promise((resolve) => child.on('exit', resolve));
      }),
    );
    expect(ended).toEqual(Array(processes).fill(0));
    const notes = openTeamNotes(team.as('eve'));
    const inbox = (await notes.scan()).filter(({ path }) => path.startsWith('inbox/'));
    const said = new Set<string>();
    for (const { path } of inbox) said.add(String((await notes.readNote(path))?.bytes));
    expect([inbox.length, said.size]).toEqual([processes * captures, processes * captures]);
    const list = await notes.readNote('list.md');
    expect(new Set(String(list?.bytes).trim().split('\n')).size).toBe(processes * edits);
    expect(list?.version).toBe(processes * edits);
    const kept = server.psql("SELECT count(*) FROM memora.version WHERE path = 'list.md'", team.database);
    expect(Number(kept)).toBe(processes * edits);
  });

  it('gives a folder back file for file, with the same claims, and keeps blobs under what b3sum prints', async () => {
    await using team = await setupTeam(server);
    const folder = team.folder({
      'a.md': 'Pump Nine runs at 40 bar.\r\n',
      'deep/ü.md': '\uFEFF# Ü\n\nThe hall has 3 doors.\n',
      'empty.md': '',
    });
    const guides = fileURLToPath(new URL('../../../../docs/how-to', import.meta.url));
    for (const name of readdirSync(guides)) copyFileSync(join(guides, name), join(folder, name));
    const { notes, claims, blobs, ...found } = await publishFolder(team, folder);
    expect(found).toEqual({ differing: [], strayIds: [], altered: [], skipped: [] });
    expect([notes > 8, claims > 50, blobs]).toEqual([true, true, notes]);
  });

  it('refuses a write over what was not seen, and deletes without losing', async () => {
    await using team = await setupTeam(server);
    const [ben, ann] = [openTeamNotes(team.as('ben')), openTeamNotes(team.as('ann'))];
    expect(await ben.replaceNote('a.md', Buffer.from('one\n'), 0)).toBe(1);
    await expect(ann.replaceNote('a.md', Buffer.from('two\n'), 0)).rejects.toMatchObject({
      code: 'NOTE_CHANGED',
    });
    await expect(ann.removeNote('a.md', 7)).rejects.toMatchObject({ code: 'NOTE_CHANGED' });
    expect(await ann.replaceNote('a.md', Buffer.from('two\n'), 1)).toBe(2);
    await ann.removeNote('a.md', 2);
    expect([await ben.readNote('a.md'), await ben.scan()]).toEqual([null, []]);
    expect(await ben.captureNote('@me/a.md', Buffer.from('mine\n'))).toBe('@me/a.md');
    expect(await ben.captureNote('@me/a.md', Buffer.from('more\n'))).toBe('@me/a-2.md');
    expect(await ann.scan()).toEqual([]);
    await expect(openTeamNotes(team.as('eve')).captureNote('b.md', Buffer.from('x\n'))).rejects.toMatchObject(
      {
        code: 'TEAM_RIGHTS_MISSING',
      },
    );
    await expect(ben.captureNote('../b.md', Buffer.from('x\n'))).rejects.toMatchObject({
      code: 'NOTE_PATH_INVALID',
    });
    const kept =
      "SELECT string_agg(convert_from(b.bytes, 'UTF8'), '' ORDER BY v.version) FROM memora.version v JOIN memora.blob b USING (scope, hash) WHERE v.path = 'a.md' AND v.author <> 'ben' OR v.path = 'a.md' AND v.version = 1 AND v.scope <> (SELECT max(id) FROM memora.scope WHERE owner = 'ben')";
    expect(server.psql(kept, team.database)).toBe('one\ntwo');
  });
});

describe.skipIf(reason !== null)(`workers on a real server${reason === null ? '' : ` (${reason})`}`, () => {
  it('publish random histories so that every call reads as from SQLite, on an empty disk too', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(arbitraryStep, { minLength: 2, maxLength: isWhole ? 12 : 4 }),
        async (steps) => {
          await using team = await setupTeam(server);
          const { epochs, pairs } = await playHistory(team, steps);
          for (const [published, stored] of pairs) expect(published).toEqual(stored);
          for (const [at, epoch] of epochs.entries())
            expect(epoch - (epochs[at - 1] ?? 0)).toBeLessThanOrEqual(1);
        },
      ),
      {
        numRuns: isWhole ? 40 : 2,
        // A passage that keeps its key and its words. Its postings are removed before they are inserted
        // again.
        examples: [
          [
            [
              { does: 'forget', claim: 0, other: 0 },
              { does: 'say', note: 0, thing: 0, value: 0 },
              { does: 'move', note: 0 },
              { does: 'forget', claim: 0, other: 0 },
              { does: 'forget', claim: 0, other: 0 },
            ],
          ],
        ],
      },
    );
  });

  it('may be killed at any statement: nothing is lost, nothing is there twice, no epoch is left out', async () => {
    await using team = await setupTeam(server);
    let seed = 20;
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed / 2 ** 31;
    };
    const found = await killWorkers(server, team, { kills: isWhole ? 200 : 2, random });
    expect(found.announced).toEqual(Array.from({ length: found.epoch }, (_, i) => i + 1));
    const scope = await team.scope('workspace');
    await using store = await openClaimStore({
      path: join(found.disk, '.memora', 'memora.db'),
      readonly: true,
    });
    const options = { ledger: found.root, instants: [new Date().toISOString()] };
    const reader = createClaimReader({ ...team.as('ben'), scope });
    expect(await readEverything(reader, options)).toEqual(await readEverything(store, options));
    const files = readdirSync(found.root).filter((name) => name.endsWith('.md'));
    const said = (await reader.listClaims()).claims.map((claim) => `${claim.notePath} ${claim.subject}`);
    expect(new Set(said).size).toBe(said.length);
    expect(said.length).toBe(2 * files.length - 1);
  });
});
