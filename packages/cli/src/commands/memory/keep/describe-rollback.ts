import type { RollbackPlan } from '@memora/agent-memory';
import { countOf } from '../../../output/format/count-of.ts';

type NameNotes = (paths: readonly string[]) => Promise<(path: string) => string>;

/** A plan for display, with the names of notes that the caller may see. */
interface ToldRollback {
  readonly lines: readonly string[];
  readonly json: Readonly<Record<string, unknown>>;
  /** True if only lines of daily notes came from the source. */
  readonly isNothing: boolean;
}

/** Describes the changes of a rollback, in lines for a person and as data. `isDone` is false for a plan. */
export async function describeRollback(
  plan: RollbackPlan,
  nameNotes: NameNotes,
  isDone = false,
): Promise<ToldRollback> {
  const { falls, stands, returns, touched, dailyLines } = plan;
  const turns = await nameTurns(plan.turns, nameNotes);
  const part = (name: string, ids: readonly string[]) =>
    ids.length === 0 ? [] : [`${name}:`, ...ids.map((id) => `  ${id}`)];
  return {
    lines: [
      ...part(`${isDone ? 'Removed' : 'To remove'}, because nothing else supports it`, falls),
      ...part('Stays, with evidence of its own', stands),
      ...part('Returns', returns),
      ...part('Left as it is, because somebody changed it later', touched),
      ...part(isDone ? 'Turns removed' : 'Turns to remove', turns),
      ...(dailyLines === 0 ? [] : [`${countOf(dailyLines, 'line')} in daily notes.`]),
    ],
    json: { falls, stands, returns, touched, daily_lines: dailyLines, turns },
    isNothing: [falls, returns, stands, plan.turns].every((ids) => ids.length === 0),
  };
}

async function nameTurns(turns: readonly string[], nameNotes: NameNotes): Promise<string[]> {
  const pathOf = (turn: string) => turn.replace(/#t\d+$/u, '');
  const nameOf = await nameNotes(turns.map(pathOf));
  return turns.map((turn) => `${nameOf(pathOf(turn))}${turn.slice(pathOf(turn).length)}`);
}
