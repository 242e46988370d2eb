import { type Answer, type AskOptions, countSecretPlaces, findHeld, type Memory } from '@memora/engine';
import { toAnswerJson } from '@memora/engine/json';
import { readFlag } from '../input/read-option.ts';
import type { Output } from '../output/create-output.ts';
import { describeNotices, quoteClaims } from '../output/format/describe-notices.ts';
import { describeReasons } from '../output/format/describe-reasons.ts';
import { describeTime } from '../output/format/describe-time.ts';
import { printAnswer } from '../output/format/print-answer.ts';
import { whileBusy } from '../output/terminal/while-busy.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';
import { printHeld, toHeldJson } from './print-held.ts';

/** Asks one question and prints the answer with all its notices. */
export async function printReply(
  question: string,
  asked: AskOptions,
  memory: Memory,
  context: CommandContext,
  tell: (answer: string) => void = () => undefined,
): Promise<ExitCode> {
  const { options, output } = context;
  const reveal = readFlag(options, 'reveal');
  const raw = readFlag(options, 'raw');
  const answer = await whileBusy('looking for an answer', memory.ask(question, asked), context);
  tell(answer.cleanText);
  const date = dayOf(asked, answer);
  // A team's memory has no entities.
  const isOwn = date !== null && !readFlag(options, 'team');
  const held = isOwn ? await findHeld(memory, question, date, { secret: reveal }) : [];
  const entries = await toHeldJson(held, memory, { reveal });
  output.payload({
    ...toAnswerJson(answer, { reveal }),
    ...(entries.length === 0 ? {} : { held: entries }),
    ...(raw ? { draft_unverified: answer.draft } : {}),
  });
  for (const line of describeTime(answer)) output.line(output.style('dim', line));
  const shown = { reveal, proof: readFlag(options, 'proof'), ofTeam: readFlag(options, 'team') };
  await printAnswer(answer, memory, output, shown);
  if (held.length > 0) {
    output.line(`\n${output.style('bold', `Held on ${date}`)}`);
    await printHeld(held, memory, output, { reveal });
  }
  if (raw) {
    output.line(`\n${output.style('yellow', '--- draft, before verification: not to be relied on ---')}`);
    output.line(answer.draft);
  }
  const said = readFlag(options, 'team') ? {} : await quoteNotices(answer, memory);
  for (const notice of describeNotices(answer, { reveal, ...said }))
    output.note(output.styleError('yellow', `! ${notice}`));
  const reasons = withoutNoModel(answer.degradedReasons);
  if (reasons.length > 0)
    output.note(
      output.styleError(
        'dim',
        `Note: ${describeReasons(reasons, (answer.refused ?? answer.report).statements)}.`,
      ),
    );
  sayWhatHelps(answer, output);
  if (!reveal && isOwner(context)) await saySecretPlaces(question, asked, memory, context);
  return answer.abstained ? EXIT.checkFailed : EXIT.done;
}

/** True if a person asks about their own vault at a terminal. A program is given no hint of secret places. */
function isOwner({ io, options, output }: CommandContext): boolean {
  if (output.json || readFlag(options, 'team')) return false;
  // The check of stdin comes last, because Node loads its sockets on the first access.
  return io.stdout.isTTY === true && io.stderr.isTTY === true && io.stdin.isTTY === true;
}

/** As on the page: the number of secret places that would answer, and no text of them. */
async function saySecretPlaces(
  question: string,
  { signal }: AskOptions,
  memory: Memory,
  { output }: CommandContext,
): Promise<void> {
  const count = await countSecretPlaces(memory, question, signal);
  if (count === 0) return;
  const [places, them] = count === 1 ? ['1 secret place', 'it'] : [`${count} secret places`, 'them'];
  output.note(`${places} would answer this. To see ${them}: --reveal.`);
}

/** Outputs that have already shown what helps. A conversation has one output. */
const helped = new WeakSet<Output>();

/** Shows, once for each output, what helps if a search by words found no answer. */
function sayWhatHelps({ abstained, degradedReasons }: Answer, output: Output): void {
  if (!abstained || output.json || helped.has(output)) return;
  if (degradedReasons.includes('question_no_search_words')) return;
  helped.add(output);
  const model = degradedReasons.includes('no_model') ? ', or a model: memora model list' : '';
  output.note(output.styleError('dim', `What may help: other words for the same thing${model}.`));
}

/** The words of the claims in notices, and of those that contradict them. */
async function quoteNotices({ notices }: Answer, memory: Memory) {
  const { superseded, contested, stale, gone, unconfirmed } = notices;
  const related = contested.length === 0 ? [] : await memory.related(contested, ['contradicts']);
  const against = new Map(
    [...Map.groupBy(related, ({ of }) => of as string)].map(([id, all]) => [
      id,
      all.map(({ claim }) => claim.id as string),
    ]),
  );
  const named = [
    ...superseded,
    ...contested,
    ...stale,
    ...gone,
    ...unconfirmed,
    ...[...against.values()].flat(),
  ];
  return { against, quotes: await quoteClaims(named, memory) };
}

/** Removes the notice that no model is set: it is shown once, after the first index. */
function withoutNoModel(reasons: readonly string[]): readonly string[] {
  return reasons.includes('no_model')
    ? reasons.filter((reason) => reason !== 'no_model' && reason !== 'extractive_fallback')
    : reasons;
}

/**
 * The day that a question is about, ISO 8601: the requested one, else the last day of the time in the
 * question.
 */
function dayOf({ asOf }: AskOptions, { time }: Answer): string | null {
  const valid = typeof asOf === 'string' ? asOf : asOf?.valid;
  if (valid !== undefined) return valid.slice(0, 10);
  if (time === undefined || time.until === null) return null;
  return new Date(Date.parse(`${time.until}T00:00:00Z`) - 1).toISOString().slice(0, 10);
}
