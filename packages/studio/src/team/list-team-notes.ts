import type { ListedNote } from '../notes/listed-note.ts';
import type { TeamSource } from './team-source.ts';

interface Heads {
  readonly heads: readonly {
    readonly path: string;
    /** Null for a note that was deleted. */
    readonly hash: string | null;
    /** Null for a note that contains nothing secret. */
    readonly print: string | null;
  }[];
  readonly isLast: boolean;
}

/** The notes that a member sees, by path. A note with secret text is stored sealed and is not listed. */
export async function listTeamNotes({ ask }: Pick<TeamSource, 'ask'>): Promise<ListedNote[]> {
  const { scopes } = await ask<{ readonly scopes: readonly { readonly kind: string }[] }>('notes.scopes');
  const paths = new Set<string>();
  for (const { kind: scope } of scopes) {
    let [after, isLast] = ['', false];
    while (!isLast) {
      const page: Heads = await ask<Heads>('notes.heads', { scope, after });
      for (const { path, hash, print } of page.heads)
        if (hash !== null && print === null && path !== '_ledger.md') paths.add(path);
      after = page.heads.at(-1)?.path ?? '';
      isLast = page.isLast || after === '';
    }
  }
  return [...paths].sort().map((path) => ({ path }));
}
