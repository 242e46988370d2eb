import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HTTP_CLIENTS, type TestClient } from '../../testing-fixtures/connect-client.ts';
import { type McpTeam, type ServedTeam, setupTeam } from '../../testing-fixtures/setup-team.ts';
import { codeOf, outputOf } from '../../testing-fixtures/tool-output.ts';

const reason = whyNoServer();
const WAIT = { wait_ms: 30_000 };
const PLACE = { scope: 'workspace' };

interface Learned {
  readonly at: string;
  readonly path: string;
  readonly version: number;
  readonly principal: string;
  readonly operation: string;
  readonly memories: readonly string[];
  readonly code: string;
}

describe.skipIf(reason !== null)(
  `what agents remember in a team${reason === null ? '' : ` (${reason})`}`,
  () => {
    let postgres: TestServer;
    let team: McpTeam;
    let server: ServedTeam;
    const tokens: Record<string, string> = {};
    const clients: Record<string, TestClient> = {};
    const call = async (who: string, tool: string, args: object) => {
      clients[who] ??= await HTTP_CLIENTS['v2 SDK over HTTP'](server.url, tokens[who] ?? '');
      return clients[who].callTool(tool, { ...args } as Record<string, unknown>);
    };
    const remember = async (who: string, content: string, more: object = {}) =>
      outputOf(await call(who, 'memora_remember', { content, ...more, ...WAIT }));
    const supersede = async (who: string, args: object) =>
      outputOf(await call(who, 'memora_supersede', { ...args, ...WAIT }));
    const ask = async (who: string, operation: string, args: object = {}) => {
      const reply = await fetch(server.url.replace('/mcp', '/team'), {
        method: 'POST',
        headers: { authorization: `Bearer ${tokens[who]}`, 'content-type': 'application/json' },
        body: JSON.stringify({ operation, arguments: args }),
      });
      return (await reply.json()) as Record<string, unknown>;
    };
    const logOf = async (who: string, scope: string, after: Learned | null = null) => {
      const place = after && { at: after.at, path: after.path, version: after.version };
      return (await ask(who, 'learned', { scope, after: place }))['entries'] as Learned[];
    };
    /** Holds the workspace as another worker, so that nothing of it is published until then. */
    const hold = (until: string) =>
      postgres.psql(
        `UPDATE memora.scope SET holder = 'another', fence = fence + 1, leased_until = ${until} WHERE kind = 'workspace'`,
        team.name,
      );
    const told = (entries: readonly Learned[]) =>
      entries.map(({ principal, operation, memories, code }) => [principal, operation, memories[0], code]);
    const found = async (who: string, query: string) =>
      JSON.stringify(outputOf(await call(who, 'memora_query', { query }))['hits']);

    beforeAll(async () => {
      postgres = await startServer();
      team = await setupTeam(postgres);
      for (const who of ['ann', 'ben', 'eve'])
        tokens[who] = await team.tokenOf(who, ['memora:read', 'memora:write', 'memora:admin']);
      server = await team.serve({ withWorker: true });
    }, 120_000);
    afterAll(async () => {
      for (const client of Object.values(clients)) await client[Symbol.asyncDispose]();
      await team?.[Symbol.asyncDispose]();
      await postgres?.[Symbol.asyncDispose]();
    });

    it('is a note of the caller, by the agent, with the trust of an agent, and nobody else’s to find', async () => {
      const saved = await remember('ben', 'The relay of Harbor runs in Lisbon.', { entity: 'Harbor relay' });
      expect(saved).toMatchObject({ decision: 'accept', indexed: true, version: 1 });
      const path = String(saved['path']);
      expect(path).toMatch(/^@me\/semantic\/memory\/harbor-relay\/the-relay-of-harbor-runs-in-lisbon-/u);
      expect(outputOf(await call('ben', 'memora_get_note', { id: path }))).toMatchObject({ author: 'ben' });
      const text = postgres.psql(
        `SELECT encode(b.bytes, 'escape') FROM memora.blob b JOIN memora.head h ON h.scope = b.scope AND h.hash = b.hash WHERE h.path = '${path.slice(4)}'`,
        team.name,
      );
      expect(text).toContain('source: agent');
      const trust = postgres.psql(
        `SELECT DISTINCT c.trust FROM memora.claim c JOIN memora.note n ON n.scope = c.scope AND n.key = c.note WHERE n.note_id = '${saved['id']}'`,
        team.name,
      );
      expect(trust).toBe('0.7');
      expect(await found('ben', 'relay of Harbor')).toContain('Lisbon');
      expect(await found('eve', 'relay of Harbor')).not.toContain('Lisbon');
      expect(told(await logOf('ben', 'user'))).toEqual([['ben', 'remember', saved['id'], 'new']]);
      expect(await logOf('eve', 'workspace')).toEqual([]);
    });

    it('passes the gates of a memory on disk, and needs the role of a writer where others read it', async () => {
      const saved = await remember('ben', 'The archive of Harbor is in Oslo.', PLACE);
      const refused = async (content: string, more: object = {}) => {
        const { decision, why, id } = await remember('ben', content, { ...PLACE, ...more });
        return [decision, String(why).split(':')[0], id];
      };
      expect(await refused('…')).toEqual(['reject', 'no letter and no digit', null]);
      expect(await refused('It is so.')).toEqual(['reject', 'under 15 characters', null]);
      expect(await refused('The pier is long. '.repeat(120))).toEqual([
        'reject',
        'over 2,000 characters',
        null,
      ]);
      expect(await refused('The gate of Harbor is open.', { lasts: 'moment' })).toEqual([
        'reject',
        'what lasts a moment is not saved',
        null,
      ]);
      // Repeated by another agent of the team, with other punctuation.
      expect(await refused('the archive of Harbor is in *Oslo*')).toEqual([
        'reinforce',
        'it is remembered already',
        saved['id'],
      ]);
      expect(
        codeOf(await call('eve', 'memora_remember', { content: 'The quay of Harbor is old.', ...PLACE })),
      ).toBe('TEAM_RIGHTS_MISSING');
      expect(await remember('eve', 'The archive of Harbor is in Oslo.')).toMatchObject({
        decision: 'accept',
      });
      const [horn, bell] = [
        await remember('ben', 'The horn of Harbor sounds at noon.'),
        await remember('ben', 'The bell of Harbor has no horn beside it.'),
      ];
      postgres.psql(
        `INSERT INTO memora.version (scope, path, version, author, via, memories, code)
         SELECT id, 'x' || n || '.md', 1, 'ben', 'remember', 'mem_x', 'new' FROM memora.scope, generate_series(1, 60) AS n WHERE owner = 'ben'`,
        team.name,
      );
      expect(await remember('ben', 'The lamp of Harbor is green.')).toMatchObject({
        decision: 'reject',
        why: 'too many saves within an hour: a later one can save it',
      });
      // A memory that replaces another counts, and so does a link. Forgetting does not.
      for (const replacing of [{ content: 'The horn of Harbor sounds at one.' }, { by: bell['id'] }])
        expect(await supersede('ben', { id: horn['id'], ...replacing })).toMatchObject({
          decision: 'reject',
          why: 'too many saves within an hour: a later one can save it',
        });
      expect(outputOf(await call('ben', 'memora_forget', { id: bell['id'], ...WAIT }))).toMatchObject({
        forgotten: bell['id'],
      });
      postgres.psql("DELETE FROM memora.version WHERE memories = 'mem_x'", team.name);
    });

    it('is replaced by content or by a saved memory, and the log of the scope says by whom', async () => {
      const before = (await logOf('ben', 'workspace')).at(-1) ?? null;
      const first = await remember('ben', 'The crane of the Tern stands at berth four.', PLACE);
      const second = await supersede('ann', {
        id: first['id'],
        content: 'The crane of the Tern stands at berth nine.',
      });
      expect(second).toMatchObject({ decision: 'supersede', indexed: true });
      expect(String(second['path'])).toMatch(/^semantic/u);
      expect(await found('eve', 'crane of the Tern berth')).toContain('berth nine');
      expect(await found('eve', 'crane of the Tern berth')).not.toContain('berth four');
      const third = await remember('ben', 'Since spring the Tern has no crane any more.', PLACE);
      expect(await supersede('ben', { id: second['id'], by: third['id'] })).toMatchObject({
        ...{ decision: 'supersede', id: third['id'], version: 2 },
      });
      expect(await found('eve', 'crane of the Tern berth')).not.toContain('berth nine');
      const own = await remember('ben', 'The crane of the Tern is painted red.');
      expect(codeOf(await call('ben', 'memora_supersede', { id: third['id'], by: own['id'] }))).toBe(
        'MEMORY_INVALID',
      );
      expect(told(await logOf('eve', 'workspace', before))).toEqual([
        ['ben', 'remember', first['id'], 'new'],
        ['ann', 'supersede', second['id'], 'explicit'],
        ['ben', 'remember', third['id'], 'new'],
        ['ben', 'supersede', third['id'], 'linked'],
      ]);
      expect((await logOf('eve', 'workspace', before)).at(-1)?.memories).toEqual([third['id'], second['id']]);
    });

    it('is not confused with its promoted copy, nor does a link or forgetting lose what a person wrote', async () => {
      const saved = await remember('ben', 'Ben rents the boathouse of Faro until spring.');
      const own = String(saved['path']);
      const promoted = outputOf(await call('ben', 'memora_promote', { path: own, ...WAIT }));
      const copy = String(promoted['path']);
      expect(promoted).toMatchObject({ indexed: true });
      const ambiguous = [
        await call('ben', 'memora_supersede', {
          id: saved['id'],
          content: 'Ben left the boathouse of Faro.',
        }),
        await call('ben', 'memora_supersede', { id: own, by: saved['id'] }),
        await call('ben', 'memora_forget', { id: saved['id'] }),
      ];
      for (const each of ambiguous) {
        expect(codeOf(each)).toBe('MEMORY_INVALID');
        expect(JSON.stringify(each)).toContain(own);
        expect(JSON.stringify(each)).toContain(copy);
      }
      const next = await supersede('ben', { id: own, content: 'Ben left the boathouse of Faro.' });
      expect(next).toMatchObject({ decision: 'supersede', indexed: true });
      expect(String(next['path'])).toMatch(/^@me\//u);
      expect(await found('eve', 'boathouse of Faro')).toContain('until spring');
      expect(await found('eve', 'boathouse of Faro')).not.toContain('left');
      expect(await found('ben', 'boathouse of Faro')).toContain('left');

      const [one, two] = [
        await remember('ben', 'The kiosk of Faro sells tea.', PLACE),
        await remember('ben', 'The stall of Faro has coffee instead of tea.', PLACE),
      ];
      // Not published in time: the answer says what the result will be.
      hold("clock_timestamp() + interval '1 hour'");
      const early = await call('ben', 'memora_supersede', { id: one['id'], by: two['id'], wait_ms: 0 });
      expect(outputOf(early)).toMatchObject({ decision: 'supersede', indexed: false });
      hold('NULL');
      await expect
        .poll(() => found('eve', 'kiosk of Faro'), { timeout: 30_000 })
        .not.toContain('kiosk of Faro sells tea');
      const three = await remember('ben', 'The booth of Faro has cocoa.', PLACE);
      const { path } = three;
      const { body } = outputOf(await call('ann', 'memora_get_note', { id: path }));
      expect(String(body)).toContain('cocoa');
      const text = `---\nid: ${three['id']}\nkind: fact\nsource: agent\nmine: keep this\nprivacy: private\ncreated: 2026-11-01T10:00:00Z\n---\nThe booth of Faro has cocoa.\n`;
      const edited = { path, text, version: 1 };
      const changed = outputOf(await call('ann', 'memora_update_note', { ...edited, ...WAIT }));
      expect(changed).toMatchObject({ version: 2, indexed: true });
      expect(codeOf(await call('ben', 'memora_supersede', { id: two['id'], by: three['id'] }))).toBe(
        'MEMORY_INVALID',
      );
      hold("clock_timestamp() + interval '1 hour'");
      await call('ann', 'memora_update_note', {
        ...edited,
        version: 2,
        text: `${text}Ann adds.\n`,
        wait_ms: 0,
      });
      expect(codeOf(await call('ben', 'memora_forget', { id: three['id'], wait_ms: 0 }))).toBe(
        'NOTE_CHANGED',
      );
      hold('NULL');
    });

    it('is kept once if one principal’s agents save it twice before it is published', async () => {
      hold("clock_timestamp() + interval '1 hour'");
      const save = async (who: string, content: string) =>
        outputOf(await call(who, 'memora_remember', { content, ...PLACE, wait_ms: 0 }));
      const said = 'The winch of the Auk turns left.';
      const both = await Promise.all([save('ben', said), save('ben', 'The winch of the *Auk* turns left.')]);
      const [kept] = both.filter(({ decision }) => decision === 'accept');
      const [again] = both.filter(({ decision }) => decision === 'reinforce');
      expect([kept?.['version'], again?.['id'], again?.['why']]).toEqual([
        1,
        kept?.['id'],
        'it is remembered already',
      ]);
      expect(await save('ben', 'The winch of the Auk turns right.')).toMatchObject({ decision: 'accept' });
      expect(await save('ann', said)).toMatchObject({ decision: 'accept' });
      const written = () =>
        postgres.psql("SELECT count(*) FROM memora.head WHERE path LIKE '%winch-of-the-auk%'", team.name);
      expect(written()).toBe('3');
      hold('NULL');
      await expect.poll(() => found('eve', 'winch of the Auk'), { timeout: 30_000 }).toContain('turns right');
      expect(await save('ben', said)).toMatchObject({ decision: 'reinforce' });
      expect(written()).toBe('3');
    });

    it('does not replace what a person wrote', async () => {
      await call('ann', 'memora_capture', {
        ...{
          region: 'ops',
          summary: 'Sluice',
          body: 'The pressure of the sluice gate is 6 bar.',
          ...PLACE,
          ...WAIT,
        },
      });
      const { path, version } = outputOf(
        await call('ann', 'memora_capture', {
          ...{ region: 'ops', summary: 'Lock', body: 'x', ...PLACE, ...WAIT },
        }),
      );
      await call('ann', 'memora_update_note', {
        ...{ path, text: 'The pressure of the lock gate is 6 bar.\n', version, ...WAIT },
      });
      const saved = await remember('ben', 'The pressure of the lock gate is 9 bar.', PLACE);
      expect(saved).toMatchObject({ decision: 'contest' });
      expect(await found('eve', 'pressure of the lock gate')).toContain('6 bar');
    });

    it('is forgotten by its id, and a person brings it back', async () => {
      const saved = await remember('ben', 'The beacon of the Skua blinks twice.', PLACE);
      const gone = outputOf(await call('ben', 'memora_forget', { id: saved['id'], ...WAIT }));
      expect(gone).toMatchObject({ forgotten: saved['id'], path: saved['path'], version: 2, indexed: true });
      expect(await found('eve', 'beacon of the Skua')).not.toContain('blinks');
      expect(codeOf(await call('ben', 'memora_forget', { id: saved['id'] }))).toBe('MEMORY_NOT_FOUND');
      expect(await ask('ben', 'restore', { note: saved['path'], version: 1 })).toMatchObject({ version: 3 });
      await expect
        .poll(() => found('eve', 'beacon of the Skua'), { timeout: 30_000 })
        .toContain('blinks twice');
      expect(told((await logOf('eve', 'workspace')).slice(-3))).toEqual([
        ['ben', 'remember', saved['id'], 'new'],
        ['ben', 'forget', saved['id'], 'forgotten'],
        ['ben', 'restore', saved['id'], 'restored'],
      ]);
    });

    it('is in no log once it is erased, and a scope that is closed is exported with its log', async () => {
      const saved = await remember('eve', 'Xaverius of Quetzaltown owns the Skua.');
      const before = await logOf('eve', 'user');
      expect(before.at(-1)?.path).toContain('xaverius');
      await ask('eve', 'erase', { note: saved['path'] });
      expect(await logOf('eve', 'user')).toEqual(before.slice(0, -1));
      expect(await ask('ann', 'scope.learned', { owner: 'eve' })).toEqual({ entries: [], isLast: true });
      await ask('ann', 'member.remove', { principal: 'eve' });
      const { entries } = (await ask('ann', 'scope.learned', { owner: 'eve' })) as { entries: Learned[] };
      expect(told(entries)).toEqual(told(before.slice(0, -1)));
      expect(entries.every(({ path }) => !path.startsWith('@'))).toBe(true);
      expect(await ask('ben', 'scope.learned', { owner: 'eve' })).toMatchObject({
        error: { code: 'TEAM_RIGHTS_MISSING' },
      });
      await ask('ann', 'erase.user', { principal: 'ben' });
      expect(new Set((await logOf('ann', 'workspace')).map(({ principal }) => principal))).toEqual(
        new Set(['ann', '@erased']),
      );
    });
  },
);
