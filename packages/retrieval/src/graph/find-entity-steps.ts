import { normaliseTerm } from '@memora/core';
import type BetterSqlite3 from 'better-sqlite3';
import type { StepFinder } from './graph-source.ts';

const MOST = 32;
/** A name that more notes bear than this tells nothing. */
const MOST_BEARERS = 3;
const MOST_NAMES = 48;
const LONGEST_NAME = 4;
/** Words that may be part of a name: they begin with a capital or hold a digit. What has no capitals is found by links alone. */
const NAME_WORD = /^[\p{Lu}\p{N}][\p{L}\p{M}\p{N}'’.&-]*$/u;

/** From a claim to the claims of the notes whose title or alias stands in its text, and to those about the thing it ends in. */
export function prepareEntitySteps(db: BetterSqlite3.Database): StepFinder {
  const said = db.prepare<[number], { note: number; object: string | null; snippet: string | null }>(
    `SELECT claim.note, claim.object, lexical_docs.snippet FROM claim
     LEFT JOIN lexical_docs ON lexical_docs.key = claim.key WHERE claim.key = ?`,
  );
  const bearers = db.prepare<[string], { name: string; note: number }>(
    `SELECT term.text AS name, alias.note FROM json_each(?) AS wanted JOIN term ON term.text = wanted.value
     JOIN alias ON alias.name = term.key JOIN note ON note.key = alias.note AND note.gone_at IS NULL`,
  );
  const claimsOf = db
    .prepare<[number, number], number>(
      'SELECT key FROM claim WHERE note = ? AND recorded_until IS NULL ORDER BY key LIMIT ?',
    )
    .pluck();
  const about = db
    .prepare<[string, number], number>(
      `SELECT claim.key FROM term JOIN topic ON topic.subject = term.key JOIN claim ON claim.topic = topic.key
       WHERE term.text = ? AND claim.recorded_until IS NULL LIMIT ?`,
    )
    .pluck();
  return (keys) =>
    keys.flatMap((from) => {
      const claim = said.get(from);
      if (!claim || claim.snippet === null) return [];
      const named = bearers.all(JSON.stringify(namesIn(claim.snippet)));
      const notes = [...Map.groupBy(named, ({ name }) => name).values()]
        .filter((bearing) => bearing.length <= MOST_BEARERS)
        .flatMap((bearing) => bearing.map(({ note }) => note))
        .filter((note) => note !== claim.note);
      const reached = [
        ...[...new Set(notes)].flatMap((note) => claimsOf.all(note, MOST)),
        ...(claim.object === null ? [] : about.all(normaliseTerm(claim.object), MOST)),
      ];
      return [...new Set(reached)].filter((to) => to !== from).map((to) => ({ from, to, strength: 1 }));
    });
}

/** What in a text may be the name of a note: runs of words that begin with a capital, and the parts of each run. */
export function namesIn(text: string): string[] {
  const names = new Set<string>();
  let run: string[] = [];
  const close = () => {
    for (let start = 0; start < run.length; start++)
      for (let end = start + 1; end <= Math.min(run.length, start + LONGEST_NAME); end++)
        if (names.size < MOST_NAMES) names.add(normaliseTerm(run.slice(start, end).join(' ')));
    run = [];
  };
  for (const piece of text.split(/[\s[\]|]+/u)) {
    const word = piece.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
    if (!NAME_WORD.test(word)) {
      close();
      continue;
    }
    run.push(word);
    // Punctuation ends a name: "in Lisbon. Ines" is two.
    if (/[.,;:!?)]$/u.test(piece)) close();
  }
  close();
  return [...names].filter((name) => name.length > 1);
}
