import type { Claim } from '@memora/claims';
import type * as Sqlite from '@memora/claims/sqlite';
import type { MaybePromise } from '../source/maybe-promise.ts';

/** The snippets that the lexical index keeps, by the row keys of their claims. */
export type SnippetReader = (keys: readonly number[]) => MaybePromise<ReadonlyMap<number, string>>;

/** Reads the snippets that the lexical index keeps. */
export function prepareSnippets(db: Sqlite.Database): (keys: readonly number[]) => Map<number, string> {
  const read = db
    .prepare<[string], [number, string]>(
      'SELECT key, snippet FROM lexical_claims WHERE snippet IS NOT NULL AND key IN (SELECT value FROM json_each(?))',
    )
    .raw();
  return (keys) => new Map(read.all(JSON.stringify(keys)));
}

/** A claim's terms on one line. */
export function snippetOf({ subject, predicate, object }: Claim): string {
  return [subject, predicate, object ?? ''].join(' ').replace(/\s+/gu, ' ').trim();
}
