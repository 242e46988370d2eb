import { createHash, randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { inspectFile, placeAt, readPlainText } from '@memora/privacy/files';
import { ServerError } from '../../protocol/server-error.ts';
import { isName } from '../gate/is-name.ts';
import { TEAM_SCOPES, type TeamScope } from '../identify.ts';

/** One token of a token file. The token itself is not stored. */
export interface TokenEntry {
  /** Identifies the entry; reveals nothing about the token. */
  readonly id: string;
  /** SHA-256 of the token in hexadecimal. A token has 256 random bits, so it can't be guessed. */
  readonly hash: string;
  readonly principal: string;
  /** The server's workspace by default. */
  readonly workspace?: string | undefined;
  readonly groups: readonly string[];
  readonly scopes: readonly TeamScope[];
  /** Milliseconds since 1970; null if it does not expire. */
  readonly expires: number | null;
}

/** The prefix of tokens from a token file, which distinguishes them from an issuer's and lets secret scanners find them. */
export const TOKEN_START = 'memora_';
const MOST_BYTES = 4 * 1024 * 1024;

/** Makes a token. */
export function makeToken(): { readonly token: string; readonly id: string; readonly hash: string } {
  const token = `${TOKEN_START}${randomBytes(32).toString('base64url')}`;
  return { token, id: randomBytes(6).toString('hex'), hash: hashToken(token) };
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * The entries of a token file; none if there is no file. A link is followed, because systems that provide secrets to processes use links. Throws
 * `TOKEN_FILE_OPEN` if others may write it, `TOKEN_FILE_INVALID` if it is not a token file.
 */
export function readTokenFile(path: string): TokenEntry[] {
  const place = placeAt(realPath(path));
  const found = inspectFile(place);
  if (found === null) return [];
  if (process.platform !== 'win32' && (found.mode & 0o022) !== 0)
    throw new ServerError('others on this machine may write the token file', {
      code: 'TOKEN_FILE_OPEN',
      hint: `Check its contents, then: chmod 600 ${path}`,
    });
  return parse(readPlainText(place, MOST_BYTES) ?? '', path);
}

/** Distinguishes one version of the file from the next. */
export function stampOfTokenFile(path: string): string {
  try {
    const found = inspectFile(placeAt(realPath(path)));
    return found === null ? 'none' : `${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs}`;
  } catch {
    return 'refused';
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function parse(text: string, path: string): TokenEntry[] {
  try {
    const { version, tokens } = JSON.parse(text) as { version?: unknown; tokens?: unknown };
    if (version === 1 && Array.isArray(tokens) && tokens.every(isEntry)) return tokens;
  } catch {
    // Reported below.
  }
  throw new ServerError('the token file is not valid', {
    code: 'TOKEN_FILE_INVALID',
    hint: `Make it with \`memora team token add\`; this one is ${path}.`,
  });
}

function isEntry(value: unknown): value is TokenEntry {
  const { id, hash, principal, workspace, groups, scopes, expires } = (value ?? {}) as Record<
    string,
    unknown
  >;
  return (
    typeof id === 'string' &&
    /^[0-9a-f]{12}$/u.test(id) &&
    typeof hash === 'string' &&
    /^[0-9a-f]{64}$/u.test(hash) &&
    isName(principal) &&
    (workspace === undefined || isName(workspace)) &&
    Array.isArray(groups) &&
    groups.every(isName) &&
    Array.isArray(scopes) &&
    scopes.every((scope) => TEAM_SCOPES.some((known) => known === scope)) &&
    (expires === null || Number.isSafeInteger(expires))
  );
}
