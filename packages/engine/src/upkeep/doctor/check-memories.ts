import type { Claim, ClaimStore } from '@memora/claims';
import { isMemoryPath } from '@memora/vault/internal';
import type { AccessCounts } from '../feedback/access-counts.ts';
import { type DoctorCheck, ok, warning } from './doctor-check.ts';

const YEAR_MS = 365 * 86_400_000;
/** A source is asked about from this many of its statements on, where most of them are contradicted. */
const OFTEN = 5;

/** What agents remember that a person may want to look at: held, without its evidence, never recalled in a year, from a source that is contradicted often. Counts alone. */
export async function checkMemories(
  store: Pick<ClaimStore, 'listClaims' | 'notes'>,
  access: Pick<AccessCounts, 'read'>,
  now: Date,
): Promise<DoctorCheck[]> {
  const notes = (await store.notes()).filter(({ path }) => isMemoryPath(path));
  if (notes.length === 0) return [];
  const { claims } = await store.listClaims();
  const own = claims.filter(({ notePath }) => isMemoryPath(notePath));
  const held = notes.filter(({ status }) => status === 'archived').length;
  const stale = new Set(own.filter(({ status }) => status === 'stale').map(({ noteId }) => noteId)).size;
  const counts = await access.read(notes.map(({ noteId }) => noteId));
  const isIdle = (id: string, since: string): boolean =>
    now.getTime() - Date.parse(counts.get(id)?.last ?? since) > YEAR_MS;
  const idle = notes.filter(({ noteId, firstSeen }) => isIdle(noteId, firstSeen)).length;
  const sources = countContradicted(own);
  const checks = [
    ...(held === 0
      ? []
      : [
          told(
            held,
            "waits for a person's word",
            "wait for a person's word",
            '`memora memory held` lists them.',
          ),
        ]),
    ...(stale === 0
      ? []
      : [
          told(
            stale,
            'has lost its evidence',
            'have lost their evidence',
            '`memora memory list --status stale` shows them.',
          ),
        ]),
    ...(idle === 0
      ? []
      : [
          told(
            idle,
            'was not recalled in a year',
            'were not recalled in a year',
            '`memora memory list` shows them; `memora memory forget` takes one out.',
          ),
        ]),
    ...sources.map(({ source, contradicted, all }) =>
      warning(
        'memories',
        `${contradicted} of ${all} memories of ${source} are contradicted or replaced`,
        `\`memora memory rollback --dry-run --source ${source}\` shows what taking all of it back would change.`,
      ),
    ),
  ];
  return checks.length === 0 ? [ok('memories', `${notes.length} are remembered, none wants a look`)] : checks;
}

function told(count: number, one: string, many: string, remedy: string): DoctorCheck {
  return warning('memories', `${count} ${count === 1 ? `memory ${one}` : `memories ${many}`}`, remedy);
}

/** Sources outside the vault, by the folder of the bridge they came over, of which most is contested or replaced. */
function countContradicted(claims: readonly Claim[]) {
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
