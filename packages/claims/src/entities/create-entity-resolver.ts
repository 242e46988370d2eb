import { fingerprint, normaliseTerm } from '@memora/core';
import { ARTICLES } from '@memora/language/words';
import type { EntityEntry } from './parse-entities.ts';

/** A person or thing that notes mention. */
export interface Entity {
  /** `ent_` and 12 hex digits of a hash of the name: the id is the same after a rebuild. */
  readonly id: string;
  readonly name: string;
}

/** The names that notes give to things. All names are normalised. */
export interface EntityNames {
  /** The titles of the notes that have a name as title, file name or alias. */
  readonly titlesOf: (name: string) => readonly string[];
  /** The names of the notes with a title. */
  readonly namesOf: (title: string) => readonly string[];
  /** True if a note mentions the name in any form. */
  readonly mentions: (notePath: string, name: string) => boolean;
  /** The user's entries about names. */
  readonly entries: readonly EntityEntry[];
}

/** Returns the entity that a name means in a note; null if it may mean several. */
export type ResolveEntity = (name: string, notePath: string) => Entity | null;

/**
 * Creates the resolver. It tries, in this order, the user's entry for the name in this folder, the user's
 * entry for the name, and the note that has the name. If several notes have the name, it means the one whose
 * own aliases include it; if none or several do, it has no meaning. A name that no note has means itself.
 */
export function createEntityResolver({ titlesOf, namesOf, mentions, entries }: EntityNames): ResolveEntity {
  const said = readEntries(entries);
  const known = new Map<string, Entity>();
  const toEntity = (name: string): Entity => {
    const key = normaliseTerm(name);
    const entity = known.get(key) ?? { id: entityId(key), name };
    known.set(key, entity);
    return entity;
  };
  return (name, notePath) => {
    const key = plainName(name);
    const own = said.within(key, notePath) ?? said.everywhere.get(key);
    if (own !== undefined) return toEntity(own);
    const isExcluded = (title: string) => said.not.get(normaliseTerm(title))?.has(key) === true;
    // A note may name itself with the article. It then has that name even if another note has the name without it.
    const exact = titlesOf(normaliseTerm(name));
    const bearers = (exact.length > 0 ? exact : titlesOf(key)).filter((title) => !isExcluded(title));
    // The user may have given the title to another entity as a name.
    const titles = [...new Set(bearers.map((title) => said.everywhere.get(normaliseTerm(title)) ?? title))];
    if (titles.length > 1) {
      const isCalled = (title: string) =>
        [normaliseTerm(title), ...namesOf(title)].some(
          (own) => own !== key && titlesOf(own).length === 1 && mentions(notePath, own),
        );
      const called = titles.filter(isCalled);
      const namesake = titles.find((title) => plainName(title) === key);
      const [only, ...others] = called.length > 0 ? called : namesake === undefined ? [] : [namesake];
      return only === undefined || others.length > 0 ? null : toEntity(only);
    }
    return toEntity(titles[0] ?? key);
  };
}

/** Returns the id of an entity from its normalised name. */
function entityId(name: string): string {
  return `ent_${fingerprint(new TextEncoder().encode(`entity ${name}`)).slice(0, 12)}`;
}

/** Returns a name in the form for comparisons: normalised, without a leading article. */
export function plainName(name: string): string {
  const key = normaliseTerm(name);
  const [first = '', ...rest] = key.split(' ');
  return rest.length > 0 && ARTICLES.has(first) ? rest.join(' ') : key;
}

function readEntries(entries: readonly EntityEntry[]) {
  const everywhere = new Map<string, string>();
  const not = new Map<string, Set<string>>();
  const scoped = new Map<string, { within: string; name: string }[]>();
  for (const { name, aliases, not: others } of entries) {
    if (!everywhere.has(plainName(name))) everywhere.set(plainName(name), name);
    not.set(normaliseTerm(name), new Set(others.map(plainName)));
    for (const alias of aliases) {
      const key = plainName(alias.name);
      if (alias.within === null) everywhere.set(key, name);
      else scoped.set(key, [...(scoped.get(key) ?? []), { within: alias.within, name }]);
    }
  }
  for (const [entity, names] of not)
    for (const key of names) if (normaliseTerm(everywhere.get(key) ?? '') === entity) everywhere.delete(key);
  return {
    everywhere,
    not,
    /** The narrowest folder has priority. Of two entries for the same folder, the later one does. */
    within: (key: string, notePath: string): string | undefined => {
      let best: { within: string; name: string } | undefined;
      for (const each of scoped.get(key) ?? [])
        if (notePath.startsWith(each.within) && each.within.length >= (best?.within.length ?? 0)) best = each;
      return best?.name;
    },
  };
}
