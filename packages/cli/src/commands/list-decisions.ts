import { toDecisionsJson } from '@memora/engine/json';
import { openCliMemory } from '../open-cli-memory.ts';
import { toOneLine } from '../output/format/format-claim.ts';
import { printClaimSource } from '../output/format/print-claim-source.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

/** Lists the decisions that the notes record, and the questions that nothing has answered. */
export async function listDecisions(context: CommandContext): Promise<ExitCode> {
  const { output } = context;
  await using memory = await openCliMemory(context);
  const decisions = await memory.decisions();
  const questions = await memory.openQuestions();
  const behind = await memory.claims.getClaims(
    decisions.flatMap(({ id, because, replacedBy }) => [
      id,
      ...because,
      ...(replacedBy === null ? [] : [replacedBy]),
    ]),
  );
  output.payload(toDecisionsJson(decisions, questions, behind));
  for (const { id, title, topic, decidedOn, status, who, because, replacedBy } of decisions) {
    const by = `${who === null ? '' : `, ${toOneLine(who)}`}${topic === null ? '' : `  ${toOneLine(topic)}`}`;
    output.line(
      `${output.style('bold', decidedOn ?? 'undated')}  ${status}${by}  ${output.style('dim', id)}`,
    );
    const claim = behind.get(id);
    if (claim === undefined) output.line(`    ${toOneLine(title)}`);
    else await printClaimSource(memory, claim, output);
    for (const ground of because.flatMap((other) => behind.get(other) ?? [])) {
      output.line(`    ${output.style('dim', 'because of')}`);
      await printClaimSource(memory, ground, output);
    }
    const after = replacedBy === null ? undefined : behind.get(replacedBy);
    if (after === undefined) continue;
    output.line(`    ${output.style('dim', 'replaced by')}`);
    await printClaimSource(memory, after, output);
  }
  if (decisions.length === 0) output.note('The notes record no decision.');
  if (questions.length > 0) output.line(`\n${output.style('bold', 'Open questions')}`);
  for (const claim of questions) await printClaimSource(memory, claim, output);
  return EXIT.done;
}
