import type * as Sqlite from '../../model/sqlite-database.ts';
import { comparePair } from '../../relate/compare/compare-pair.ts';
import { createCanonicalise } from '../../relate/frame-keys.ts';
import { createConfigure, type PredicateValues } from '../../relate/predicate-values.ts';
import { createTitleLookup } from './entity-names.ts';
import { createGroupReader, type Member } from './find-relations.ts';
import { createVerdictLookup } from './verdict-cache.ts';

/** Two claims about the same that rules alone call compatible or in conflict. */
export interface UndecidedPair {
  readonly a: Member;
  readonly b: Member;
}

interface UndecidedOptions {
  readonly judge: string;
  readonly predicates: PredicateValues;
  readonly limit: number;
  /** Only pairs with a claim of these notes; all without it. */
  readonly paths?: readonly string[] | undefined;
}

/**
 * The pairs that a judge has not been asked about, in a fixed order, at most `limit`; `left` counts the rest. One pair stands for
 * all claims that say the same as its two.
 */
export function readUndecided(
  db: Sqlite.Database,
  { judge, predicates, limit, paths }: UndecidedOptions,
): { readonly pairs: readonly UndecidedPair[]; readonly left: number } {
  const canonicalise = createCanonicalise(createTitleLookup(db));
  // Without a codec, secret claims stay closed: nobody is asked about them.
  const read = createGroupReader(db, {
    canonicalise,
    configure: createConfigure(predicates),
    codec: undefined,
  });
  const verdictOf = createVerdictLookup(db, judge);
  const keys = db
    .prepare<[string], number>(
      `SELECT key FROM frame_key ${paths === undefined ? 'WHERE ?' : OF_NOTES} GROUP BY key HAVING count(*) > 1 ORDER BY key`,
    )
    .pluck()
    .all(paths === undefined ? '1' : JSON.stringify(paths));
  const pairs = new Map<string, UndecidedPair>();
  let left = 0;
  for (const key of keys) {
    const groups = read(key).map(([first]) => first as Member);
    for (const [i, a] of groups.entries()) {
      for (const b of groups.slice(i + 1)) {
        const pair = a.body < b.body ? `${a.body} ${b.body}` : `${b.body} ${a.body}`;
        if (pairs.has(pair) || !isWorthAsking(a, b) || verdictOf(a.body, b.body) !== undefined) continue;
        if (pairs.size < limit) pairs.set(pair, { a, b });
        else left++;
      }
    }
  }
  return { pairs: [...pairs.values()], left };
}

const OF_NOTES = `WHERE key IN (SELECT own.key FROM json_each(?) AS path JOIN note ON note.path = path.value AND note.gone_at IS NULL
  JOIN claim ON claim.note = note.key JOIN frame_key own ON own.claim = claim.key)`;

/** Events never contradict, and two sentences that share a first word only are about different things. */
function isWorthAsking({ frame: a }: Member, { frame: b }: Member): boolean {
  if (a.event || b.event) return false;
  const { verdict } = comparePair(a, b);
  if (verdict === 'conflict') return true;
  if (verdict !== 'compatible' || a.relation.values === 'many' || b.relation.values === 'many') {
    return verdict === 'compatible' && sharesWord(a.object, b.object);
  }
  return a.relation.name === b.relation.name || sharesWord(a.object, b.object);
}

function sharesWord(a: readonly { key: string }[], b: readonly { key: string }[]): boolean {
  return a.some(({ key }) => key.length > 2 && b.some((other) => other.key === key));
}
