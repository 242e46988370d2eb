import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { toSigningKey } from './sign-context.ts';
import { teamError } from './team-error.ts';

/** The database's address and how to connect to it. */
export interface TeamAddress {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string | undefined;
  readonly password: string | undefined;
  /** Null on this machine. Elsewhere the connection is verified against this authority, or the system's. */
  readonly tls: { readonly ca: string | undefined } | null;
  /** The key with which servers and workers sign the acting principal, in hex; undefined for a personal login. */
  readonly signingKey: string | undefined;
}

export interface ReadAddressOptions {
  /** `postgresql://user@host:5432/database`; `host` may be the path of a folder of sockets, percent-encoded. */
  readonly url: string;
  /** The origin of the address. In a config file it may not contain a password. */
  readonly from: 'config' | 'environment' | 'flag';
  /** Path of the authority's certificate. */
  readonly tls?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Allows a database on another machine. */
const NETWORK_STORE = 'MEMORA_ENABLE_NETWORK_STORE';
/** Names the file with the key that servers and workers sign with. */
const SIGNING_KEY_FILE = 'MEMORA_TEAM_SIGNING_KEY_FILE';

/** Reads a database address. Throws `TEAM_ADDRESS_INVALID`, `TEAM_PASSWORD_IN_CONFIG` or `TEAM_NETWORK_REFUSED`. */
export function readAddress({ url, from, tls, env }: ReadAddressOptions): TeamAddress {
  const parsed = parse(url);
  const host = decodeURIComponent(parsed.hostname).replace(/^\[(.*)\]$/u, '$1') || 'localhost';
  const database = decodeURIComponent(parsed.pathname.slice(1));
  if (database === '')
    throw invalid('names no database', 'Write it after the host: postgresql://user@host/database.');
  if (parsed.search !== '' || parsed.hash !== '')
    throw invalid('has parameters after the database', 'Leave them out; TLS is set with `[team] tls`.');
  if (from === 'config' && parsed.password !== '')
    throw teamError(
      'TEAM_PASSWORD_IN_CONFIG',
      'the address of the database in the config file holds a password',
      'Take it out, change it at the server, and put it into PGPASSFILE or MEMORA_TEAM_DATABASE.',
    );
  const isLocal = isLoopback(host);
  if (!isLocal && env[NETWORK_STORE] !== '1')
    throw teamError(
      'TEAM_NETWORK_REFUSED',
      'the database is not on this machine, and notes would leave it',
      `Set ${NETWORK_STORE}=1 if that is intended.`,
    );
  return {
    host,
    port: parsed.port === '' ? 5432 : Number(parsed.port),
    database,
    user: decodeURIComponent(parsed.username) || env['PGUSER'] || env['USER'],
    password: decodeURIComponent(parsed.password) || env['PGPASSWORD'] || undefined,
    tls: isLocal && tls === undefined ? null : { ca: tls === undefined ? undefined : readAuthority(tls) },
    signingKey: readSigningKey(env[SIGNING_KEY_FILE]),
  };
}

/** Reads a key from a file; throws `TEAM_SIGNING_KEY_MISSING` if it contains none. */
function readSigningKey(file: string | undefined): string | undefined {
  if (!file) return undefined;
  try {
    const hex = readFileSync(file, 'utf8').trim();
    if (toSigningKey(hex) !== null) return hex;
  } catch {
    // Reported below: the system's message contains the path of a key.
  }
  throw teamError(
    'TEAM_SIGNING_KEY_MISSING',
    'the file of the signing key holds no key that can be read',
    `Name in ${SIGNING_KEY_FILE} the file that \`memora team init --signing-key FILE\` wrote.`,
  );
}

/** True for this machine: loopback addresses, `localhost`, and folders of sockets. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host) || isAbsolute(host);
}

function parse(url: string): URL {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    // No cause: its message quotes the URL, including the password.
    throw invalid('is no URL', 'Write postgresql://user@host:5432/database.');
  }
  if (parsed.protocol === 'postgresql:' || parsed.protocol === 'postgres:') return parsed;
  throw invalid('is not one of PostgreSQL', 'Write postgresql://user@host:5432/database.');
}

function readAuthority(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw teamError(
      'TEAM_ADDRESS_INVALID',
      'the file that `tls` names cannot be read',
      'Name a file with the certificate of the authority, in PEM.',
      cause,
    );
  }
}

function invalid(what: string, hint: string) {
  return teamError('TEAM_ADDRESS_INVALID', `the address of the database ${what}`, hint);
}
