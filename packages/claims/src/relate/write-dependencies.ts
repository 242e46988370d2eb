import type BetterSqlite3 from 'better-sqlite3';
import { edgeCodes } from '../sqlite/codes.ts';

const DEPENDS_ON = edgeCodes.toCode('depends_on');

/** More claims than this in one note are not what a sentence rests on: the first of them stand for the note. */
const MOST_SOURCES = 64;

/**
 * Keeps the `depends_on` edges in line with what the texts say: from a claim that names a note as what it rests on, to the
 * note's asserted claims. Only names and notes of claims that changed are looked at.
 */
export function writeDependencies(db: BetterSqlite3.Database, now: number): void {
  const dependents = db
    .prepare<[], number>(
      `SELECT DISTINCT dependency.claim FROM dependency JOIN term ON term.text = dependency.name
       JOIN alias ON alias.name = term.key JOIN claim ON claim.note = alias.note
       WHERE claim.key IN (SELECT claim FROM unrelated)
       UNION SELECT claim FROM dependency WHERE claim IN (SELECT claim FROM unrelated)
       UNION SELECT source FROM edge WHERE type = ${DEPENDS_ON} AND recorded_until IS NULL
         AND (source IN (SELECT claim FROM unrelated) OR target IN (SELECT claim FROM unrelated))`,
    )
    .pluck()
    .all();
  if (dependents.length === 0) return;
  const wanted = db
    .prepare<[number, number], number>(
      `SELECT source.key FROM dependency JOIN term ON term.text = dependency.name JOIN alias ON alias.name = term.key
       JOIN note ON note.key = alias.note AND note.gone_at IS NULL
       JOIN claim source ON source.note = note.key AND source.recorded_until IS NULL AND source.assertion = 0
       JOIN claim own ON own.key = dependency.claim AND own.recorded_until IS NULL AND own.note <> source.note
       WHERE dependency.claim = ? ORDER BY source.span_start, source.key LIMIT ?`,
    )
    .pluck();
  const live = db.prepare<[number], { target: number; recorded_from: number }>(
    `SELECT target, recorded_from FROM edge WHERE source = ? AND type = ${DEPENDS_ON} AND recorded_until IS NULL`,
  );
  const close = db.prepare(
    `UPDATE edge SET recorded_until = ? WHERE source = ? AND type = ${DEPENDS_ON} AND target = ? AND recorded_from = ?`,
  );
  const open = db.prepare(
    `INSERT INTO edge (source, type, target, recorded_from) VALUES (?, ${DEPENDS_ON}, ?, ?)
     ON CONFLICT (source, type, target, recorded_from) DO UPDATE SET recorded_until = NULL`,
  );
  for (const claim of dependents) {
    const targets = new Set(wanted.all(claim, MOST_SOURCES));
    for (const edge of live.all(claim)) {
      if (!targets.delete(edge.target)) close.run(now, claim, edge.target, edge.recorded_from);
    }
    for (const target of targets) open.run(claim, target, now);
  }
}
