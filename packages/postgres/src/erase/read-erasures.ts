import { createHash } from 'node:crypto';
import type { Connection } from '../connect/connection.ts';
import { teamError } from '../connect/team-error.ts';
import { ask } from '../queries/ask.ts';

/** What was erased in a scope, as digests. */
export interface ScopeErasures {
  readonly isEmpty: boolean;
  /** True if a note of this path with these bytes was erased; with `anywhere`, if the bytes were erased and no other note of the scope had them. */
  readonly holds: (path: string, print: string, where?: 'anywhere') => boolean;
  /** True if a note of this path was erased, whatever its content. */
  readonly hasPath: (path: string) => boolean;
}

/** The digests of an erasure, in hex. */
export interface ErasureDigests {
  readonly path: string;
  readonly content: string;
  readonly anywhere: boolean;
}

/** Reads what was erased in a scope: a few hundred bytes per erasure. */
export async function readErasures(db: Connection, scope: number): Promise<ScopeErasures> {
  return toScopeErasures(await readErasureDigests(db, scope));
}

/** Reads erasures as rows, after the last one seen. */
export async function readErasureDigests(
  db: Connection,
  scope: number,
  { after, limit }: { readonly after?: string; readonly limit?: number } = {},
): Promise<ErasureDigests[]> {
  const rows = await ask(db, 'erasuresAfter', scope, Buffer.from(after ?? '', 'hex'), limit ?? null);
  return rows.map(({ path, content, anywhere }) => ({
    ...{ path: path.toString('hex'), content: content.toString('hex'), anywhere },
  }));
}

/** Converts rows of erasures to lookups. */
export function toScopeErasures(rows: readonly ErasureDigests[]): ScopeErasures {
  const paths = new Set(rows.map(({ path }) => path));
  const pairs = new Set(rows.map(({ path, content }) => `${path} ${content}`));
  const everywhere = new Set(rows.flatMap(({ content, anywhere }) => (anywhere ? [content] : [])));
  return {
    isEmpty: rows.length === 0,
    holds: (path, print, where) =>
      pairs.has(`${digestOf(path)} ${print}`) || (where === 'anywhere' && everywhere.has(print)),
    hasPath: (path) => paths.has(digestOf(path)),
  };
}

/** Returns the digest that the database computes for a path or a scope's owner. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Returns the error for a push that contains erased text. */
export function pushErased(files: readonly string[]) {
  const names = files.slice(0, 10).map((path) => JSON.stringify(path));
  const more = files.length > names.length ? ` and ${files.length - names.length} more` : '';
  return teamError(
    'NOTE_ERASED',
    `${names.join(', ')}${more} holds what was erased for good, or was made of it`,
    'Run `memora team pull`, which takes erased notes away here. Delete those that you have copied or changed, and push again.',
  );
}
