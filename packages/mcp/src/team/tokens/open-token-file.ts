import { hashToken, readTokenFile, stampOfTokenFile, type TokenEntry } from './token-file.ts';

/** A token file that is read again when it changes. */
interface OpenTokenFile {
  /** The entry of a token; null where there is none. */
  readonly find: (token: string) => TokenEntry | null;
}

/**
 * Opens a token file, and looks at each request whether it has changed. A file that turned out to be none later lets nobody in, and `onFault` gets the
 * code once for each version. Throws `TOKEN_FILE_OPEN` and `TOKEN_FILE_INVALID` at first.
 */
export function openTokenFile(path: string, onFault: (error: unknown) => void): OpenTokenFile {
  let stamp = stampOfTokenFile(path);
  let byHash = index(readTokenFile(path));
  return {
    find: (token) => {
      const now = stampOfTokenFile(path);
      if (now !== stamp) {
        stamp = now;
        byHash = new Map();
        try {
          byHash = index(readTokenFile(path));
        } catch (error) {
          onFault(error);
        }
      }
      // Found by its hash: what the time of it tells is of a hash, which leads to no token.
      return byHash.get(hashToken(token)) ?? null;
    },
  };
}

function index(entries: readonly TokenEntry[]): Map<string, TokenEntry> {
  return new Map(entries.map((each) => [each.hash, each]));
}
