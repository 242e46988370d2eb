import type { ExternalMemory, RecalledMemory } from '@memora/agent-memory';
import type { Memory } from '@memora/engine';
import { readInteger, readText, usageError } from '../../input/read-option.ts';
import { toOneLine } from '../../output/format/format-claim.ts';
import { findSource } from '../../output/format/print-claim-source.ts';
import type { CommandContext } from '../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../program/exit-code.ts';
import { openCliAgent } from './open-cli-agent.ts';

/**
 * Recalls memories, and searches notes and conversations. Each line has the place that it was just read from.
 */
export async function searchMemories(context: CommandContext): Promise<ExitCode> {
  const { args, options, output } = context;
  const limit = readInteger(options, 'limit', 1);
  await using agent = await openCliAgent(context);
  const minScore = readText(options, 'minScore');
  const asked = {
    ...(limit === undefined ? {} : { limit }),
    ...(minScore === undefined ? {} : { minScore: readScore(minScore) }),
  };
  const { items, more, degraded, degradedReasons, external, externalProblems } = await agent.recall(
    args.join(' '),
    asked,
  );
  const nameOf = await agent.memory.nameNotes(items.map(({ notePath }) => notePath));
  output.payload({
    memories: items.map(({ memoryId, claimId, notePath, span, saidBy, ...rest }) => ({
      memory_id: memoryId,
      claim_id: claimId,
      ...rest,
      ...(saidBy === undefined ? {} : { said_by: saidBy }),
      note: nameOf(notePath),
      span: [span.start, span.end],
    })),
    more,
    degraded,
    degraded_reasons: degradedReasons,
    external: await toExternalJson(external, agent.memory),
    external_problems: externalProblems,
  });
  const claims = await agent.memory.claims.getClaims(items.map(({ claimId }) => claimId));
  const placeOf = async ({ claimId, notePath, verified }: RecalledMemory): Promise<string> => {
    const claim = claims.get(claimId);
    const found = claim === undefined || !verified ? null : await findSource(agent.memory, claim);
    const line = found === null ? ' (changed since it was indexed)' : `:${found.line}`;
    return `${output.style('cyan', `${nameOf(notePath)}${line}`)}  ${output.style('dim', `[claim:${claimId}]`)}`;
  };
  for (const item of items) {
    const { memoryId, line, status, from } = item;
    output.line(`${output.style('dim', memoryId ?? from)}  ${status}  ${toOneLine(line)}`);
    output.line(`    ${await placeOf(item)}`);
  }
  for (const { source, line, captured } of external) {
    output.line(`${output.style('dim', `external ${source}`)}  ${toOneLine(line)}`);
    if (captured !== null) output.line(`    ${output.style('dim', `[claim:${captured.claimId}]`)}`);
  }
  for (const { source, code } of externalProblems) output.note(`${source} returned nothing: ${code}`);
  if (items.length + external.length === 0) output.note('Nothing is remembered about this.');
  else if (more) output.note('\nMore was found: --limit shows more lines.');
  return EXIT.done;
}

function readScore(text: string): number {
  const score = Number(text);
  if (text.trim() === '' || Number.isNaN(score)) throw usageError('--min-score takes a number');
  return score;
}

async function toExternalJson(external: readonly ExternalMemory[], memory: Memory) {
  const nameOf = await memory.nameNotes(external.flatMap(({ captured }) => captured?.notePath ?? []));
  return external.map(({ captured, ...rest }) => ({
    ...rest,
    captured:
      captured === null
        ? null
        : {
            memory_id: captured.memoryId,
            claim_id: captured.claimId,
            note: nameOf(captured.notePath),
            span: [captured.span.start, captured.span.end],
            verified: captured.verified,
          },
  }));
}
