import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openClaimStore } from '@memora/claims';
import { parseLedger, readPublished, toLedgerDecisions } from '@memora/claims/internal';
import {
  type ReaderUnderTest,
  readerContract,
  readerLedger,
  writeReaderHistory,
} from '@memora/claims/testing';
import { createSecretCodec } from '@memora/privacy/keyring';
import { isWhole } from '@memora/testing-fixtures/every-nth';
import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { TEAM_KEY } from '@memora/testing-fixtures/team-key';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { ConnectionSource } from '../connect/connection.ts';
import { transactionAs } from '../connect/transaction-as.ts';
import { publishRows } from '../publish/publish-rows.ts';
import { initTeam } from '../schema/migrate.ts';
import { readScopes, scopeOf } from '../team/scopes.ts';
import { openPglite } from '../testing-fixtures/open-pglite.ts';
import { setupTeam, type TestTeam, WORKSPACE } from '../testing-fixtures/setup-team.ts';
import { createClaimReader } from './create-claim-reader.ts';

const codec = createSecretCodec(new Uint8Array(32).fill(7));
const principal = { name: 'ann' };

/** Publishes the history of the contract suite into the workspace of a team. */
async function publishHistory(source: ConnectionSource): Promise<ReaderUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), 'memora-reader-'));
  await using store = await openClaimStore({ path: join(folder, 'memora.db'), codec });
  await writeReaderHistory(store);
  const { id: scope } = await transactionAs(
    source,
    { role: 'ask', principal, workspace: WORKSPACE },
    async (db) => scopeOf(await readScopes(db), 'workspace'),
  );
  await transactionAs(source, { role: 'publish', scope }, (db) =>
    publishRows(db, scope, readPublished(store.database), { isWhole: true, last: async () => undefined }),
  );
  const { entries } = parseLedger(await readerLedger(store));
  rmSync(folder, { recursive: true });
  const reading = { source, principal, workspace: WORKSPACE, scope };
  return {
    reader: createClaimReader({ ...reading, codec }),
    keyless: createClaimReader(reading),
    decisions: toLedgerDecisions(entries),
  };
}

const reason = whyNoServer();

// The same without a server. If a server is available, this runs only with `MEMORA_TEST_WHOLE=1`.
if (isWhole || reason !== null)
  describe('a reader on PostgreSQL in WebAssembly', () => {
    let source: ConnectionSource;
    let under: ReaderUnderTest;
    beforeAll(async () => {
      source = await openPglite();
      await initTeam(source, { workspace: WORKSPACE, admin: principal.name, signingKey: TEAM_KEY });
      under = await publishHistory(source);
    });
    afterAll(() => source?.close());
    it.each(readerContract)('$promise', ({ check }) => check(under));
  });

describe.skipIf(reason !== null)(`a reader on a real server${reason === null ? '' : ` (${reason})`}`, () => {
  let server: TestServer;
  let team: TestTeam;
  let under: ReaderUnderTest;
  beforeAll(async () => {
    server = await startServer();
    team = await setupTeam(server);
    under = await publishHistory(team.source);
  });
  afterAll(async () => {
    await team?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });
  it.each(readerContract)('$promise', ({ check }) => check(under));
});
