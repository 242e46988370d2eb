import type { NoteExchange, PlannedWrite, ScopeKind, StoredBlob } from '@memora/postgres/internal';
import {
  type ErasureDigests,
  type NoteHead,
  openTeamSealing,
  toScopeErasures,
} from '@memora/postgres/internal';
import type { AskTeam, TeamMeeting } from './open-team.ts';

/** Maximum bytes of one piece of a note, before encoding, and of a request, which may have a megabyte. */
const MOST_PIECE = 600_000;
const MOST_REQUEST = 1_000_000;
const MOST_NOTES = 1_000;

interface WireHead extends Omit<NoteHead, 'hash' | 'print'> {
  readonly hash: string | null;
  readonly print: string | null;
}

interface WirePiece {
  readonly hash: string;
  readonly sealed: boolean;
  readonly size: number;
  readonly bytes: string;
}

/** Exchanges notes with a team through its server. Sealed notes are transferred as they are stored. */
export async function meetServer(ask: AskTeam, origin: string): Promise<TeamMeeting> {
  const { workspace, principal, scopes } = await ask<{
    readonly workspace: string;
    readonly principal: string;
    readonly scopes: readonly { readonly kind: ScopeKind; readonly isWritable: boolean }[];
  }>('notes.scopes');
  const { hash } = await openTeamSealing({ env: {}, cwd: '/' });
  const exchange: NoteExchange = {
    survey: () =>
      Promise.all(
        scopes.map(async (scope) => ({
          ...scope,
          heads: await readHeads(ask, scope.kind),
          erasures: toScopeErasures(await readErasures(ask, scope.kind)),
        })),
      ),
    readBlobs: (kind, hashes) => readBlobs(ask, kind, hashes),
    write: async (writes, { sourceCommit }) => {
      // The same push has the same name, so that an interrupted one is resumed.
      const name = writes.map(({ kind, path, expected, blob }) => [kind, path, expected, toName(blob)]);
      const push = Buffer.from(hash(Buffer.from(JSON.stringify(name)))).toString('hex');
      const there = await readStaged(ask, push);
      const rest = writes.filter((write) => !there.has(keyOf(write)));
      for (const notes of inRequests(rest)) await ask('push.stage', { push, notes });
      const { moved } = await ask<{
        readonly moved: readonly { readonly kind: ScopeKind; readonly path: string }[];
      }>('push.commit', {
        ...{ push, notes: writes.length },
        ...(sourceCommit === undefined ? {} : { sourceCommit }),
      });
      const movedKeys = new Set(moved.map(keyOf));
      return writes.flatMap((write) => (movedKeys.has(keyOf(write)) ? [write.file] : []));
    },
  };
  return { exchange, principal: { name: principal }, database: `${origin} ${workspace}` };
}

function keyOf({ kind, path }: { readonly kind: ScopeKind; readonly path: string }): string {
  return `${kind} ${path}`;
}

/** Sealing gives different bytes each time, but the same fingerprint. */
function toName(blob: PlannedWrite['blob']): string | null {
  return blob === null ? null : (blob.print ?? blob.hash).toString('hex');
}

async function readHeads(ask: AskTeam, scope: ScopeKind): Promise<NoteHead[]> {
  const found: NoteHead[] = [];
  for (let after = ''; ; ) {
    const page = await ask<{ readonly heads: readonly WireHead[]; readonly isLast: boolean }>('notes.heads', {
      scope,
      after,
    });
    for (const { path, version, hash, print } of page.heads)
      found.push({ path, version, hash: toBytes(hash), print: toBytes(print) });
    const last = page.heads.at(-1);
    if (page.isLast || last === undefined) return found;
    after = last.path;
  }
}

async function readErasures(ask: AskTeam, scope: ScopeKind): Promise<ErasureDigests[]> {
  const found: ErasureDigests[] = [];
  for (let after = ''; ; ) {
    const { erasures, isLast } = await ask<{
      readonly erasures: readonly ErasureDigests[];
      readonly isLast: boolean;
    }>('notes.erasures', { scope, after });
    found.push(...erasures);
    const last = erasures.at(-1);
    if (isLast || last === undefined) return found;
    after = `${last.path}${last.content}`;
  }
}

/** Requests again what did not fit into an answer. A large note arrives in pieces. */
async function readBlobs(
  ask: AskTeam,
  scope: ScopeKind,
  hashes: readonly Buffer[],
): Promise<ReadonlyMap<string, StoredBlob>> {
  const found = new Map<string, { sealed: boolean; size: number; pieces: Buffer[]; length: number }>();
  let wanted = [...new Set(hashes.map((each) => each.toString('hex')))];
  while (wanted.length > 0) {
    const { pieces } = await ask<{ readonly pieces: readonly WirePiece[] }>('notes.bytes', {
      scope,
      wanted: wanted.map((hash) => ({ hash, from: found.get(hash)?.length ?? 0 })),
    });
    // A missing piece is not in the answer.
    if (pieces.length === 0) break;
    for (const { hash, sealed, size, bytes } of pieces) {
      const blob = found.get(hash) ?? { sealed, size, pieces: [], length: 0 };
      const piece = Buffer.from(bytes, 'base64');
      blob.pieces.push(piece);
      blob.length += piece.length;
      found.set(hash, blob);
    }
    wanted = wanted.filter((hash) => {
      const blob = found.get(hash);
      return blob === undefined || blob.length < blob.size;
    });
  }
  return new Map(
    [...found].map(([hash, { sealed, pieces }]) => [
      hash,
      { hash: Buffer.from(hash, 'hex'), sealed, bytes: Buffer.concat(pieces) },
    ]),
  );
}

async function readStaged(ask: AskTeam, push: string): Promise<ReadonlySet<string>> {
  const there = new Set<string>();
  for (;;) {
    const { staged, isLast } = await ask<{
      readonly staged: readonly { readonly kind: ScopeKind; readonly path: string }[];
      readonly isLast: boolean;
    }>('push.staged', { push, after: there.size });
    for (const each of staged) there.add(keyOf(each));
    if (isLast) return there;
  }
}

/** Notes as requests of a limited size; a larger note is sent in pieces. */
function* inRequests(writes: readonly PlannedWrite[]): Iterable<object[]> {
  let batch: object[] = [];
  let size = 0;
  for (const write of writes) {
    for (const piece of toPieces(write)) {
      const length = Buffer.byteLength(JSON.stringify(piece)) + 1;
      if (batch.length === MOST_NOTES || size + length > MOST_REQUEST) {
        yield batch;
        batch = [];
        size = 0;
      }
      batch.push(piece);
      size += length;
    }
  }
  if (batch.length > 0) yield batch;
}

function* toPieces({ kind: scope, path, expected, blob }: PlannedWrite): Iterable<object> {
  if (blob === null) yield { scope, path, expected, note: null };
  const size = blob?.bytes.length ?? 0;
  for (let offset = 0; blob !== null && (offset === 0 || offset < size); offset += MOST_PIECE) {
    const [hash, print] = [blob.hash.toString('hex'), blob.print?.toString('hex') ?? null];
    const bytes = blob.bytes.subarray(offset, offset + MOST_PIECE).toString('base64');
    yield { scope, path, expected, note: { hash, sealed: blob.sealed, print, size, offset, bytes } };
  }
}

function toBytes(hex: string | null): Buffer | null {
  return hex === null ? null : Buffer.from(hex, 'hex');
}
