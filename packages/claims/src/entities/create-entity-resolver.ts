import { fingerprint, normaliseTerm } from '@memora/core';
import { ARTICLES } from '@memora/language/words';
import type { EntityEntry } from './parse-entities.ts';

/** A person or thing that notes speak of. */
export interface Entity {
  /** `ent_` and 12 hex digits of the name: the same after a rebuild. */
  readonly id: string;
  readonly name: string;
}

/** What the notes give names to. All names are normalised. */
export interface EntityNames {
  /** The titles of the notes that bear a name: as their title, file name or alias. */
  readonly titlesOf: (name: string) => readonly string[];
  /** The names that the notes of a title bear. */
  readonly namesOf: (title: string) => readonly string[];
  /** True if a note names something by a name, in whatever form. */
  readonly mentions: (notePath: string, name: string) => boolean;
  /** What a person says of names. */
  readonly entries: readonly EntityEntry[];
}

/** Says whom or what a name means in a note; null if it may mean several. */
export type ResolveEntity = (name: string, notePath: string) => Entity | null;

/**
 * Makes the resolver. In order: what a person says of the name in this folder, what a person says of it, the note that bears it. A name that
 * several notes bear means the one that the note calls by a name of its own; if there is none, or several, it means nobody. A name that no
 * note bears means itself.
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
    // A note may give itself a name with its article: it bears that name, whichever note comes with the bare one.
    const exact = titlesOf(normaliseTerm(name));
    const bearers = (exact.length > 0 ? exact : titlesOf(key)).filter((title) => !isExcluded(title));
    // A title may be a name that a person gave to another entity.
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

/** The id of an entity, by its normalised name. */
function entityId(name: string): string {
  return `ent_${fingerprint(new TextEncoder().encode(`entity ${name}`)).slice(0, 12)}`;
}

/** A name as it is compared: normalised, without a leading article. */
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
    /** The narrowest folder wins. Of two for the same folder, the later wins. */
    within: (key: string, notePath: string): string | undefined => {
      let best: { within: string; name: string } | undefined;
      for (const each of scoped.get(key) ?? [])
        if (notePath.startsWith(each.within) && each.within.length >= (best?.within.length ?? 0)) best = each;
      return best?.name;
    },
  };
}
