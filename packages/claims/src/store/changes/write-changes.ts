import { edgeCodes } from '../../model/codes.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { prepareQuery } from '../queries/prepare-query.ts';

const CONTRADICTS = edgeCodes.toCode('contradicts');

/** Prefix of the judge name of an edge from a model; its label follows. */
export const CHANGE_JUDGE = 'changes ';

interface WantedEdge {
  readonly source: number;
  readonly target: number;
  readonly metadata: string;
}

/**
 * Updates the conflicts between judged claims from the verdicts, and returns the row keys of the claims whose
 * conflicts may have changed. Without a judge none of the verdicts counts.
 */
export function writeChanges(db: Sqlite.Database, now: number, judge: string | null): Set<number> {
  const touched = new Set<number>();
  const wanted = new Map((judge === null ? [] : readWanted(db)).map((edge) => [keyOf(edge), edge]));
  const standing = prepareQuery(db, 'judgedConflicts').all(CHANGE_JUDGE, `${CHANGE_JUDGE}~`);
  const close = prepareQuery(db, 'closeEdge');
  for (const edge of standing) {
    const { source, target, recorded_from, metadata } = edge;
    if (wanted.get(keyOf(edge))?.metadata === metadata) {
      wanted.delete(keyOf(edge));
      continue;
    }
    close.run(now, source, CONTRADICTS, target, recorded_from);
    touched.add(source).add(target);
  }
  const open = prepareQuery(db, 'openEdge');
  const closeOthers = prepareQuery(db, 'closeOpenEdge');
  for (const { source, target, metadata } of wanted.values()) {
    closeOthers.run(now, source, CONTRADICTS, target);
    open.run(source, CONTRADICTS, target, now, metadata);
    touched.add(source).add(target);
  }
  return touched;
}

/**
 * If two pairs within one note contradict each other, the one whose newer statement is further down has
 * priority, because it is read last.
 */
function readWanted(db: Sqlite.Database): WantedEdge[] {
  return prepareQuery(db, 'judgedPairs')
    .all()
    .flatMap(({ newer, older, relation, judge, at }) => {
      if (newer === null || older === null || newer === older) return [];
      const replaces = relation === 'replaces';
      const later = newer < older ? 'source' : 'target';
      const metadata = {
        reason: replaces ? 'replaced' : 'judged',
        single_valued: replaces,
        judge: `${CHANGE_JUDGE}${judge}`,
        ...(replaces && { later, decides: true, noted: new Date(at).toISOString() }),
      };
      return {
        source: Math.min(newer, older),
        target: Math.max(newer, older),
        metadata: JSON.stringify(metadata),
      };
    });
}

function keyOf({ source, target }: Pick<WantedEdge, 'source' | 'target'>): string {
  return `${source} ${target}`;
}
