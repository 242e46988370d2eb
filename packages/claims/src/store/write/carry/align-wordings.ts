import { normaliseTerm } from '@memora/core';
import type * as Sqlite from '../../../model/sqlite-database.ts';
import { sayKey } from '../../../prepare/say-key.ts';
import { prepareQuery, prepareValue } from '../../queries/prepare-query.ts';

/**
 * Gives claims about one thing the same content key, whichever of its names they use: a name of one note counts as that note's title. A name shared by notes
 * with different titles stays as it is. Returns the changed keys.
 */
export function alignWordings(db: Sqlite.Database): ReadonlySet<number> {
  const changed = new Set<number>();
  const bearers = prepareValue(db, 'titlesOfBearers');
  const set = prepareQuery(db, 'setSaid');
  const titleByName = new Map<number, string | null>();
  const titleOf = (name: number): string | null => {
    let title = titleByName.get(name);
    if (title === undefined) {
      const [first, ...others] = new Set(bearers.all(name).map(normaliseTerm));
      title = first === undefined || others.length > 0 ? null : first;
      titleByName.set(name, title);
    }
    return title;
  };
  for (const { key, said, object, name, subject, predicate } of prepareQuery(db, 'affectedSayings').all()) {
    const now = sayKey(titleOf(name) ?? subject, predicate, { object: normaliseTerm(object) });
    if (now === said) continue;
    set.run(now, key);
    changed.add(said).add(now);
  }
  prepareQuery(db, 'relateRenamed').run();
  prepareQuery(db, 'forgetChangedNames').run();
  return changed;
}
