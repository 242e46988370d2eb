import type { SecretCodec } from '@memora/privacy';
import type { ConnectionSource } from '../connect/connection.ts';
import { type Principal, transactionAs } from '../connect/transaction-as.ts';
import { readScopes, type ScopeKind } from '../team/scopes.ts';
import { createClaimReader, type TeamReader } from './create-claim-reader.ts';
import { joinReaders } from './join-readers.ts';
import { readClaimsOver } from './read-claims.ts';

export interface OpenTeamReaderOptions {
  readonly source: ConnectionSource;
  readonly principal: Principal;
  readonly workspace: string;
  /** Decrypts secret claims; without it they show `[redacted]`. */
  readonly codec?: SecretCodec | undefined;
}

/** A reader that stays valid when scopes are added. */
export interface LastingTeamReader extends TeamReader {
  /** Adds scopes that the principal sees; a new one is read from now on. */
  readonly follow: (kinds: Iterable<ScopeKind>) => Promise<void>;
  /** Returns the scopes that it reads. */
  readonly kinds: () => ReadonlySet<ScopeKind>;
}

/** Opens a reader of the claims of all scopes that a principal sees. Throws `TEAM_NOT_A_MEMBER` if there is none. */
export async function openTeamReader(options: OpenTeamReaderOptions): Promise<LastingTeamReader> {
  const { source, principal, workspace } = options;
  const open = async () => {
    const scopes = await transactionAs(source, { role: 'ask', principal, workspace }, readScopes);
    const readers = scopes.map(({ id, kind }) => ({
      kind,
      reader: createClaimReader({ ...options, scope: id }),
    }));
    // One statement in one transaction: separate ones would each cost another begin and another plan.
    const claimsOver = (ids: readonly string[]) =>
      transactionAs(source, { role: 'ask', principal, workspace }, async (db) => {
        const found = await readClaimsOver(
          db,
          scopes.map(({ id }) => id),
          ids,
          options.codec,
        );
        return new Map(scopes.map(({ id, kind }) => [kind, found.get(id) ?? new Map()]));
      });
    return { kinds: new Set(scopes.map(({ kind }) => kind)), reader: joinReaders(readers, claimsOver) };
  };
  let opened = await open();
  const names = Object.keys(opened.reader) as (keyof TeamReader)[];
  const lasting = Object.fromEntries(
    names.map((name) => [
      name,
      (...given: unknown[]) => (opened.reader[name] as (...all: unknown[]) => unknown)(...given),
    ]),
  ) as unknown as TeamReader;
  return {
    ...lasting,
    // A missing claim may be in a scope that another server has created since.
    getClaims: async (ids, asked) => {
      const wanted = new Set(ids);
      const found = await opened.reader.getClaims(wanted, asked);
      if (found.size === wanted.size) return found;
      const scopes = await transactionAs(source, { role: 'ask', principal, workspace }, readScopes);
      if (scopes.every(({ kind }) => opened.kinds.has(kind))) return found;
      opened = await open();
      return opened.reader.getClaims(wanted, asked);
    },
    kinds: () => opened.kinds,
    follow: async (kinds) => {
      if ([...kinds].some((kind) => !opened.kinds.has(kind))) opened = await open();
    },
  };
}
