import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadBlake3 } from '@memora/claims/internal';
import type { Blake3 } from '@memora/core';
import {
  addMember,
  eraseTeamNote,
  initTeam,
  openPool,
  openTeamDatabase,
  readAddress,
  removeMember,
  runWorkerOnce,
  type TeamDatabase,
} from '@memora/postgres';
import type { SecretCodec } from '@memora/privacy';
import { createSecretCodec } from '@memora/privacy/keyring';
import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { TEAM_ENV, TEAM_KEY } from '@memora/testing-fixtures/team-key';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTeamMemory } from './open-team-memory.ts';
import type { TeamMemories } from './team-memory.ts';

const ASKED = ['Which word opens the quay?', 'How many steps has the quay?', 'quay'];
const CODEC = createSecretCodec(new Uint8Array(32).fill(7));
const WORD = 'heliotrope';
let round = 0;
/**
 * Without the word. The bytes differ each time, because an erasure refuses the bytes of every earlier version
 * permanently.
 */
const keepAnew = () => `# Quay\n\nThe quay has 30 steps, and was swept in round ${++round}.\n`;
/** A different claim each time, because an erased claim stays away. */
const tellAnew = () =>
  `# Quay\n\nThe word that opens quay ${++round} is ${WORD}.\n\nThe quay has 30 steps.\n`;
const hide = (text: string) => text.replace('# Quay', '---\nprivacy: secret\n---\n# Quay');

const reason = whyNoServer();
describe.skipIf(reason !== null)(
  `what was taken away from somebody whose rows stay${reason === null ? '' : ` (${reason})`}`,
  () => {
    let server: TestServer;
    let database: TeamDatabase;
    let memories: TeamMemories;
    /** The same for a caller with the key of the vault. */
    let keyed: TeamMemories;
    let hash: Blake3;
    const worker = mkdtempSync(join(tmpdir(), 'memora-away-'));
    const at = (login?: string) =>
      readAddress({ url: server.url('away', login), from: 'flag', env: TEAM_ENV });
    const as = (name: string, groups: string[] = []) => ({
      source: database.source,
      principal: { name, groups },
      workspace: 'acme',
      database: 'away',
      hash,
      codec: CODEC,
    });
    const publish = () => runWorkerOnce({ ...as('ann'), folder: worker });
    const open = (of: TeamDatabase, more: { readonly codec?: SecretCodec } = {}) =>
      openTeamMemory({ database: of, workspace: 'acme', env: { MEMORA_EMBED_PROVIDER: 'none' }, ...more });
    /** Everything that is shown: answers, hits, their texts, and their context. */
    const tell = async (of: TeamMemories, groups: string[] = []) => {
      const memory = await of.as({ name: 'eve', groups });
      const told: unknown[] = [];
      for (const question of ASKED) {
        const { id: _, ...answer } = (await memory.ask(question)) as unknown as Record<string, unknown>;
        told.push(
          answer,
          await memory.passages(question, { k: 20 }),
          await memory.query(question, { k: 20 }),
        );
      }
      return JSON.stringify(told);
    };
    /** Compares the view of an existing session with that of a newly opened one. */
    const expectAsNew = async (groups: string[] = []) => {
      await using anew = await openTeamDatabase(at('app'));
      const fresh = await tell(await open(anew), groups);
      for (let i = 0; i < 2; i++) {
        const told = await tell(memories, groups);
        expect(told).toBe(fresh);
        expect(told).not.toContain(WORD);
      }
    };
    const path = 'harbour/Quay.md';
    const write = async (text: string) => {
      const ben = await keyed.as({ name: 'ben' });
      await ben.replaceNote(path, text, (await ben.versionOf(path)) ?? 0, { deadline: 0 });
    };
    /** Asks until every possible cache is filled. */
    const askOften = async (groups: string[] = []) => {
      const text = tellAnew();
      await write(text);
      await publish();
      for (let i = 0; i < 3; i++) expect(await tell(memories, groups)).toContain(WORD);
      return text;
    };

    beforeAll(async () => {
      server = await startServer();
      hash = await loadBlake3();
      server.psql('CREATE DATABASE away');
      server.psql('CREATE ROLE app LOGIN NOINHERIT');
      const owner = openPool(at());
      await initTeam(owner, { workspace: 'acme', admin: 'ann', login: 'app', signingKey: TEAM_KEY });
      await owner.close();
      database = await openTeamDatabase(at('app'));
      await addMember(as('ann'), { principal: 'ben', isGroup: false, role: 'writer' });
      await addMember(as('ann'), { principal: 'eve', isGroup: false, role: 'reader' });
      memories = await open(database);
      keyed = await open(database, { codec: CODEC });
    });
    afterAll(async () => {
      await database?.close();
      await server?.[Symbol.asyncDispose]();
      rmSync(worker, { recursive: true, force: true });
    });

    it('is shown no more once the note says it is secret, before that is published and after', async () => {
      await write(hide(await askOften()));
      expect(await tell(memories)).not.toContain(WORD);
      await publish();
      await expectAsNew();
      // Also not after a member with the key saw it over the same connections.
      for (let i = 0; i < 3; i++) expect(await tell(keyed)).toContain('30 steps');
      await expectAsNew();
    });

    it('is shown no more once the note does not say it, before that is published and after', async () => {
      await askOften();
      await write(keepAnew());
      expect(await tell(memories)).not.toContain(WORD);
      await publish();
      await expectAsNew();
    });

    it('is shown no more once it was erased, also where its keys are given to something else', async () => {
      await askOften();
      const erased = await eraseTeamNote(path, { ...as('ann'), folder: worker, backupHorizon: null });
      expect(erased.found).toEqual([]);
      await expectAsNew();
      const ben = await keyed.as({ name: 'ben' });
      for (const summary of ['Berth', 'Bollard', 'Ladder'])
        await ben.capture(
          { region: 'harbour', summary, body: `The ${summary} of the quay has 12 steps and 3 rails.` },
          { scope: 'workspace', deadline: 0 },
        );
      await publish();
      await expectAsNew();
    });

    it('is shown no more to whoever is no member now, or whose group is none', async () => {
      await askOften();
      await removeMember(as('ann'), { principal: 'eve', isGroup: false });
      await expect(tell(memories)).rejects.toMatchObject({ code: 'TEAM_NOT_A_MEMBER' });
      await addMember(as('ann'), { principal: 'crew', isGroup: true, role: 'reader' });
      await expect(tell(memories)).rejects.toMatchObject({ code: 'TEAM_NOT_A_MEMBER' });
      await askOften(['crew']);
      await write(keepAnew());
      await publish();
      await expectAsNew(['crew']);
      await removeMember(as('ann'), { principal: 'crew', isGroup: true });
      await expect(tell(memories, ['crew'])).rejects.toMatchObject({ code: 'TEAM_NOT_A_MEMBER' });
      await addMember(as('ann'), { principal: 'eve', isGroup: false, role: 'reader' });
      await expectAsNew();
      // A member who is re-added can write again, even where a note was erased: an erasure refuses bytes, not
      // people.
      await removeMember(as('ann'), { principal: 'ben', isGroup: false });
      await expect(write(keepAnew())).rejects.toMatchObject({ code: 'TEAM_NOT_A_MEMBER' });
      await addMember(as('ann'), { principal: 'ben', isGroup: false, role: 'writer' });
      await write(keepAnew());
      await publish();
      await expectAsNew();
    });

    it('does not come back where a backup is restored whose publication has the same number', async () => {
      await askOften();
      const [epoch] = [server.psql("SELECT epoch FROM memora.scope WHERE kind = 'workspace'", 'away')];
      await write(keepAnew());
      await publish();
      for (let i = 0; i < 3; i++) await tell(memories);
      // As after a restore: the publication has the number of an earlier one and another time.
      server.psql(`UPDATE memora.scope SET epoch = ${epoch} WHERE kind = 'workspace'`, 'away');
      await expectAsNew();
    });
  },
);
