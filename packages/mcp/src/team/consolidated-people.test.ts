import { tidyTeamMemories } from '@memora/agent-memory/internal';
import type { ClaimId } from '@memora/core';
import { loadConfig } from '@memora/engine/config';
import { createScopeUpkeep } from '@memora/engine/team';
import { eraseTeamNote, restoreNoteVersion } from '@memora/postgres';
import { createSecretCodec } from '@memora/privacy/keyring';
import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setupRemembering, tidyingAfter } from '../testing-fixtures/setup-remembering.ts';

type Team = Awaited<ReturnType<typeof setupRemembering>>;

const reason = whyNoServer();
const SAID = 'The relay of Harbor runs in Lisbon on port 7000.';
const KEY = 'Zebulon keeps the heliotrope key.';
const OVER = { lines: ['valid_until: "2025-03"'] };

describe.skipIf(reason !== null)(
  `what people do while a team's memories are consolidated, and after${reason === null ? '' : ` (${reason})`}`,
  () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await startServer();
    }, 120_000);
    afterAll(async () => server?.[Symbol.asyncDispose]());

    const erase = (team: Team, path: string) =>
      eraseTeamNote(path, { ...team.as('ann'), folder: team.disk, backupHorizon: null });
    /** Every table that has a row with a word of the key, as text or as bytes. */
    const tablesWithKey = (team: Team): string[] =>
      team
        .psql(
          "SELECT string_agg(table_name, ' ') FROM information_schema.tables WHERE table_schema = 'memora'",
        )
        .split(' ')
        .filter((table) => {
          const words = 'eliotrope|ebulon|656c696f74726f7065';
          return team.psql(`SELECT count(*) FROM memora.${table} t WHERE t::text ~* '${words}'`) !== '0';
        });

    it('leaves no erased word behind in what it took out, and names what says the same', async () => {
      await using team = await setupRemembering(server);
      const [first, second, third] = [
        await team.keep('ben', KEY),
        await team.keep('ben', KEY),
        await team.keep('ben', KEY),
      ];
      expect(await team.tidy()).toMatchObject({ merged: 2 });
      // The kept one is a separate note; the person who erases decides about it.
      const erased = await erase(team, second.path);
      expect(erased.paths).toEqual([second.path, third.path].sort());
      expect(erased.found).toEqual([{ table: 'head', rows: 1, paths: [first.path] }]);
      expect((await erase(team, first.path)).found).toEqual([]);
      expect(tablesWithKey(team)).toEqual([]);
      // The kept one first.
      const [a, b] = [await team.keep('ben', SAID), await team.keep('ben', SAID)];
      await team.tidy();
      expect(await erase(team, a.path)).toMatchObject({
        ...{ paths: [a.path, b.path].sort(), found: [], versions: 3 },
      });
    });

    it('erases nothing that a person has written since, and names it', async () => {
      await using team = await setupRemembering(server);
      const ann = await team.member('ann');
      const quay = 'Kim signed the lease of the Porto quay on 4 May 2026.';
      // The kept one was rewritten and removed. Its earlier text is in another note now.
      const [a, b, c] = [
        await team.keep('ben', SAID),
        await team.keep('ben', SAID),
        await team.keep('ben', SAID),
      ];
      expect(await team.tidy()).toMatchObject({ merged: 2 });
      const text = String(await team.bytesOf('ann', a.path)).replace(SAID, quay);
      await ann.replaceNote(a.path, text, 1, { deadline: 0 });
      await ann.replaceNote('quay.md', text.replace(`id: ${a.id}\n`, ''), 0, { deadline: 0 });
      await ann.replaceNote(a.path, null, 2, { deadline: 0 });
      await team.work({ upkeep: undefined });
      const erased = await erase(team, b.path);
      expect(erased.paths).toEqual([b.path]);
      expect(erased.found).toContainEqual({ table: 'version', rows: 2, paths: [a.path, c.path].sort() });
      await restoreNoteVersion(a.path, 2, team.as('ann'));
      expect(await team.bytesOf('ann', a.path)).toBe(text);
      expect(await team.bytesOf('ann', 'quay.md')).toContain('Porto');
      // A removed one was restored and rewritten, and is current.
      const [d, e] = [await team.keep('ben', KEY), await team.keep('ben', KEY)];
      expect(await team.tidy()).toMatchObject({ merged: 1 });
      await restoreNoteVersion(e.path, 1, team.as('cal'));
      const back = String(await team.bytesOf('ann', e.path));
      await ann.replaceNote(e.path, back.replace(KEY, quay), 3, { deadline: 0 });
      const other = await erase(team, d.path);
      expect(other.paths).toEqual([d.path]);
      expect(other.found.filter(({ table }) => table === 'head')).toEqual([]);
      expect(other.found).toContainEqual({ table: 'version', rows: 1, paths: [e.path] });
      expect(await team.bytesOf('ann', e.path)).toContain('Porto');
    });

    it('leaves no erased word behind if the note is erased while it works', async () => {
      await using team = await setupRemembering(server);
      const [first, second] = [await team.keep('ben', KEY), await team.keep('ben', KEY)];
      await team.work({ upkeep: undefined });
      let erasing: ReturnType<typeof eraseTeamNote> | undefined;
      const upkeep = tidyingAfter(async () => {
        let sent = 0;
        const withConnection: typeof team.source.withConnection = (...given) => {
          sent++;
          return team.source.withConnection(...given);
        };
        const options = { ...team.as('ann'), source: { ...team.source, withConnection } };
        erasing ??= eraseTeamNote(first.path, { ...options, folder: team.folder(), backupHorizon: null });
        // The erasure has read the note and keeps requesting the scope.
        await expect.poll(() => sent, { timeout: 60_000 }).toBeGreaterThan(4);
      });
      const reports = await team.work({ upkeep });
      expect(reports.flatMap(({ upkeep: done }) => done.map(({ counts }) => counts['merged']))).toContain(1);
      const erased = await erasing;
      expect(erased?.paths).toEqual([first.path, second.path].sort());
      expect(tablesWithKey(team)).toEqual([]);
    });

    it('leaves a memory about which a person decides at the same moment', async () => {
      await using team = await setupRemembering(server);
      const cal = await team.member('cal');
      // The first decision of the scope, and a later one.
      for (const place of ['office', 'archive']) {
        const { path } = await team.keep('ben', `The ${place} of Harbor is closed.`, OVER);
        await team.work({ upkeep: undefined });
        const id = team.psql(
          `SELECT c.id FROM memora.claim c JOIN memora.note n ON n.scope = c.scope AND n.key = c.note WHERE n.path = '${path}'`,
        ) as ClaimId;
        const decision = { verb: 'revalidate', id, reason: 'still so' } as const;
        const upkeep = tidyingAfter(() => cal.decide(decision, { deadline: 0, scope: 'workspace' }));
        const counts = (await team.work({ upkeep })).flatMap(({ upkeep: done }) =>
          done.flatMap((report) => report.counts['left'] ?? []),
        );
        expect(counts, place).toEqual([1]);
        expect(await team.tidy(), place).not.toHaveProperty('ended');
        expect(await team.bytesOf('ann', path), place).not.toBeNull();
      }
    });

    it('leaves the memories of a scope that is closed at the same moment', async () => {
      await using team = await setupRemembering(server);
      const { path } = await team.keep('ben', 'The office of Harbor is closed.', { ...OVER, scope: '@me/' });
      const mark = (closed: string) =>
        team.psql(`UPDATE memora.scope SET left_at = ${closed} WHERE kind = 'user' AND owner = 'ben'`);
      const versions = () =>
        team.psql(`SELECT count(*) FROM memora.version WHERE path = '${path.slice('@me/'.length)}'`);
      expect(await team.tidy({ upkeep: tidyingAfter(async () => mark('now()')) })).toMatchObject({ left: 1 });
      expect(versions()).toBe('1');
      expect(await team.tidy()).not.toHaveProperty('ended');
      expect(versions()).toBe('1');
      mark('NULL');
      expect(await team.tidy()).toMatchObject({ ended: 1 });
    });

    it('confirms no guess about a secret: neither the list nor the count has it', async () => {
      await using team = await setupRemembering(server, createSecretCodec(new Uint8Array(32).fill(7)));
      const secret = { privacy: 'secret' };
      const [code, marked] = [
        'The vault code of Harbor is 7431.',
        'The pin of Harbor is <!--privacy:secret-->7431<!--/privacy--> today.',
      ];
      await team.keep('ben', code, secret);
      await team.keep('ben', marked);
      await team.keep('cal', 'The vault code of Harbor is 7429.', secret);
      await team.tidy();
      const wrong = await team.status('cal');
      await team.keep('cal', code, secret);
      await team.keep('cal', marked);
      await team.tidy();
      const right = await team.status('cal');
      expect(right?.counts).toEqual({ duplicates: 0 });
      expect([right?.counts, right?.duplicates]).toEqual([wrong?.counts, wrong?.duplicates]);
    });

    it('records a scope where the database refuses, and goes on with the scopes behind it', async () => {
      await using team = await setupRemembering(server);
      const settings = await loadConfig({ vault: undefined, env: {} });
      await team.keep('ben', 'The office of Harbor is closed.', OVER);
      await team.keep('ben', 'The archive of Harbor is closed.', { ...OVER, scope: '@me/' });
      await team.work({ upkeep: undefined });
      const grant =
        'EXECUTE ON FUNCTION memora.retire_memory(int, bigint, bigint, text, bigint, text, bigint, text)';
      team.psql(`REVOKE ${grant} FROM memora_publish`);
      const { run } = createScopeUpkeep({ settings, tidy: tidyTeamMemories });
      const outcomes = async () => {
        const upkeep = { isTime: () => true, dueOf: () => ['memories' as const], run };
        const reports = await team.work({ upkeep });
        return reports.flatMap(({ upkeep: done }) => done.map(({ counts }) => counts['failed'] ?? 0));
      };
      // The two scopes with something to remove, and those behind the first.
      const failed = await outcomes();
      expect(failed.filter((count) => count === 1)).toHaveLength(2);
      expect((await team.status('ann'))?.counts).toMatchObject({ failed: 1 });
      team.psql(`GRANT ${grant} TO memora_publish`);
      expect(new Set(await outcomes())).toEqual(new Set([0]));
    });
  },
);
