import { normaliseTerm } from '@memora/core';
import type { EntityNames } from '../../entities/create-entity-resolver.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';

/** A name by which claims of a note say what they are about. */
interface NamedSubject {
  /** Normalised. */
  readonly name: string;
  readonly notePath: string;
  readonly claims: number;
}

/** A name that a note bears. */
export interface BorneName {
  readonly name: string;
  readonly title: string;
}

/**
 * Reads who bears which name, and what a note calls by name. Nothing of a secret note or claim is among it. Whoever asks for most names passes
 * all that are `borne`: then each is not read by itself.
 */
export function readEntityNames(
  db: Sqlite.Database,
  borne?: readonly BorneName[],
): Omit<EntityNames, 'entries'> & { readonly notesOf: (name: string) => number } {
  const bearers = db
    .prepare<[string], string>(
      `SELECT DISTINCT note.title FROM term JOIN alias ON alias.name = term.key JOIN note ON note.key = alias.note
       WHERE term.text = ? AND note.gone_at IS NULL AND note.band < 2 ORDER BY note.title`,
    )
    .pluck();
  const counted = db
    .prepare<[string], number>(
      `SELECT count(DISTINCT note.key) FROM term JOIN alias ON alias.name = term.key JOIN note ON note.key = alias.note
       WHERE term.text = ? AND note.gone_at IS NULL AND note.band < 2`,
    )
    .pluck();
  const called = db
    .prepare<[string, string, string], string>(
      `SELECT subject.text FROM note JOIN claim ON claim.note = note.key JOIN topic ON topic.key = claim.topic
       JOIN term subject ON subject.key = topic.subject
       WHERE note.path = ? AND note.gone_at IS NULL AND claim.recorded_until IS NULL AND claim.band < 2
       UNION SELECT claim.object FROM note JOIN claim ON claim.note = note.key
       WHERE note.path = ? AND note.gone_at IS NULL AND claim.recorded_until IS NULL AND claim.band < 2 AND claim.object IS NOT NULL
       UNION SELECT reference.name FROM note JOIN claim ON claim.note = note.key JOIN reference ON reference.claim = claim.key
       WHERE note.path = ? AND note.gone_at IS NULL AND claim.recorded_until IS NULL`,
    )
    .pluck();
  const namesOf = db
    .prepare<[string], string>(
      `SELECT DISTINCT term.text FROM note JOIN alias ON alias.note = note.key JOIN term ON term.key = alias.name
       WHERE note.title = ? AND note.gone_at IS NULL AND note.band < 2 ORDER BY term.text`,
    )
    .pluck();
  const titles = new Map<string, readonly string[]>();
  for (const [name, bearing] of Map.groupBy(borne ?? [], (each) => each.name))
    titles.set(name, [...new Set(bearing.map(({ title }) => title))]);
  const names = new Map<string, string>();
  return {
    titlesOf: (name) => {
      const found = titles.get(name) ?? (borne === undefined ? bearers.all(name) : []);
      titles.set(name, found);
      return found;
    },
    namesOf: (title) => namesOf.all(title),
    /** How many notes bear a name. */
    notesOf: (name) => counted.get(name) ?? 0,
    mentions: (notePath, name) => {
      const known =
        names.get(notePath) ?? ` ${called.all(notePath, notePath, notePath).map(words).join('  ')} `;
      names.set(notePath, known);
      return known.includes(` ${words(name)} `);
    },
  };
}

/**
 * Every name by which live claims say what they are about: where they say so themselves, and where a sentence begins with a name that another note
 * bears.
 */
export function readNamedSubjects(db: Sqlite.Database): NamedSubject[] {
  return db
    .prepare<[], NamedSubject>(
      `SELECT subject.text AS name, note.path AS notePath, count(*) AS claims FROM claim JOIN note ON note.key = claim.note
       JOIN topic ON topic.key = claim.topic JOIN term subject ON subject.key = topic.subject
       WHERE claim.recorded_until IS NULL AND claim.band < 2 AND note.gone_at IS NULL
       AND (claim.inherited = 0 AND claim.object IS NOT NULL OR claim.object IS NULL AND EXISTS (
         SELECT 1 FROM alias WHERE alias.name = topic.subject AND alias.note <> claim.note))
       AND note.type IS NOT 'derived' GROUP BY subject.text, note.path ORDER BY subject.text, note.path`,
    )
    .all();
}

/** Every name that a note bears, with its title. */
export function readBorneNames(db: Sqlite.Database): BorneName[] {
  return db
    .prepare<[], BorneName>(
      `SELECT term.text AS name, note.title FROM alias JOIN term ON term.key = alias.name JOIN note ON note.key = alias.note
       WHERE note.gone_at IS NULL AND note.band < 2 ORDER BY note.title, term.text`,
    )
    .all();
}

function words(text: string): string {
  return normaliseTerm(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}
