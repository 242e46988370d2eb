import { join } from 'node:path';
import {
  configFolder,
  inspectFile,
  type Place,
  placeAt,
  readPlainText,
  removeFile,
  writeWholeFile,
} from '@memora/privacy/files';
import { usageError } from '../../../input/read-option.ts';

export interface Tokens {
  readonly accessToken: string;
  /** Null if the issuer gave none: the user has to sign in again later. */
  readonly refreshToken: string | null;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
}

/** The login of a user at a team server. */
export interface KeptLogin extends Tokens {
  /** The origin of the server. Its tokens are sent nowhere else. */
  readonly server: string;
  readonly tokenEndpoint: string;
  readonly clientId: string;
  readonly resource: string;
}

type Env = Readonly<Record<string, string | undefined>>;

const placeOf = (env: Env): Place => placeAt(join(configFolder(env), 'team-login.json'));

/** The login at a server; null if there is none. Throws `USAGE` if others may read the file. */
export function readLogin(server: URL, env: Env): KeptLogin | null {
  const found = inspectFile(placeOf(env));
  if (found === null) return null;
  checkMode(found.mode, join(configFolder(env), 'team-login.json'));
  try {
    const login = JSON.parse(readPlainText(placeOf(env), 65_536) ?? '') as KeptLogin;
    return login.server === server.origin ? login : null;
  } catch {
    return null;
  }
}

/** `confirm` checks once more immediately before the login is stored, and throws if it may not be. */
export async function keepLogin(login: KeptLogin, env: Env, confirm?: () => void): Promise<void> {
  await writeWholeFile(placeOf(env), `${JSON.stringify(login)}\n`, {
    ...{ mode: 0o600, folderMode: 0o700 },
    ...(confirm && { confirm }),
  });
}

/** A token is renewed this many milliseconds before it expires. */
const RENEWED_MS = 30_000;

/** True for a login whose token has expired, or is about to. */
export function isDue({ endsAt }: Tokens): boolean {
  return endsAt - Date.now() <= RENEWED_MS;
}

/** Returns false if nobody was signed in. */
export function forgetLogin(env: Env): boolean {
  const isThere = inspectFile(placeOf(env)) !== null;
  if (isThere) removeFile(placeOf(env));
  return isThere;
}

/** Refuses a token file that others may read. */
export function checkMode(mode: number, file: string): void {
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw usageError('other users of this machine may read your token file', `Run chmod 600 ${file}.`);
}
