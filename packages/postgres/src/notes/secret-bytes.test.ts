import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createSecretCodec } from '@memora/privacy/keyring';
import { TEAM_ENV } from '@memora/testing-fixtures/team-key';
import { describe, expect, it } from 'vitest';
import { openPool } from '../connect/open-pool.ts';
import { readAddress } from '../connect/read-address.ts';
import { eraseTeamNote } from '../erase/erase-team-note.ts';
import { workOnScope } from '../publish/scope-worker.ts';
import { createClaimReader } from '../read/create-claim-reader.ts';
import { openProxy } from '../testing-fixtures/open-proxy.ts';
import { setupTeam, writeNote } from '../testing-fixtures/setup-team.ts';
import { noServer, useServer } from '../testing-fixtures/use-server.ts';
import { openTeamNotes } from './open-team-notes.ts';
import { promoteNote } from './promote-note.ts';
import { pullFolder } from './pull-folder.ts';
import { pushFolder } from './push-folder.ts';

const server = useServer(['log_statement=all', 'logging_collector=on']);

const TOKENS = ['heliotrope', 'Zebulon', 'quartzite'];
const OPEN = 'marigold';

describe.skipIf(noServer !== null)(
  `secrets on a real server${noServer === null ? '' : ` (${noServer})`}`,
  () => {
    it('stand in no byte that is sent, and in no file of the server(), its log and WAL among them', async () => {
      await using team = await setupTeam(server());
      await using proxy = await openProxy(server().socket, server().port);
      const sent: Buffer[] = [];
      proxy.decide = (bytes) => {
        sent.push(Buffer.from(bytes));
        return 'pass';
      };
      const url = `postgresql://app@127.0.0.1:${proxy.port}/${team.database}`;
      const source = openPool(readAddress({ url, from: 'flag', env: TEAM_ENV }));
      const ann = { ...team.as('ann'), source, codec: createSecretCodec(new Uint8Array(32).fill(7)) };
      const folder = team.folder({
        'safe.md': '---\nprivacy: secret\n---\n# Heliotrope\n\nThe heliotrope safe belongs to Zebulon.\n',
        'part.md':
          'The marigold pump runs.\n\n<!-- privacy:secret -->\nThe quartzite door belongs to Zebulon.\n<!-- /privacy:secret -->\n',
        'users/ann/own.md': '---\nprivacy: secret\n---\nZebulon owns the quartzite.\n',
      });
      await pushFolder({ ...ann, root: folder });
      const disk = team.folder();
      for (const kind of ['workspace', 'user'] as const) {
        const scope = await team.scope(kind);
        expect((await workOnScope({ ...ann, scope, folder: disk })).failures).toEqual([]);
        const { claims } = await createClaimReader({ ...ann, scope }).listClaims();
        expect(claims.some(({ band }) => band === 'secret')).toBe(true);
      }
      writeNote(
        folder,
        'safe.md',
        '---\nprivacy: secret\n---\nThe heliotrope safe belongs to nobody, says Zebulon.\n',
      );
      await pushFolder({ ...ann, root: folder });
      await promoteNote('own.md', ann);
      await openTeamNotes(ann).captureNote(
        'inbox.md',
        Buffer.from('---\nprivacy: secret\n---\nQuartzite: Zebulon.\n'),
      );
      await workOnScope({ ...ann, scope: await team.scope('workspace'), folder: disk });
      await pullFolder({ ...ann, root: team.folder() });
      await eraseTeamNote('inbox.md', { ...ann, folder: disk, backupHorizon: null });
      server().psql('CHECKPOINT');
      await source.close();

      const places: [string, Buffer][] = [['what was sent', Buffer.concat(sent)]];
      for (const file of filesOf(server().dataFolder)) places.push([file, readFileSync(file)]);
      expect(places.some(([file]) => file.includes('pg_wal/0'))).toBe(true);
      // The search finds open text, which shows that it looks in the right places.
      expect(places.filter(([, bytes]) => has(bytes, OPEN)).length).toBeGreaterThan(2);
      const told = places.flatMap(([file, bytes]) =>
        TOKENS.filter((token) => has(bytes, token)).map((token) => [file, token]),
      );
      expect(told).toEqual([]);
    });
  },
);

/** As text in either case of its first letter, and as its hexadecimal digits. */
function has(bytes: Buffer, word: string): boolean {
  const spelled = [word, word.toLowerCase(), `${word[0]?.toUpperCase()}${word.slice(1)}`];
  return spelled.some((each) => bytes.includes(each) || bytes.includes(Buffer.from(each).toString('hex')));
}

function filesOf(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const found = statSync(path);
    return found.isDirectory() ? filesOf(path) : found.isFile() ? [path] : [];
  });
}
