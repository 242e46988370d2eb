import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecretCodec } from '@memora/privacy/keyring';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toLedgerDecisions } from '../ledger/ledger-decisions.ts';
import { parseLedger } from '../ledger/parse-ledger.ts';
import { type ReaderUnderTest, readerContract } from '../testing/reader-contract.ts';
import { readerLedger, writeReaderHistory } from '../testing/reader-history.ts';
import { openClaimStore, type SqliteClaimStore } from './sqlite-claim-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'memora-reader-'));
const opened: SqliteClaimStore[] = [];
let under: ReaderUnderTest;
beforeAll(async () => {
  const path = join(folder, 'memora.db');
  const store = await openClaimStore({ path, codec: createSecretCodec(new Uint8Array(32).fill(7)) });
  await writeReaderHistory(store);
  const keyless = await openClaimStore({ path, readonly: true });
  opened.push(store, keyless);
  const { entries } = parseLedger(await readerLedger(store));
  under = { reader: store, keyless, decisions: toLedgerDecisions(entries) };
});
afterAll(async () => {
  for (const store of opened) await store.close();
  rmSync(folder, { recursive: true });
});

it('promises sixty things at least, each once', () => {
  expect(new Set(readerContract.map(({ promise }) => promise)).size).toBe(readerContract.length);
  expect(readerContract.length).toBeGreaterThanOrEqual(60);
});

it.each(readerContract)('$promise', ({ check }) => check(under));
