import type { Claim } from '@memora/claims';
import { findDate, isDateOnly } from '@memora/language/dates';
import { holdsLabel, labelOf } from '@memora/language/words';
import type { VaultFacts } from '../review/vault-facts.ts';
import { dayDistance, FORGOTTEN, IDLE } from './day-distance.ts';
import type { Finding } from './finding.ts';
import type { NoteWords } from './note-words.ts';
import { thingOf } from './thing-of.ts';

/** Items that are due within this many days are shown in advance. */
const SOON = 7;
/** A passport or a contract takes months to renew. In days. */
const HORIZON = 120;
/** An event within this many days after an expiry may need the expired thing. */
const AFTER = 60;

/** A note with more undated checkboxes than this is a form or a list of choices. */
const FORM = 12;
/** A sentence about a day matters less after this many days. A key matters longer. */
const FADED = 60;

/**
 * Open tasks, one item per note: those whose day has passed, those whose day comes soon, and those without a
 * day in an active note.
 */
export function findTasks({ claims, notes }: VaultFacts, today: string): Finding[] {
  const touched = new Map(notes.map(({ path, mtimeMs }) => [path, new Date(mtimeMs).toISOString()]));
  const open = claims.filter((claim) => isStanding(claim) && isOpenTask(claim));
  const byNote = Map.groupBy(open, (task) => `${stateOfTask(task, today, touched)}\0${task.notePath}`);
  return [...byNote].flatMap(([key, members]): Finding[] => {
    const state = key.slice(0, key.indexOf('\0'));
    const tasks = members.sort((a, b) => ((eventOf(a) ?? '') < (eventOf(b) ?? '') ? 1 : -1));
    const [first] = tasks;
    if (first === undefined || state === 'none') return [];
    if (state === 'open' && tasks.length > FORM) return [];
    const day = eventOf(first);
    const one = tasks.length === 1;
    const which = `${tasks.length} open task${one ? '' : 's'} of ${first.notePath}`;
    const of = { kind: 'due', claims: tasks, thing: one ? first.subject : first.noteTitle } as const;
    if (state === 'overdue')
      return [
        {
          ...of,
          reason: 'overdue_task',
          severity: 'high',
          day,
          action: `${which} ${one ? 'was' : 'were'} due${one ? '' : ', the last'} on ${day}: tick ${one ? 'it' : 'them'}, or give ${one ? 'it' : 'them'} another date.`,
        },
      ];
    if (state === 'soon')
      return [
        {
          ...of,
          reason: 'task_due_soon',
          severity: 'medium',
          day,
          action: `${which} ${one ? 'is' : 'are'} due${one ? '' : ', the last'} on ${day}.`,
        },
      ];
    const seen = first.validFrom ?? touched.get(first.notePath)?.slice(0, 10) ?? null;
    return [
      {
        ...of,
        reason: 'open_task',
        severity: 'low',
        day: seen,
        action: `${which} ${one ? 'has' : 'have'} no date: tick ${one ? 'it' : 'them'}, or add a date.`,
      },
    ];
  });
}

function isOpenTask({ metadata, object }: Claim): boolean {
  return metadata['task'] === true && (object === 'open' || object === 'in progress');
}

function stateOfTask(task: Claim, today: string, touched: ReadonlyMap<string, string>): string {
  const due = eventOf(task);
  if (due !== null) {
    const behind = dayDistance(due, today);
    if (behind > FORGOTTEN || behind < -SOON) return 'none';
    return behind > 0 ? 'overdue' : 'soon';
  }
  const seen = task.validFrom ?? touched.get(task.notePath) ?? today;
  return dayDistance(seen, today) > IDLE ? 'none' : 'open';
}

/**
 * Items whose day has passed or comes soon, and items that expire: a key, or a sentence with a word for
 * expiry, next to a day. Related items of a later day are shown with it, such as the journey before which a
 * passport expires. A note that says it is done has nothing due.
 */
export async function findDeadlines(
  { claims }: VaultFacts,
  today: string,
  words: NoteWords,
): Promise<Finding[]> {
  const due: { readonly claim: Claim; readonly day: string; readonly behind: number }[] = [];
  const coming: { readonly claim: Claim; readonly day: string }[] = [];
  for (const claim of claims) {
    if (!isStanding(claim) || claim.metadata['task'] === true || claim.kind === 'decision') continue;
    const day = dayOf(claim);
    if (day === null || day.length < 10) continue;
    const behind = dayDistance(day, today);
    if (behind > FORGOTTEN || behind < -HORIZON - AFTER) continue;
    const isKey = claim.object !== null && isDateOnly(claim.object);
    if (!isKey && behind > FADED) continue;
    const named = isKey ? claim.predicate : ((await words.read(claim)) ?? '');
    if (!holdsLabel(named, 'due')) {
      if (behind < 0) coming.push({ claim, day });
    } else if (behind >= -HORIZON && !(await isDone(claim, words))) due.push({ claim, day, behind });
  }
  return due.map(({ claim, day, behind }): Finding => {
    const of = { kind: 'due', claims: [claim], thing: thingOf(claim), day, state: [day] } as const;
    if (behind > 0) {
      const action = `It was due on ${day}, ${inDays(behind)} ago: close it, or write the new date into ${claim.notePath}.`;
      return { ...of, reason: 'passed_day', severity: 'high', action };
    }
    // A journey in the note about the passport is preferred to an earlier event of another note.
    const isElsewhere = (event: { readonly claim: Claim }) => event.claim.notePath !== claim.notePath;
    const [next] = coming
      .filter((event) => event.day > day && dayDistance(day, event.day) <= AFTER)
      .sort((a, b) => Number(isElsewhere(a)) - Number(isElsewhere(b)) || (a.day < b.day ? -1 : 1));
    const when = behind === 0 ? 'today' : `in ${inDays(-behind)}`;
    return {
      ...of,
      claims: next === undefined ? [claim] : [claim, next.claim],
      reason: 'day_comes',
      severity: behind >= -SOON || next !== undefined ? 'high' : behind >= -SOON * 4 ? 'medium' : 'low',
      action: `It is due on ${day}, ${when}${next === undefined ? '' : `, and before ${next.day} in ${next.claim.notePath}`}.`,
    };
  });
}

function inDays(days: number): string {
  return `${days} day${days === 1 ? '' : 's'}`;
}

/** The day that a claim is about: its value, the end that it names, or when it happens. */
function dayOf({ object, metadata, validUntil }: Claim): string | null {
  if (object !== null && isDateOnly(object)) return findDate(object)?.validFrom?.slice(0, 10) ?? null;
  const event = metadata['event'];
  if (typeof event === 'string') return event.slice(0, 10);
  return validUntil?.slice(0, 10) ?? null;
}

async function isDone({ notePath }: Claim, words: NoteWords): Promise<boolean> {
  const state = await words.statusOf(notePath);
  return state !== null && labelOf(state) === 'done';
}

function eventOf({ metadata }: Claim): string | null {
  const event = metadata['event'];
  return typeof event === 'string' ? event.slice(0, 10) : null;
}

function isStanding({ active, status, assertion, duplicateOf }: Claim): boolean {
  const stands = status === 'current' || status === 'contested';
  return active && stands && duplicateOf === null && (assertion === 'asserted' || assertion === 'question');
}
