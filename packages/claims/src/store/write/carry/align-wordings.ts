import { normaliseTerm } from '@memora/core';
import type * as Sqlite from '../../../model/sqlite-database.ts';
import { sayKey } from '../../../prepare/say-key.ts';
import { prepareQuery, prepareValue } from '../../queries/prepare-query.ts';

interface SayingRow {
  readonly key: number;
  readonly said: number;
  readonly object: string;
  /** Key of the subject as a term. */
  readonly name: number;
  readonly subject: string;
  readonly predicate: string;
}

/** Changed claims, and those whose subject is a name that a note gained or lost. `CROSS JOIN` keeps SQLite from walking all claims to find a few. */
const AFFECTED = `
  SELECT claim.key, claim.said, claim.object, topic.subject AS name, subject.text AS subject, predicate.text AS predicate
  FROM (
    SELECT claim.key FROM changed_name CROSS JOIN topic ON topic.subject = changed_name.name CROSS JOIN claim ON claim.topic = topic.key
    UNION SELECT claim FROM unrelated
  ) AS affected
  CROSS JOIN claim ON claim.key = affected.key
  CROSS JOIN topic ON topic.key = claim.topic
  CROSS JOIN term AS subject ON subject.key = topic.subject
  CROSS JOIN term AS predicate ON predicate.key = topic.predicate
  WHERE claim.inherited = 0 AND claim.object IS NOT NULL AND claim.said IS NOT NULL AND claim.recorded_until IS NULL
    AND (EXISTS (SELECT 1 FROM alias WHERE alias.name = topic.subject)
      OR EXISTS (SELECT 1 FROM changed_name WHERE changed_name.name = topic.subject))`;

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
  for (const { key, said, object, name, subject, predicate } of db.prepare<[], SayingRow>(AFFECTED).all()) {
    const now = sayKey(titleOf(name) ?? subject, predicate, { object: normaliseTerm(object) });
    if (now === said) continue;
    set.run(now, key);
    changed.add(said).add(now);
  }
  // A sentence about such a name may be about another thing now.
  db.exec(`INSERT OR IGNORE INTO unrelated (claim) SELECT slot.claim FROM changed_name JOIN term ON term.key = changed_name.name
    JOIN slot ON slot.name = term.text`);
  db.exec('DELETE FROM changed_name');
  return changed;
}
