import type { KnownNames } from '../../model/extractor.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';

const MOST_THINGS = 40;
const MOST_RELATIONS = 30;
/** In UTF-16 units: shorter names stand in every text. */
const SHORTEST = 3;

/** Finds the names in use that a text may mean: things whose names stand in it, and the relations that models gave most. None is of secret text. */
export function createKnownNames(db: Sqlite.Database): (text: string) => KnownNames {
  type Name = { name: string; title: string };
  let names: readonly Name[] | undefined;
  const relations = db
    .prepare<[], string>(
      `SELECT predicate.text FROM claim JOIN topic ON topic.key = claim.topic JOIN term predicate ON predicate.key = topic.predicate
       JOIN term extractor ON extractor.key = claim.extractor
       WHERE claim.recorded_until IS NULL AND claim.band < 2 AND predicate.text <> 'states' AND extractor.text LIKE 'llm@%'
       GROUP BY predicate.text ORDER BY count(*) DESC, predicate.text LIMIT ${MOST_RELATIONS}`,
    )
    .pluck();
  return (text) => {
    names ??= db
      .prepare<[], Name>(
        `SELECT term.text AS name, note.title FROM alias JOIN term ON term.key = alias.name JOIN note ON note.key = alias.note
         WHERE note.gone_at IS NULL AND note.band < 2 ORDER BY note.title`,
      )
      .all()
      .filter(({ name }) => name.length >= SHORTEST);
    const lower = ` ${text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')} `;
    const things = new Set<string>();
    for (const { name, title } of names) {
      if (things.size >= MOST_THINGS) break;
      if (lower.includes(` ${name.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim()} `)) things.add(title);
    }
    return { entities: [...things], relations: relations.all() };
  };
}
