import type { MemoryKindName, NewMemory } from '@memora/agent-memory';
import { isBand } from '@memora/core';
import { readText } from '../../input/read-option.ts';
import { toOneLine } from '../../output/format/format-claim.ts';
import { printAdmission } from '../../output/format/print-admission.ts';
import type { CommandContext, CommandOptions } from '../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../program/exit-code.ts';
import { openCliAgent } from './open-cli-agent.ts';

/** Saves a statement with the trust of an agent. A statement that should have the user's trust belongs in MEMORY.md. */
export async function saveMemory(context: CommandContext): Promise<ExitCode> {
  const { args, options, output } = context;
  await using agent = await openCliAgent(context);
  const id = readText(options, 'session');
  const session = await agent.session(id === undefined ? {} : { id });
  if (readText(options, 'lasts') === 'day') {
    await session.note(args.join(' '));
    output.payload({ decision: 'accept', code: 'noted', memory_id: null });
    output.line(`${output.style('dim', 'noted')}  It is in today's notes.`);
    return EXIT.done;
  }
  const admission = await session.remember({ content: args.join(' '), ...toAsked(options) });
  await printAdmission(admission, agent, output);
  const { decision, memoryId, similar } = admission;
  const others = memoryId === null ? [] : await agent.get(similar.map((other) => other.id));
  for (const { memoryId: other, text } of others) {
    output.note(`${other} is similar: ${toOneLine(text)}`);
    output.note(`  If the new one replaces it: memora memory supersede ${other} ${memoryId}`);
  }
  return decision === 'reject' ? EXIT.checkFailed : EXIT.done;
}

function toAsked(options: CommandOptions): Partial<NewMemory> {
  const [kind, entity, quote, supersedes, privacy] = ['kind', 'entity', 'quote', 'supersedes', 'privacy'].map(
    (name) => readText(options, name),
  );
  const [lasts, saidBy, validUntil] = ['lasts', 'saidBy', 'validUntil'].map((name) =>
    readText(options, name),
  );
  return {
    ...(kind === undefined ? {} : { kind: kind as MemoryKindName }),
    ...(lasts === undefined ? {} : { lasts: lasts as NonNullable<NewMemory['lasts']> }),
    ...(saidBy === undefined ? {} : { saidBy }),
    ...(validUntil === undefined ? {} : { validUntil }),
    ...(entity === undefined ? {} : { entity }),
    ...(quote === undefined ? {} : { quote }),
    ...(supersedes === undefined ? {} : { supersedes }),
    ...(isBand(privacy) ? { privacy } : {}),
  };
}
