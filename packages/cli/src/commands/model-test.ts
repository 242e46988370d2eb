import { ENOUGH, type ModelCost, type ModelTest, testModel } from '@memora/engine/model';
import { readFlag } from '../input/read-option.ts';
import { openProgress } from '../output/open-progress.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';
import { loadOwnConfig } from './load-own-config.ts';

/** Runs the shipped test with the user's model and prints the tasks that the model is good enough for. Exit code 1: not good enough to judge. */
export async function modelTest(context: CommandContext): Promise<ExitCode> {
  const { options, io, output } = context;
  const settings = await loadOwnConfig(context);
  const as = readFlag(options, 'judge') ? ('judge' as const) : ('chat' as const);
  using progress = await openProgress(io, { quiet: output.quiet });
  const tested = await testModel({
    settings,
    env: io.env,
    as,
    signal: io.signal,
    onProgress: (steps) => progress.update({ label: 'testing', ...steps, current: null }),
  });
  progress.stop();
  output.payload(toPayload(tested));
  const where = tested.place === 'loopback' ? 'on this machine' : 'not on this machine';
  output.line(`${output.style('bold', tested.model)}, ${where}`);
  for (const { name, good, figures, cost } of linesOf(tested)) {
    const mark = good ? output.style('green', '✓ good for') : output.style('red', '✗ not for ');
    output.line(`${mark} ${name.padEnd(10)}  ${figures}`);
    output.line(output.style('dim', `             ${describeCost(cost)}`));
  }
  if (!tested.judging.good)
    output.note(
      `It is not used as a judge, because a judge has to keep ${percent(ENOUGH.judging.trueKept)} of the true sentences and at most ${percent(ENOUGH.judging.liesKept)} of the false ones. \`judge.insist = true\`, or \`memora model use … --insist\`, uses it anyway.`,
    );
  return tested.judging.good ? EXIT.done : EXIT.checkFailed;
}

function linesOf({ judging, answering, rewriting, extracting }: ModelTest) {
  return [
    {
      name: 'judging',
      ...judging,
      figures: `${percent(judging.trueKept)} of true sentences kept, ${percent(judging.liesKept)} of false ones, ${judging.notJudged} of ${judging.sentences} not judged`,
    },
    {
      name: 'answering',
      ...answering,
      figures: `${answering.right} of ${answering.questions} questions right, ${answering.refused} without a supported statement`,
    },
    {
      name: 'rewriting',
      ...rewriting,
      figures: `search words for ${rewriting.found} of ${rewriting.questions} questions, ${rewriting.unreadable} replies unreadable`,
    },
    {
      name: 'extracting',
      ...extracting,
      figures: `${extracting.found} of ${extracting.facts} facts, ${extracting.claims} claims, ${extracting.refused} records refused`,
    },
  ];
}

function describeCost({ calls, inputTokens, outputTokens, seconds }: ModelCost): string {
  const tokens =
    inputTokens === null ? 'tokens not reported' : `${inputTokens} tokens in, ${outputTokens ?? 0} out`;
  return `${calls} ${calls === 1 ? 'call' : 'calls'}, ${tokens}, ${seconds.toFixed(1)} s`;
}

const percent = (share: number): string => `${Math.round(share * 100)}%`;

function toPayload({ model, place, judging, answering, rewriting, extracting }: ModelTest) {
  return {
    model,
    place,
    judging: {
      good: judging.good,
      true_kept: judging.trueKept,
      lies_kept: judging.liesKept,
      sentences: judging.sentences,
      not_judged: judging.notJudged,
      ...costJson(judging.cost),
    },
    answering: {
      good: answering.good,
      right: answering.right,
      questions: answering.questions,
      refused: answering.refused,
      ...costJson(answering.cost),
    },
    rewriting: {
      good: rewriting.good,
      found: rewriting.found,
      questions: rewriting.questions,
      unreadable: rewriting.unreadable,
      ...costJson(rewriting.cost),
    },
    extracting: {
      good: extracting.good,
      found: extracting.found,
      facts: extracting.facts,
      claims: extracting.claims,
      refused: extracting.refused,
      ...costJson(extracting.cost),
    },
  };
}

function costJson({ calls, inputTokens, outputTokens, seconds }: ModelCost) {
  return { calls, input_tokens: inputTokens, output_tokens: outputTokens, seconds };
}
