import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fingerprint } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import { openVault, type Vault } from '@memora/vault';
import type { Claim } from '../model/claim.ts';
import type { ClaimIndex } from '../model/claim-index.ts';
import type { IndexReport } from '../model/index-report.ts';
import { type IndexVaultOptions, indexVault } from '../run/index-vault.ts';
import { openClaimStore, type SqliteClaimStore } from '../store/sqlite-claim-store.ts';

/** A vault and its store in a temporary folder. */
export interface TestVault extends AsyncDisposable {
  readonly root: string;
  readonly vault: Vault;
  readonly store: SqliteClaimStore;
  readonly databasePath: string;
  readonly write: (path: string, text: string | Uint8Array) => void;
  readonly read: (path: string) => Buffer;
  readonly move: (from: string, to: string) => void;
  readonly remove: (path: string) => void;
  readonly index: (options?: Partial<IndexVaultOptions>) => Promise<IndexReport>;
  /** Live claims in file order. */
  readonly claims: () => Promise<readonly Claim[]>;
  /** Paths of live, readable claims whose span does not hash to their fingerprint. */
  readonly broken: () => Promise<string[]>;
}

export async function setupVault(
  notes: Record<string, string>,
  options: {
    readonly codec?: SecretCodec;
    readonly indexes?: readonly ClaimIndex[];
    readonly capture?: boolean;
  } = {},
): Promise<TestVault> {
  const root = mkdtempSync(join(tmpdir(), 'memora-claims-'));
  const databasePath = join(root, '.memora', 'memora.db');
  let clock = Date.parse('2026-01-01T00:00:00Z') / 1000;
  const write = (path: string, text: string | Uint8Array): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    // Files written in the tick of their indexing are read again: give them older times.
    clock += 7;
    utimesSync(join(root, path), clock, clock);
  };
  for (const [path, text] of Object.entries(notes)) write(path, text);
  const vault = await openVault(root);
  const store = await openClaimStore({ path: databasePath, ...options });
  const claims = async (): Promise<readonly Claim[]> => (await store.listClaims()).claims;
  return {
    root,
    vault,
    store,
    databasePath,
    write,
    read: (path) => readFileSync(join(root, path)),
    move: (from, to) => {
      mkdirSync(dirname(join(root, to)), { recursive: true });
      renameSync(join(root, from), join(root, to));
    },
    remove: (path) => rmSync(join(root, path)),
    index: (more = {}) => indexVault({ vault, store, ...more }),
    claims,
    broken: async () => {
      const wrong: string[] = [];
      for (const claim of await claims()) {
        if (claim.fingerprint === null) continue;
        const bytes = readFileSync(join(root, claim.notePath)).subarray(claim.span.start, claim.span.end);
        if (fingerprint(bytes) !== claim.fingerprint) wrong.push(`${claim.notePath}@${claim.span.start}`);
      }
      return wrong;
    },
    [Symbol.asyncDispose]: async () => {
      await store.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
