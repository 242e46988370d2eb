import type { Claim } from '@memora/claims';
import type * as Sqlite from '@memora/claims/sqlite';
import { prepareRaw } from '../queries/prepare-query.ts';
import type { MaybePromise } from '../source/maybe-promise.ts';

/** Reads the lexical index's snippets by the claims' row keys. */
export type SnippetReader = (keys: readonly number[]) => MaybePromise<ReadonlyMap<number, string>>;

/** Prepares a read of the lexical index's snippets. */
export function prepareSnippets(db: Sqlite.Database): (keys: readonly number[]) => Map<number, string> {
  const read = prepareRaw(db, 'snippets');
  return (keys) => new Map(read.all(JSON.stringify(keys)) as [number, string][]);
}

/** Returns a claim's terms on one line. */
export function snippetOf({ subject, predicate, object }: Claim): string {
  return [subject, predicate, object ?? ''].join(' ').replace(/\s+/gu, ' ').trim();
}
