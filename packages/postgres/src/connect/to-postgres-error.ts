import { MemoraError } from '@memora/core';
import { type TeamErrorCode, teamError } from './team-error.ts';

/**
 * Memora's code, message and hint by SQLSTATE or system error. The server's own message may quote values, so
 * it is left out.
 */
const KNOWN: Readonly<Record<string, readonly [TeamErrorCode, string, string]>> = {
  '28P01': [
    'TEAM_LOGIN_REFUSED',
    'the database refused the password',
    'Give the right one by PGPASSFILE or MEMORA_TEAM_DATABASE.',
  ],
  '28000': [
    'TEAM_LOGIN_REFUSED',
    'the database refused the login',
    'Ask its administrator for a login that may connect from here.',
  ],
  '3D000': ['TEAM_UNREACHABLE', 'the server has no such database', 'Create it, then run `memora team init`.'],
  '42501': [
    'TEAM_RIGHTS_MISSING',
    'the database does not allow that to this login, or to this principal',
    'Ask an administrator of the team for the role, or run `memora team init --login NAME` again.',
  ],
  '40001': ['TEAM_CONFLICT', 'another transaction changed the same rows', 'Try again.'],
  '40P01': ['TEAM_CONFLICT', 'two transactions waited for each other', 'Try again.'],
  '55P03': [
    'TEAM_LOCKED',
    'a table is in use by a transaction that is still open',
    'Try again, or look in pg_stat_activity for a transaction that is still open.',
  ],
  '53300': [
    'TEAM_BUSY',
    'the database has no connection left',
    'Try again, or raise max_connections or put a pooler in front of it.',
  ],
  '53100': [
    'TEAM_DISK_FULL',
    "the database's disk is full",
    'Free space there; nothing was written, and the next run does it again.',
  ],
  '25006': [
    'TEAM_READ_ONLY',
    'the database is read-only: a replica, or in recovery',
    'Give the address of the primary.',
  ],
  '57014': [
    'TEAM_TIMEOUT',
    'the statement took longer than its time limit and was cancelled',
    'Try again when the server has less to do.',
  ],
  '57P01': ['TEAM_UNREACHABLE', 'the server ended the connection', 'Try again.'],
  '57P02': ['TEAM_UNREACHABLE', 'the server ended the connection', 'Try again.'],
  '57P03': ['TEAM_UNREACHABLE', 'the server is starting up or shutting down', 'Try again in a moment.'],
  '42P01': [
    'TEAM_NOT_INITIALISED',
    'the database holds no memory of a team',
    'Run `memora team init` as its administrator.',
  ],
  '3F000': [
    'TEAM_NOT_INITIALISED',
    'the database holds no memory of a team',
    'Run `memora team init` as its administrator.',
  ],
  '42883': [
    'TEAM_SCHEMA_OLDER',
    'the database has an older schema than this program writes',
    'Run `memora team migrate` as the administrator of the database. Reading goes on meanwhile.',
  ],
  '23514': [
    'NOTE_PATH_INVALID',
    'a note has a path that belongs to another scope',
    'The folders `global` and `users`, and names with @ before them, are those of scopes: name another folder.',
  ],
  MF001: [
    'TEAM_FENCED',
    'another worker has taken over this scope',
    'Nothing was published here; let it go on.',
  ],
  MF002: [
    'NOTE_ERASED',
    'a note with these bytes was erased for good',
    'Write the part to keep again, or leave it out.',
  ],
  MF003: [
    'TEAM_CONTEXT_REFUSED',
    'the database cannot verify for whom this login acts',
    'Set MEMORA_TEAM_SIGNING_KEY_FILE to the file that `memora team init --signing-key` wrote; people use a server, or a login of their own.',
  ],
  MF004: [
    'TEAM_CONTEXT_REFUSED',
    'the clocks of this machine and of the database differ by more than two minutes',
    'Set the clocks right, for example by NTP.',
  ],
  MF006: [
    'TEAM_KEY_OTHER',
    'a secret note is sealed with another key than the notes of the team are',
    'Nothing was written. Name the file of the team’s key in MEMORA_TEAM_KEY_FILE: with another one, nobody else could open the note.',
  ],
  MF007: [
    'TEAM_UPLOADS_FULL',
    'no more of your documents may wait in this scope',
    'Wait until a worker has read some of them, or withdraw one with `memora team uploads --withdraw ID`.',
  ],
  MF008: [
    'TEAM_UPLOAD_UNKNOWN',
    'you have no such upload that is still arriving',
    'Upload the document again: it may have been withdrawn or erased meanwhile.',
  ],
  MF005: [
    'TEAM_QUOTA',
    'the quota of this scope is used up, by you or by everybody together',
    'Nothing was written. Ask an administrator to erase notes, or to raise it with `memora team init --quota`.',
  ],
};

const WIRE =
  /^(?:E(?:CONN(?:REFUSED|RESET|ABORTED)|PIPE|HOSTUNREACH|NETUNREACH|TIMEDOUT|NOTFOUND|AI_AGAIN|NOENT)|ENOTFOUND|08\w{3})$/;
const WIRE_MESSAGE =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|not queryable/;

/** True if the connection itself broke, so that the effect of the last statement is unknown. */
export function isConnectionLost(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  const said = MemoraError.isInstance(error) && error.cause !== undefined ? error.cause : error;
  if (said !== error) return isConnectionLost(said);
  return WIRE.test(code ?? '') || /^57P0[12]$/.test(code ?? '') || WIRE_MESSAGE.test(message ?? '');
}

/** Converts an error of the driver or the server to a MemoraError. */
export function toPostgresError(error: unknown): unknown {
  if (MemoraError.isInstance(error)) return error;
  const { message = '', ...said } = error as { code?: string; message?: string; routine?: string };
  // A replica refuses `BEGIN READ WRITE` as an unsupported setting; its message may be in any language.
  const isReplica = said.code === '0A000' && said.routine === 'call_bool_check_hook';
  const code = isReplica ? '25006' : (said.code ?? '');
  // The error itself is not the cause: its `detail` quotes values of rows.
  const cause = Object.assign(new Error(`SQLSTATE or system code ${code || 'unknown'}`), { code });
  // The claims exist, but one of their indexes does not.
  const known = KNOWN[code === '42P01' && /memora\.(?:lexical|vector)_/.test(message) ? '42883' : code];
  if (known !== undefined) return teamError(known[0], known[1], known[2], cause);
  if (isConnectionLost(error))
    return teamError(
      'TEAM_UNREACHABLE',
      'the database cannot be reached, or the connection to it broke',
      'Check that the server runs and that the address is right, then try again.',
      cause,
    );
  if (/certificate|self.signed|SSL|TLS/i.test(message) && !/^[0-9A-Z]{5}$/.test(code))
    return teamError(
      'TEAM_NETWORK_REFUSED',
      `the server's certificate could not be verified (${code || 'TLS'})`,
      'Name its authority with `[team] tls = "FILE"`; a connection that is not verified is refused.',
      cause,
    );
  if (!/^[0-9A-Z]{5}$/.test(code)) return error;
  return teamError(
    'TEAM_FAILED',
    `the database failed with SQLSTATE ${code}`,
    'Look at the log of the server; report it if a restart does not help.',
    cause,
  );
}
