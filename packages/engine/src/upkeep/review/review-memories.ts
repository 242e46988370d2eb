import type { Claim, StoredNote } from '@memora/claims';
import { inspectFile, placeIn } from '@memora/privacy/files';
import { isMemoryPath } from '@memora/vault/internal';
import type { AccessCounts } from '../feedback/access-counts.ts';

/** The memories of agents that a person may want to check. */
export interface ReviewedMemories {
  /** The number of notes of memories. */
  readonly all: number;
  /** Paths of those that wait for a person's decision. */
  readonly held: readonly string[];
  /** Ids of those that lost their evidence. */
  readonly stale: readonly string[];
  /** Paths of those that were not recalled in a year. */
  readonly idle: readonly string[];
  /** Sources outside the vault whose statements are mostly contradicted or replaced. */
  readonly sources: readonly {
    readonly source: string;
    readonly all: number;
    readonly contradicted: number;
  }[];
  /** The time at which MEMORY.md changed since an agent's last session began; null if it did not. */
  readonly pinnedChanged: string | null;
}

export interface ReviewMemoriesPorts {
  readonly access: Pick<AccessCounts, 'read' | 'lastTaken'>;
  readonly now: Date;
  readonly vaultRoot: string;
}

const YEAR_MS = 365 * 86_400_000;
/** A source with at least this many statements is reported if most of them are contradicted. */
const OFTEN = 5;
const PINNED = 'MEMORY.md';
/** The prefix of the ids that sessions of agents are counted under. */
const SESSIONS = 'sessions:';

/** Finds memories of agents that a person may want to check: held, without evidence, never recalled in a year, or from a source that is often contradicted. */
export async function reviewMemories(
  { notes, claims }: { readonly notes: readonly StoredNote[]; readonly claims: readonly Claim[] },
  { access, now, vaultRoot }: ReviewMemoriesPorts,
): Promise<ReviewedMemories> {
  const memories = notes.filter(({ path }) => isMemoryPath(path));
  const own = claims.filter(({ notePath }) => isMemoryPath(notePath));
  const counts = await access.read(memories.map(({ noteId }) => noteId));
  const isIdle = ({ noteId, firstSeen }: StoredNote): boolean =>
    now.getTime() - Date.parse(counts.get(noteId)?.last ?? firstSeen) > YEAR_MS;
  const stale = own.filter(({ status }) => status === 'stale').map(({ noteId }) => noteId);
  return {
    all: memories.length,
    held: memories.filter(({ status }) => status === 'archived').map(({ path }) => path),
    stale: [...new Set(stale)],
    idle: memories.filter(isIdle).map(({ path }) => path),
    sources: findContradicted(own),
    pinnedChanged: await findPinnedChange(vaultRoot, access),
  };
}

/** By the folder of the bridge that they came from. */
function findContradicted(claims: readonly Claim[]): ReviewedMemories['sources'] {
  const bySource = new Map<string, { all: number; contradicted: number }>();
  for (const { notePath, status } of claims) {
    const source = /(?:^|\/)external\/([^/]+)\/memory\//u.exec(notePath)?.[1];
    if (source === undefined) continue;
    const sum = bySource.get(source) ?? { all: 0, contradicted: 0 };
    sum.all++;
    if (status === 'contested' || status === 'superseded') sum.contradicted++;
    bySource.set(source, sum);
  }
  return [...bySource]
    .map(([source, sum]) => ({ source, ...sum }))
    .filter(({ all, contradicted }) => contradicted >= OFTEN && contradicted * 2 > all)
    .sort((a, b) => (a.source < b.source ? -1 : 1));
}

async function findPinnedChange(
  vaultRoot: string,
  access: Pick<AccessCounts, 'lastTaken'>,
): Promise<string | null> {
  const last = await access.lastTaken(SESSIONS);
  if (last === null) return null;
  try {
    const changed = inspectFile(placeIn(vaultRoot, PINNED))?.mtimeMs ?? 0;
    return changed > Date.parse(last) ? new Date(changed).toISOString() : null;
  } catch {
    // A folder or a link with this name counts as no file.
    return null;
  }
}
