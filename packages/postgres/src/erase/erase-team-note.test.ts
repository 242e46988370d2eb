import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Embedder } from '@memora/retrieval';
import { describe, expect, it } from 'vitest';
import { onlyEmbedder } from '../embedders/embedder-book.ts';
import { pushFolder } from '../notes/push-folder.ts';
import { readTeamNote } from '../notes/read-note.ts';
import { runEmbeddings } from '../publish/embed/run-embeddings.ts';
import { runWorkerOnce } from '../publish/run-worker.ts';
import { workOnScope } from '../publish/scope-worker.ts';
import { createClaimReader } from '../read/create-claim-reader.ts';
import { setupTeam, writeNote } from '../testing-fixtures/setup-team.ts';
import { noServer, useServer } from '../testing-fixtures/use-server.ts';
import { eraseTeamNote } from './erase-team-note.ts';

const server = useServer();

describe.skipIf(noServer !== null)(
  `erasing on a real server${noServer === null ? '' : ` (${noServer})`}`,
  () => {
    it('leaves no word of a note in any table, keeps the rest, and says how long backups keep it', async () => {
      await using team = await setupTeam(server());
      const ann = team.as('ann');
      const folder = team.folder({
        'heliotrope.md': 'The heliotrope pump belongs to Zebulon.\n',
        'kept.md': 'The hall has 3 doors.\n',
      });
      await pushFolder({ ...ann, root: folder });
      const scope = await team.scope('workspace');
      const disk = team.folder();
      await workOnScope({ ...ann, scope, folder: disk });
      writeNote(folder, 'heliotrope.md', 'The heliotrope pump belongs to Bartholomew.\n');
      await pushFolder({ ...ann, root: folder });
      await workOnScope({ ...ann, scope, folder: disk });
      const reader = createClaimReader({ ...ann, scope });
      expect(await reader.countClaims({ retired: true })).toBe(3);

      const erasing = {
        ...ann,
        folder: disk,
        backupHorizon: 30,
        now: () => new Date('2027-01-01T00:00:00Z'),
      };
      await expect(eraseTeamNote('heliotrope.md', { ...erasing, ...team.as('ben') })).rejects.toMatchObject({
        code: 'TEAM_RIGHTS_MISSING',
      });
      await expect(eraseTeamNote('none.md', erasing)).rejects.toMatchObject({ code: 'NOTE_NOT_FOUND' });
      const erased = await eraseTeamNote('heliotrope.md', erasing);
      expect(erased).toMatchObject({ versions: 2, found: [], goneBy: '2027-01-31T00:00:00.000Z' });
      expect(erased.claimIds).toHaveLength(2);
      expect(await reader.countClaims({ retired: true })).toBe(1);
      const dump = server().psql(
        `SELECT string_agg(table_name, ' ') FROM information_schema.tables WHERE table_schema = 'memora'`,
        team.database,
      );
      for (const table of dump.split(' ')) {
        const rows = server().psql(
          `SELECT coalesce(string_agg(t::text, ' '), '') FROM memora.${table} t`,
          team.database,
        );
        for (const word of ['eliotrope', 'Zebulon', 'zebulon', 'Bartholomew'])
          for (const text of [word, Buffer.from(word).toString('hex')])
            expect([table, rows]).not.toEqual([table, expect.stringContaining(text)]);
      }
      // The folder of the worker, whose notes are files, does not have it either.
      for (const entry of readdirSync(disk, { recursive: true, withFileTypes: true }))
        if (entry.isFile())
          expect([
            entry.name,
            readFileSync(join(entry.parentPath, entry.name)).toString('latin1'),
          ]).not.toEqual([entry.name, expect.stringMatching(/eliotrope|ebulon|Bartholomew/)]);
      await expect(readTeamNote('heliotrope.md', ann)).rejects.toMatchObject({ code: 'NOTE_NOT_FOUND' });
      expect(String(await readTeamNote('kept.md', ann))).toContain('3 doors');
      expect(String(await readTeamNote('_ledger.md', ann))).toMatch(/ erase claim:\w{16}/);

      // The ledger no longer lists its claims, because they cannot be read any more.
      expect((await reader.listClaims({ retired: true })).claims.map(({ notePath }) => notePath)).toEqual([
        'kept.md',
      ]);
    });

    it('keeps the vectors of other notes, and leaves new claims to the next worker to embed', async () => {
      await using team = await setupTeam(server());
      const ann = team.as('ann');
      const folder = team.folder({
        'heliotrope.md': 'The heliotrope pump belongs to Zebulon.\n',
        'kept.md': 'The hall has 3 doors.\n',
        'other.md': 'The soup needs salt.\n',
      });
      const embedder = countLetters();
      const disk = team.folder();
      const push = () => pushFolder({ ...ann, root: folder });
      const work = async () => {
        const working = { ...ann, folder: disk, embedders: onlyEmbedder(embedder) };
        await runWorkerOnce(working);
        await runEmbeddings(working);
      };
      const vectors = () =>
        server().psql(
          `SELECT (SELECT string_agg(state || vectors, ',') FROM memora.vector_set s JOIN memora.vector_count c ON c.scope = s.scope AND c.set_id = s.id)
             || (SELECT ' ' || count(*) FROM memora.vector_text) || (SELECT ' ' || count(*) FROM memora.vector_pending)`,
          team.database,
        );
      await push();
      await work();
      expect(vectors()).toBe('ready3 3 0');
      writeNote(folder, 'new.md', 'The kiln is cold.\n');
      await push();
      await eraseTeamNote('heliotrope.md', { ...ann, folder: team.folder(), backupHorizon: null });
      expect(vectors()).toBe('ready2 3 1');
      // None without pgvector.
      expect(['0', '2']).toContain(server().psql('SELECT count(*) FROM memora.vector_near', team.database));
      embedder.seen.length = 0;
      await work();
      expect(embedder.seen).toEqual(['new. The kiln is cold.']);
      expect(vectors()).toBe('ready3 3 0');
    });
  },
);

/** An embedder with one dimension per letter. */
function countLetters(): Embedder & { readonly seen: string[] } {
  const seen: string[] = [];
  return {
    id: 'letters',
    version: '1',
    dimensions: 26,
    place: 'loopback',
    seen,
    embed: async (texts) => {
      seen.push(...texts);
      return texts.map((text) =>
        Float32Array.from({ length: 26 }, (_, i) => text.split(String.fromCharCode(97 + i)).length - 1),
      );
    },
  };
}
