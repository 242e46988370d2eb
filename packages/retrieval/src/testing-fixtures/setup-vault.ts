import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  type ClaimIndex,
  type IndexReport,
  indexVault,
  openClaimStore,
  type SqliteClaimStore,
} from '@memora/claims';
import type { SecretCodec } from '@memora/privacy';
import { openVault } from '@memora/vault';
import { createLexicalIndex } from '../lexical/tables/create-lexical-index.ts';

/** A vault with an indexed store in a temporary folder. */
export interface TestVault extends AsyncDisposable {
  readonly root: string;
  readonly store: SqliteClaimStore;
  readonly write: (path: string, text: string) => void;
  readonly remove: (path: string) => void;
  readonly index: (options?: { readonly now?: () => Date }) => Promise<IndexReport>;
}

export async function setupVault(
  notes: Record<string, string>,
  options: { readonly codec?: SecretCodec; readonly indexes?: readonly ClaimIndex[] } = {},
): Promise<TestVault> {
  const root = mkdtempSync(join(tmpdir(), 'memora-retrieval-'));
  let clock = Date.parse('2026-01-01T00:00:00Z') / 1000;
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    clock += 7;
    utimesSync(join(root, path), clock, clock);
  };
  for (const [path, text] of Object.entries(notes)) write(path, text);
  const vault = await openVault(root);
  const store = await openClaimStore({
    path: join(root, '.memora', 'memora.db'),
    indexes: [createLexicalIndex(), ...(options.indexes ?? [])],
    ...(options.codec && { codec: options.codec }),
  });
  const index: TestVault['index'] = (wanted = {}) => indexVault({ vault, store, ...wanted });
  await index();
  return {
    root,
    store,
    write,
    remove: (path) => rmSync(join(root, path)),
    index,
    [Symbol.asyncDispose]: async () => {
      await store.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
