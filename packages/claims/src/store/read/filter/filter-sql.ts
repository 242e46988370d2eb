import { bandCodes, statusCodes } from '../../../model/codes.ts';
import { CONVERSATION_NOTE } from '../../../model/conversation-note.ts';
import { DERIVED_NOTE } from '../../../model/derived-page.ts';
import type { ClaimFilter } from '../../claim-store.ts';
import { hadLapsed, statedThen, statusThen, supersededFrom, wasOnRecord } from '../as-of/known-at.ts';
import type { PointInTime } from '../as-of/read-as-of.ts';
import type { SqlText } from './sql-text.ts';

/**
 * What a filter asks of a row of `claim` joined with its `note`, without page and limit; `topics` are those about its subject and predicate, null where it
 * asks for neither. Written out and not built: this is asked with every question, and a process that asks one would wait for a builder of queries.
 */
export function filterSql(
  filter: ClaimFilter,
  time: PointInTime,
  topics: readonly number[] | null,
  text: SqlText,
): string {
  const { bands, status, retired } = filter;
  const { valid, known } = time;
  const conditions = noteConditions(filter, time, text);
  if (bands !== undefined) conditions.push(inCodes('claim.band', bands.map(bandCodes.toCode)));
  if (status !== undefined) {
    const statuses = typeof status === 'string' ? [status] : status;
    const then = known === undefined ? 'claim.status' : `(${statusThen(known, text)})`;
    conditions.push(inCodes(then, statuses.map(statusCodes.toCode)));
  }
  if (topics !== null) conditions.push(text.among('claim.topic', topics, 'bigint'));
  if (valid !== undefined) conditions.push(...validConditions(valid, known, text));
  if (known !== undefined)
    conditions.push(`${wasOnRecord('claim', known)} AND NOT ${hadLapsed(known, text)}`);
  else if (retired !== true) conditions.push('claim.recorded_until IS NULL');
  return allOf(conditions);
}

/**
 * The part of a filter that is about notes, on a row of `note` alone; with a time known, of notes that were seen by then. What it says of claims is
 * not asked.
 */
export function noteSql(filter: ClaimFilter, time: PointInTime, text: SqlText): string {
  const conditions = [...noteConditions(filter, time, text), 'note.gone_at IS NULL'];
  if (time.known !== undefined) conditions.push(`note.first_seen <= ${time.known}`);
  return allOf(conditions);
}

/** All of some conditions; of none, one that always holds. */
export function allOf(conditions: readonly string[]): string {
  return conditions.length === 0 ? 'TRUE' : conditions.map((each) => `(${each})`).join(' AND ');
}

/** The rooms in which agents remember; what came over a bridge is in a folder of `external`. */
const ROOMS = ['semantic', 'episodic', 'procedural'] as const;
const OF_AN_ID = '0123456789abcdefghijklmnopqrstuvwxyz';

/** The folder of a path of a note, or of a folder in it, up to its last slash. */
const folderOf = (path: string) => `rtrim(rtrim(${path}, '/'), replace(note.path, '/', ''))`;
/** That a folder ends in folders. No path has two slashes in a row. */
const endsIn = (folder: string, end: string) =>
  `replace('/' || ${folder} || '/', '${end}/', '') <> '/' || ${folder} || '/'`;

/** What `isMemoryPath` of `@memora/vault` says of a path. `LIKE` would not do: it tells no small letter from a capital one in SQLite, and knows no end of a folder. */
function isMemorySql(): string {
  const room = folderOf(folderOf('note.path'));
  return allOf([
    "substr(note.path, length(note.path) - 15, 1) = '-' AND substr(note.path, length(note.path) - 2) = '.md'",
    `ltrim(substr(note.path, length(note.path) - 14, 12), '${OF_AN_ID}') = ''`,
    [
      ...ROOMS.map((name) => endsIn(room, `/${name}/memory/`)),
      `${endsIn(room, '/memory/')} AND ${endsIn(folderOf(folderOf(room)), '/external/')}`,
    ].join(' OR '),
  ]);
}

function noteConditions(
  { notePath, noteId, region, derived, active, conversations, memories, retired }: ClaimFilter,
  { known }: PointInTime,
  text: SqlText,
): string[] {
  // What is live stands in a note that is there: only those are in the index of ids.
  const there = retired === true || known !== undefined ? '' : ' AND note.gone_at IS NULL';
  const conditions: string[] = [];
  if (notePath !== undefined)
    conditions.push(`note.path = ${text.add(notePath, 'text')} AND note.gone_at IS NULL`);
  if (noteId !== undefined) conditions.push(`note.note_id = ${text.add(noteId, 'text')}${there}`);
  if (region !== undefined) {
    const own = text.add(region, 'text');
    const length = text.add(region.length + 1, 'int');
    conditions.push(
      `note.region = ${own} OR substr(note.region, 1, ${length}) = ${text.add(`${region}/`, 'text')}`,
    );
  }
  if (derived !== true) conditions.push(`note.type IS DISTINCT FROM '${DERIVED_NOTE}'`);
  if (conversations === false) conditions.push(`note.type IS DISTINCT FROM '${CONVERSATION_NOTE}'`);
  if (memories === false) conditions.push(`NOT (${isMemorySql()})`);
  if (active === true) conditions.push("note.status <> 'archived'");
  return conditions;
}

/** One code is compared and not looked for in a list, so that an index of few serves. */
function inCodes(column: string, codes: readonly number[]): string {
  if (codes.length === 0) return 'FALSE';
  return codes.length === 1 ? `${column} = ${codes[0]}` : `${column} IN (${codes.join(', ')})`;
}

function validConditions(valid: string, known: number | undefined, text: SqlText): string[] {
  const [from, until, ended] =
    known === undefined
      ? ['claim.valid_from', 'claim.valid_until', 'claim.superseded_at']
      : [
          statedThen('valid_from', known, text),
          statedThen('valid_until', known, text),
          supersededFrom(known, text),
        ];
  const at = () => text.add(valid, 'text');
  // Dates of secret claims are encrypted: `holdsAt` looks at them afterwards.
  return [
    `claim.sealed IS NOT NULL OR ${from} IS NULL OR ${from} <= ${at()}`,
    `claim.sealed IS NOT NULL OR ${until} IS NULL OR ${until} > ${at()}`,
    // Without what something newer had ended by then.
    `claim.sealed IS NOT NULL OR ${ended} IS NULL OR ${ended} > ${at()}`,
  ];
}
