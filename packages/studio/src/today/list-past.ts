import type { Claim } from '@memora/claims';
import type { Memory } from '@memora/engine';
import { keepWhile } from '../live/keep-while.ts';
import { tickTask } from './tick-task.ts';
import type { PastCard } from './today-card.ts';

/** Maximum age, in days, of the date of a shown statement; anything before that is history. */
const MOST_DAYS = 90;
/**
 * Maximum age, in days, of the date of an open task, as for `memora today`: somebody still has to do the task
 * or drop it.
 */
const MOST_DAYS_OF_TASK = 365;
/** The page size: small enough for one page to be freed before the next is loaded. */
const PAGE = 1_000;
const DAY_MS = 86_400_000;

type Dated = Pick<PastCard, 'kind' | 'date'> & { readonly claim: Claim };

/** Finds lines whose date has passed, again whenever the index changed; the previous result is kept meanwhile. */
export function createPastFinder(
  memory: Pick<Memory, 'claims' | 'revision' | 'readSpans' | 'readNote'>,
  now: () => Date = () => new Date(),
): (most: number, decided: ReadonlySet<string>) => Promise<readonly PastCard[]> {
  const dayBefore = (days: number) => new Date(now().getTime() - days * DAY_MS).toISOString().slice(0, 10);
  const listDated = keepWhile(
    async () => `${await memory.revision()}/${dayBefore(0)}`,
    () => findDated(memory, { past: dayBefore(MOST_DAYS), task: dayBefore(MOST_DAYS_OF_TASK) }, dayBefore(0)),
  );
  return async (most, decided) => {
    const cards: PastCard[] = [];
    for (const { kind, date, claim } of await listDated()) {
      if (cards.length === most) break;
      if (decided.has(claim.id)) continue;
      const [text] = await memory.readSpans([claim]);
      if (typeof text !== 'string') continue;
      if (kind === 'task' && !(await isOpenTask(memory, claim))) continue;
      const { id, notePath, noteTitle, span } = claim;
      cards.push({ kind, id, text, path: notePath, title: noteTitle, date, span });
    }
    return cards;
  };
}

/** Sorted by date, the latest first. */
async function findDated(
  { claims }: Pick<Memory, 'claims'>,
  first: Readonly<Record<Dated['kind'], string>>,
  today: string,
): Promise<readonly Dated[]> {
  const dated: Dated[] = [];
  const isPast = (kind: Dated['kind'], date: string | undefined): date is string =>
    date !== undefined && date >= first[kind] && date < today;
  let after: string | undefined;
  do {
    const page = await claims.listClaims({
      bands: ['public', 'private'],
      limit: PAGE,
      ...(after === undefined ? {} : { after }),
    });
    for (const claim of page.claims) {
      const until = claim.validUntil?.slice(0, 10);
      // A task is a claim that something is open; its due date is the end of its validity.
      const due =
        claim.object === 'open' ? /\d{4}-\d\d-\d\d(?!.*\d{4}-)/su.exec(claim.subject)?.[0] : undefined;
      if (isPast('task', due)) dated.push({ kind: 'task', date: due, claim });
      else if (isPast('past', until)) dated.push({ kind: 'past', date: until, claim });
    }
    after = page.next ?? undefined;
  } while (after !== undefined);
  return dated.sort((a, b) => (a.date > b.date ? -1 : a.date < b.date ? 1 : 0));
}

/** True if the line begins with an empty box. */
async function isOpenTask(
  { readNote }: Pick<Memory, 'readNote'>,
  { notePath, span }: Claim,
): Promise<boolean> {
  const bytes = await readNote(notePath);
  if (bytes === null) return false;
  const from = bytes.lastIndexOf(10, Math.max(0, span.start - 1)) + 1;
  return tickTask(Buffer.from(bytes.subarray(from, span.end)).toString('utf8'), '') !== null;
}
