import { teamError } from '../connect/team-error.ts';
import { transactionAs } from '../connect/transaction-as.ts';
import { DEFAULT_EMBEDDER } from '../embedders/embedder-book.ts';
import { callFunction } from '../queries/call-function.ts';
import { type Acting, administer, record } from './members.ts';

/** Reads the name of the embedder that a workspace has chosen. For every member. */
export function readChosenEmbedder({ source, principal, workspace }: Acting): Promise<string> {
  return transactionAs(source, { role: 'ask', principal, workspace }, async (db) => {
    return (await callFunction(db, 'chosen_embedder')) ?? DEFAULT_EMBEDDER;
  });
}

/**
 * Chooses the embedder of a workspace by its name. Workers embed its scopes again; each scope keeps its
 * vectors until the new ones are complete. Returns the number of scopes; 0 if it was already chosen, which
 * retries failed and refused texts. For administrators. Throws `EMBEDDER_UNKNOWN` for a name that the operator
 * does not allow.
 */
export function chooseEmbedder(acting: Acting, name: string, names: readonly string[]): Promise<number> {
  return administer(acting, async (db) => {
    if (!names.includes(name))
      throw teamError(
        'EMBEDDER_UNKNOWN',
        'the server has no embedder of that name',
        `Choose one of ${names.join(', ')}. Its operator adds others to the settings, as [embedder.NAME].`,
      );
    const chosen = name === DEFAULT_EMBEDDER ? null : name;
    const scopes = await callFunction(db, 'choose_embedder', chosen);
    await record(db, acting, 'embedder use', { embedder: name });
    return scopes ?? 0;
  });
}
