import { placeAt, writeWholeFile } from '@memora/privacy/files';
import { ServerError } from '../../protocol/server-error.ts';
import { isName } from '../gate/is-name.ts';
import type { TeamScope } from '../identify.ts';
import { makeToken, readTokenFile, stampOfTokenFile, type TokenEntry } from './token-file.ts';

/** The principal of a new token in a token file. */
export interface NewToken {
  readonly principal: string;
  /** The workspace in which it is valid; the server's by default. */
  readonly workspace?: string | undefined;
  readonly groups: readonly string[];
  readonly scopes: readonly TeamScope[];
  /** Milliseconds since 1970; null if it does not expire. */
  readonly expires: number | null;
}

/** Adds a token to a token file, which is created if necessary. The token is returned only this once, because the file holds its hash. */
export async function addToken(
  path: string,
  wanted: NewToken,
): Promise<{ readonly token: string; readonly entry: TokenEntry }> {
  if (![wanted.principal, wanted.workspace ?? 'none', ...wanted.groups].every(isName))
    throw new ServerError('the name of a principal, a workspace or a group is not valid in a token', {
      code: 'TOKEN_PRINCIPAL_INVALID',
      hint: 'Use at most 256 characters, and no control characters.',
    });
  const { token, id, hash } = makeToken();
  const entry: TokenEntry = { id, hash, ...wanted };
  await changeTokens(path, (entries) => [...entries, entry]);
  return { token, entry };
}

/** The entries of a token file, oldest first. */
export const listTokens = readTokenFile;

/** Removes a token from a token file, by its id. False if there is none. Servers refuse it from their next request on. */
export async function revokeToken(path: string, id: string): Promise<boolean> {
  const changed = await changeTokens(path, (entries) => {
    const kept = entries.filter((each) => each.id !== id);
    return kept.length === entries.length ? null : kept;
  });
  return changed !== null;
}

/**
 * Changes by this process wait for each other; those by other processes are noticed right before the file is
 * replaced.
 */
let turn: Promise<unknown> = Promise.resolve();

/** Changes the entries of a file, and retries if somebody else changed it meanwhile. Null if `change` has nothing to change. */
function changeTokens(
  path: string,
  change: (entries: readonly TokenEntry[]) => readonly TokenEntry[] | null,
): Promise<readonly TokenEntry[] | null> {
  const mine = turn.then(() => changeNow(path, change));
  turn = mine.catch(() => undefined);
  return mine;
}

async function changeNow(
  path: string,
  change: (entries: readonly TokenEntry[]) => readonly TokenEntry[] | null,
): Promise<readonly TokenEntry[] | null> {
  for (;;) {
    const stamp = stampOfTokenFile(path);
    const tokens = change(readTokenFile(path));
    if (tokens === null) return null;
    try {
      await writeWholeFile(placeAt(path), `${JSON.stringify({ version: 1, tokens }, null, 2)}\n`, {
        mode: 0o600,
        confirm: () => {
          if (stampOfTokenFile(path) !== stamp) throw new TokenFileMoved();
        },
      });
      return tokens;
    } catch (error) {
      if (!(error instanceof TokenFileMoved)) throw error;
    }
  }
}

class TokenFileMoved extends Error {}
