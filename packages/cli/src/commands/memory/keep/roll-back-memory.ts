import type { RollbackTarget } from '@memora/agent-memory';
import { askPerson, isPersonThere } from '../../../input/ask-person.ts';
import { readFlag, readText, usageError } from '../../../input/read-option.ts';
import type { CommandContext } from '../../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../../program/exit-code.ts';
import { openCliAgent } from '../open-cli-agent.ts';
import { describeRollback } from './describe-rollback.ts';

const TARGETS = ['batch', 'session', 'conversation', 'turn', 'agent', 'since', 'source'] as const;

/** Removes everything that came from a source: shows the plan, asks for confirmation, and removes it. */
export async function rollBackMemory(context: CommandContext): Promise<ExitCode> {
  const { options, io, output } = context;
  const target = readTarget(options);
  const [isYes, erase, dryRun] = ['yes', 'erase', 'dryRun'].map((name) => readFlag(options, name));
  await using agent = await openCliAgent(context);
  const plan = await agent.rollback(target, { dryRun: true, erase: erase === true });
  const { lines, json, isNothing } = await describeRollback(plan, agent.memory.nameNotes);
  const say = (batch: string | null, isDone: boolean): void =>
    output.payload({ ...json, batch, done: isDone });
  for (const line of lines) output.line(line);
  if (dryRun === true || (isNothing && plan.dailyLines === 0)) {
    say(null, false);
    if (isNothing) output.note('Nothing came from it, so there is nothing to roll back.');
    return EXIT.done;
  }
  const mayGo = isYes === true || (isPersonThere(io) && (await askPerson('Roll this back?', io)));
  if (!mayGo) {
    say(null, false);
    output.note('Nothing was changed. `--yes` rolls it back without asking.');
    return EXIT.checkFailed;
  }
  const { batch, proof } = await agent.rollback(target, { erase: erase === true });
  say(batch, true);
  output.line(batch === null ? 'Erased.' : `Rolled back as ${batch}.`);
  if (proof !== undefined) {
    output.line('Searched every file that Memora wrote for its words and hashes.');
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
      'name one thing to roll back',
      `Give one of ${TARGETS.map((name) => `--${name}`).join(' ')}.`,
    );
  return Object.fromEntries([first]) as unknown as RollbackTarget;
}
