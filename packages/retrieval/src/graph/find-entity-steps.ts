import type * as Sqlite from '@memora/claims/sqlite';
import { normaliseTerm } from '@memora/core';
import { prepareClaimsOfNote } from './claims-of-note.ts';
import type { StepFinder } from './graph-source.ts';

/** Claims about what the claims end in, all together. */
const MOST_ABOUT = 256;
/** A name that more notes bear than this tells nothing. */
const MOST_BEARERS = 3;
const MOST_NAMES = 48;
const LONGEST_NAME = 4;
/** Words that may be part of a name: they begin with a capital or hold a digit. What has no capitals is found by links alone. */
const NAME_WORD = /^[\p{Lu}\p{N}][\p{L}\p{M}\p{N}'’.&-]*$/u;

/** From a claim to the claims of the notes whose title or alias stands in its text, and to those about the thing it ends in. */
export function prepareEntitySteps(db: Sqlite.Database): StepFinder {
  const read = db.prepare<[string], SaidClaim>(
    `SELECT claim.key, claim.note, claim.object, lexical_docs.snippet FROM json_each(?) AS wanted
     JOIN claim ON claim.key = wanted.value JOIN lexical_docs ON lexical_docs.key = claim.key
     WHERE lexical_docs.snippet IS NOT NULL`,
  );
  const bearers = db.prepare<[string], { name: string; note: number }>(
    `SELECT term.text AS name, alias.note FROM json_each(?) AS wanted JOIN term ON term.text = wanted.value
     JOIN alias ON alias.name = term.key JOIN note ON note.key = alias.note AND note.gone_at IS NULL`,
  );
  const about = db.prepare<[string, number], { name: string; key: number }>(
    `SELECT term.text AS name, claim.key FROM json_each(?) AS wanted JOIN term ON term.text = wanted.value
     JOIN topic ON topic.subject = term.key JOIN claim ON claim.topic = topic.key
     WHERE claim.recorded_until IS NULL LIMIT ?`,
  );
  const claimsOf = prepareClaimsOfNote(db);
  return (keys) => {
    const said = read.all(JSON.stringify(keys)).map((claim) => ({
      ...claim,
      names: namesIn(claim.snippet),
      thing: claim.object === null ? null : normaliseTerm(claim.object),
    }));
    const notesByName = Map.groupBy(
      bearers.all(JSON.stringify([...new Set(said.flatMap(({ names }) => names))])),
      ({ name }) => name,
    );
    const things = new Set(said.flatMap(({ thing }) => thing ?? []));
    const claimsByThing = Map.groupBy(about.all(JSON.stringify([...things]), MOST_ABOUT), ({ name }) => name);
    return said.flatMap(({ key: from, note, names, thing }) => {
      const bearing = names
        .map((name) => notesByName.get(name) ?? [])
        .filter((notes) => notes.length <= MOST_BEARERS);
      const named = new Set(bearing.flat().map((each) => each.note));
      named.delete(note);
      const reached = new Set([
        ...[...named].flatMap((each) => claimsOf(each)),
        ...(claimsByThing.get(thing ?? '') ?? []).map(({ key }) => key),
      ]);
      reached.delete(from);
      return [...reached].map((to) => ({ from, to, strength: 1 }));
    });
  };
}

interface SaidClaim {
  readonly key: number;
  readonly note: number;
  readonly object: string | null;
  readonly snippet: string;
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
