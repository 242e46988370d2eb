import type { RollbackPlan, RollbackTarget } from '@memora/agent-memory';
import { askPerson, isPersonThere } from '../../../input/ask-person.ts';
import { readFlag, readText, usageError } from '../../../input/read-option.ts';
import { countOf } from '../../../output/format/count-of.ts';
import type { CommandContext } from '../../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../../program/exit-code.ts';
import { openCliAgent } from '../open-cli-agent.ts';

const TARGETS = ['batch', 'session', 'conversation', 'turn', 'agent', 'since', 'source'] as const;

/** Takes back everything that came from a source: shows the plan, asks, and does it. */
export async function rollBackMemory(context: CommandContext): Promise<ExitCode> {
  const { options, io, output } = context;
  const target = readTarget(options);
  const [isYes, erase, dryRun] = ['yes', 'erase', 'dryRun'].map((name) => readFlag(options, name));
  await using agent = await openCliAgent(context);
  const plan = await agent.rollback(target, { dryRun: true, erase: erase === true });
  const isNothing = [plan.falls, plan.returns, plan.stands, plan.turns].every((part) => part.length === 0);
  const turns = await nameTurns(plan.turns, agent.memory.nameNotes);
  const say = (batch: string | null, isDone: boolean): void =>
    output.payload({ ...toJson(plan), turns, batch, done: isDone });
  for (const line of describe(plan, turns)) output.line(line);
  if (dryRun === true || (isNothing && plan.dailyLines === 0)) {
    say(null, false);
    if (isNothing) output.note('Nothing came from it that could be taken back.');
    return EXIT.done;
  }
  const mayGo = isYes === true || (isPersonThere(io) && (await askPerson('Take this back?', io)));
  if (!mayGo) {
    say(null, false);
    output.note('Nothing was changed. `--yes` takes it back without asking.');
    return EXIT.checkFailed;
  }
  const { batch, proof } = await agent.rollback(target, { erase: erase === true });
  say(batch, true);
  output.line(batch === null ? 'Erased.' : `Taken back in ${batch}.`);
  if (proof !== undefined) {
    output.line('Searched every byte of what Memora wrote for each word and hash of it.');
    for (const { file, what } of proof.found) output.line(`Still there, as a ${what}: ${file}`);
    if (proof.found.length > 0) return EXIT.checkFailed;
  }
  if (batch !== null) output.note(`\`memora memory rollback --batch ${batch}\` undoes it.`);
  return EXIT.done;
}

function readTarget(options: CommandContext['options']): RollbackTarget {
  const given = TARGETS.flatMap((name) => {
    const value = readText(options, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const [first, ...others] = given;
  if (first === undefined || others.length > 0)
    throw usageError(
      'one thing is rolled back at a time',
      `Give one of ${TARGETS.map((name) => `--${name}`).join(' ')}.`,
    );
  return Object.fromEntries([first]) as unknown as RollbackTarget;
}

function describe(plan: RollbackPlan, turns: readonly string[]): string[] {
  const part = (name: string, ids: readonly string[]) =>
    ids.length === 0 ? [] : [`${name}:`, ...ids.map((id) => `  ${id}`)];
  return [
    ...part('Falls, for nothing else says it', plan.falls),
    ...part('Stands on its own', plan.stands),
    ...part('Returns', plan.returns),
    ...part('Left, for somebody changed it since', plan.touched),
    ...part('Turns that go', turns),
    ...(plan.dailyLines === 0 ? [] : [`${countOf(plan.dailyLines, 'line')} in notes of days.`]),
  ];
}

function toJson({ falls, stands, returns, touched, dailyLines }: RollbackPlan) {
  return { falls, stands, returns, touched, daily_lines: dailyLines };
}

/** Notes are named for whoever may not read secret ones. */
async function nameTurns(
  turns: readonly string[],
  nameNotes: (paths: readonly string[]) => Promise<(path: string) => string>,
): Promise<string[]> {
  const pathOf = (turn: string) => turn.replace(/#t\d+$/u, '');
  const nameOf = await nameNotes(turns.map(pathOf));
  return turns.map((turn) => `${nameOf(pathOf(turn))}${turn.slice(pathOf(turn).length)}`);
}
