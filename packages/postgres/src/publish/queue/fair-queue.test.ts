import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openTeamNotes } from '../../notes/open-team-notes.ts';
import { pushFolder } from '../../notes/push-folder.ts';
import { createClaimReader } from '../../read/create-claim-reader.ts';
import { setupTeam, type TestTeam, writeNote } from '../../testing-fixtures/setup-team.ts';
import { noServer, useServer } from '../../testing-fixtures/use-server.ts';
import { holdLease } from '../hold-lease.ts';
import { findScopes, runWorkerOnce } from '../run-worker.ts';
import type { WorkReport } from '../scope-worker.ts';
import { createWorkerPace } from './worker-pace.ts';

const server = useServer();

/** A folder with many of Ann's own notes, each longer than the one before. */
function largeFolder(team: TestTeam, notes: number): string {
  const folder = team.folder();
  for (let i = 1; i <= notes; i++)
    writeNote(
      folder,
      `users/ann/n${i}.md`,
      `# Pump ${i}\n\n${`The pump ${i} has ${i} valves. `.repeat(20 * i)}\n`,
    );
  return folder;
}

/** The slowest case: each round takes one note or a few. */
const slow = () => ({ ...createWorkerPace(), bytesOf: () => 4_000 });

describe.skipIf(noServer !== null)(
  `the queue of a worker${noServer === null ? '' : ` (${noServer})`}`,
  () => {
    it('publishes what somebody captures between two rounds on what somebody else has pushed', async () => {
      await using team = await setupTeam(server());
      const [ann, ben] = [team.as('ann'), team.as('ben')];
      const [hers, shared] = [await team.scope('user', 'ann'), await team.scope('workspace')];
      await pushFolder({ ...ann, root: largeFolder(team, 12) });
      const turns: number[] = [];
      const capturing: Promise<unknown>[] = [];
      await runWorkerOnce({
        ...ann,
        folder: team.folder(),
        pace: slow(),
        onRound: (round) => {
          turns.push(round.scope);
          if (turns.length === 2 || turns.length === 4)
            capturing.push(
              openTeamNotes(ben).captureNote(
                `line-${turns.length}.md`,
                Buffer.from(`The hall has ${turns.length} doors.\n`),
              ),
            );
        },
      });
      await Promise.all(capturing);
      await runWorkerOnce({ ...ann, folder: team.folder() });
      const last = turns.lastIndexOf(hers);
      // Each of the two was published before the push was half done.
      expect(turns.filter((scope) => scope === shared).length).toBeGreaterThanOrEqual(2);
      expect(turns.indexOf(shared)).toBeLessThan(last / 2 + 2);
      expect(turns.slice(0, last).filter((scope) => scope === shared)).toHaveLength(2);
      expect(await createClaimReader({ ...ben, scope: shared }).countClaims()).toBe(2);
      expect(await createClaimReader({ ...ann, scope: hers }).countClaims()).toBeGreaterThan(12);
    });

    it('takes the smallest notes of a scope first, and goes on where it was stopped', async () => {
      await using team = await setupTeam(server());
      const ann = team.as('ann');
      const scope = await team.scope('user', 'ann');
      await pushFolder({ ...ann, root: largeFolder(team, 10) });
      const folder = team.folder();
      const stop = new AbortController();
      const rounds: WorkReport[] = [];
      const working = runWorkerOnce({
        ...{ ...ann, folder, pace: slow(), holder: 'one', signal: stop.signal },
        onRound: (round) => {
          if ('left' in round) rounds.push(round);
          if (rounds.length === 3) stop.abort(new Error('stopped'));
        },
      });
      await expect(working).rejects.toThrow('stopped');
      expect(rounds[0]?.notes).toBeGreaterThan(1);
      expect(rounds.map(({ left }) => left)).toEqual(
        [...rounds.map(({ left }) => left)].sort((a, b) => b - a),
      );
      const published = server()
        .psql(
          `SELECT string_agg(path, ' ' ORDER BY path) FROM memora.note WHERE scope = ${scope}`,
          team.database,
        )
        .split(' ');
      expect(published).toEqual(expect.arrayContaining(['n1.md', 'n2.md']));
      expect(published).not.toContain('n10.md');
      const rest = await runWorkerOnce({ ...ann, folder, holder: 'one' });
      expect(rest.map(({ takenBack }) => takenBack).reduce((sum, each) => sum + each, 0)).toBe(0);
      expect(rest.reduce((sum, { notes }) => sum + notes, 0)).toBe(
        10 - rounds.reduce((sum, { notes }) => sum + notes, 0),
      );
      expect(await findScopes({ ...ann, holder: 'one' })).toEqual([]);
    });

    it('does nothing for scopes without notes, and waits for nobody who is at another', async () => {
      await using team = await setupTeam(server());
      const ann = team.as('ann');
      server().psql(
        `INSERT INTO memora.scope (workspace, kind, owner) SELECT id, 'user', 'person-' || n FROM memora.workspace, generate_series(1, 200) n WHERE name = 'acme'`,
        team.database,
      );
      const folder = team.folder();
      expect(await runWorkerOnce({ ...ann, folder })).toEqual([]);
      expect(readdirSync(folder)).toEqual([]);

      const hers = await team.scope('user', 'ann');
      const root = team.folder({ 'a.md': 'The hall has 3 doors.\n' });
      writeNote(root, 'users/ann/b.md', 'The gate has 2 wings.\n');
      await pushFolder({ ...ann, root });
      await using _lease = await holdLease({ ...ann, scope: hers, holder: 'another' });
      // A worker that publishes locks the row of the scope as well.
      const { within } = _lease;
      let reports: WorkReport[] = [];
      await within(async () => {
        reports = await runWorkerOnce({ ...ann, folder, holder: 'one' });
      });
      expect(reports.map(({ scope }) => scope)).toEqual([await team.scope('workspace')]);
      expect((await findScopes({ ...ann, holder: 'one' })).map(({ id, isHeld }) => [id, isHeld])).toEqual([
        [hers, true],
      ]);
    });

    it('tries what fails less and less often, and at once where something new is written', () => {
      let now = 0;
      const pace = createWorkerPace(() => now);
      pace.fail(1, 10);
      expect([pace.isWaiting(1, 10), pace.isWaiting(1, 11), pace.isWaiting(2, 10)]).toEqual([
        true,
        false,
        false,
      ]);
      now = 1_000;
      expect(pace.isWaiting(1, 10)).toBe(false);
      pace.fail(1, 10);
      now = 2_500;
      expect(pace.isWaiting(1, 10)).toBe(true);
      pace.succeed(1);
      expect(pace.isWaiting(1, 10)).toBe(false);
    });

    it('holds no scope any more once a round has ended, whatever its lease was doing at that moment', async () => {
      await using team = await setupTeam(server());
      const ann = team.as('ann');
      const scope = await team.scope('workspace');
      // The lease renewal takes longer in transit than the end of the lease.
      const source: typeof team.source = {
        ...team.source,
        withConnection: (work, options) =>
          team.source.withConnection(
            (db) =>
              work({
                ...db,
                rows: async (sql, values) => {
                  if (sql.includes('keep_lease')) await new Promise((resolve) => setTimeout(resolve, 300));
                  return db.rows(sql, values);
                },
              }),
            options,
          ),
      };
      for (const turn of [1, 2]) {
        const lease = await holdLease({ ...ann, source, scope, holder: `one-${turn}`, lasting: 300 });
        await new Promise((resolve) => setTimeout(resolve, 120));
        await lease.end(null);
        const held = server().psql(
          `SELECT leased_until IS NOT NULL FROM memora.scope WHERE id = ${scope}`,
          team.database,
        );
        await new Promise((resolve) => setTimeout(resolve, 500));
        const after = server().psql(
          `SELECT leased_until IS NOT NULL FROM memora.scope WHERE id = ${scope}`,
          team.database,
        );
        expect([held, after]).toEqual(['f', 'f']);
      }
    });

    it('takes more at once where rounds are short, and less where they are long', () => {
      const pace = createWorkerPace();
      const first = pace.bytesOf(1);
      pace.tell(1, first, 100);
      expect(pace.bytesOf(1)).toBe(first * 2);
      pace.tell(1, first * 2, 4_000);
      expect(pace.bytesOf(1)).toBe(first);
      for (let i = 0; i < 20; i++) pace.tell(1, 1_000, 60_000);
      expect(pace.bytesOf(1)).toBe(16_384);
    });
  },
);
