import { normaliseTerm } from '@memora/core';
import type { EntityNames } from '../../entities/create-entity-resolver.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { prepareQuery, prepareValue } from '../queries/prepare-query.ts';

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
  return prepareQuery(db, 'namedSubjects').all();
}

/** Every name that a note bears, with its title. */
export function readBorneNames(db: Sqlite.Database): BorneName[] {
  return prepareQuery(db, 'borneNames').all();
}

function words(text: string): string {
  return normaliseTerm(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}
