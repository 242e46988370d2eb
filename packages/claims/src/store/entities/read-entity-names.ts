import { normaliseTerm } from '@memora/core';
import type { EntityNames } from '../../entities/create-entity-resolver.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { prepareQuery, prepareValue } from '../queries/prepare-query.ts';

/** A name that a note's claims use as their subject. */
interface NamedSubject {
  /** Normalised. */
  readonly name: string;
  readonly notePath: string;
  readonly claims: number;
}

/** A name of a note. */
export interface BorneName {
  readonly name: string;
  readonly title: string;
}

/**
 * Reads the names of notes and the names that a note mentions, without secret notes and claims. A caller that needs most names passes all of them as `borne`,
 * so that they are not read one by one.
 */
export function readEntityNames(
  db: Sqlite.Database,
  borne?: readonly BorneName[],
): Omit<EntityNames, 'entries'> & { readonly notesOf: (name: string) => number } {
  const bearers = prepareValue(db, 'bearers');
  const counted = prepareValue(db, 'countBearers');
  const called = prepareValue(db, 'calledIn');
  const namesOf = prepareValue(db, 'namesOfTitle');
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
    /** How many notes have a name. */
    notesOf: (name) => counted.get(name) ?? 0,
    mentions: (notePath, name) => {
      const known =
        names.get(notePath) ?? ` ${called.all(notePath, notePath, notePath).map(words).join('  ')} `;
      names.set(notePath, known);
      return known.includes(` ${words(name)} `);
    },
  };
}

/** Returns every name that live claims are about: explicit subjects, and sentences that begin with the name of another note. */
export function readNamedSubjects(db: Sqlite.Database): NamedSubject[] {
  return prepareQuery(db, 'namedSubjects').all();
}

/** Returns every name of a note, with the note's title. */
export function readBorneNames(db: Sqlite.Database): BorneName[] {
  return prepareQuery(db, 'borneNames').all();
}

function words(text: string): string {
  return normaliseTerm(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}
