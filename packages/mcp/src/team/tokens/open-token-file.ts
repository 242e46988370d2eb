import { hashToken, readTokenFile, stampOfTokenFile, type TokenEntry } from './token-file.ts';

/** A token file that is re-read when it changes. */
interface OpenTokenFile {
  /** The entry of a token; null if there is none. */
  readonly find: (token: string) => TokenEntry | null;
}

/**
 * Opens a token file, and checks on each request whether it has changed. A file that becomes invalid admits nobody, and `onFault` gets the code once for each
 * version. Throws `TOKEN_FILE_OPEN` and `TOKEN_FILE_INVALID` on opening.
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
      // Looked up by its hash: the timing can reveal only the hash, from which the token can't be derived.
      return byHash.get(hashToken(token)) ?? null;
    },
  };
}

function index(entries: readonly TokenEntry[]): Map<string, TokenEntry> {
  return new Map(entries.map((each) => [each.hash, each]));
}
