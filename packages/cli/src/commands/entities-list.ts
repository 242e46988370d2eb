import type { Memory, NameProposal } from '@memora/engine';
import { usageError } from '../input/read-option.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

/** Lists the people and things that claims name, the most named first. */
export async function entitiesList(context: CommandContext): Promise<ExitCode> {
  const { output } = context;
  await using memory = await openCliMemory(context);
  const entities = await memory.entities.list();
  const proposed = context.options['propose'] === true ? await proposeNames(memory) : undefined;
  output.payload({
    ...(proposed !== undefined && { proposed }),
    entities: entities.map(({ id, name, aliases, claims, notes }) => ({
      entity_id: id,
      name,
      aliases,
      claims,
      notes,
    })),
  });
  if (proposed !== undefined) {
    for (const { name, entity, within } of proposed)
      output.line(`${output.style('bold', name)}${within === null ? '' : ` in ${within}`} is ${entity}`);
    output.note(
      proposed.length === 0
        ? 'The model finds no two names that mean the same.'
        : 'Nothing is changed. memora entities merge ENTITY NAME applies one; --in limits it to one note.',
    );
    return EXIT.done;
  }
  for (const { name, aliases, claims, notes } of entities) {
    const also = aliases.length === 0 ? '' : output.style('dim', `  also: ${aliases.join(', ')}`);
    output.line(`${output.style('bold', name)}  ${claims} in ${notes.length} notes${also}`);
  }
  if (entities.length === 0) output.note('No claim names a person or thing yet.');
  return EXIT.done;
}

/** The proposals of the model about names. Throws if no model is set, or if it does not answer. */
async function proposeNames({ entities }: Memory): Promise<readonly NameProposal[]> {
  const said = await entities.propose();
  if (said === null)
    throw usageError('no model is set', 'Set one with memora model use NAME, or llm.provider and llm.model.');
  if (said.failure !== null && said.proposals.length === 0)
    throw usageError(`${said.model} did not answer: ${said.failure}`, 'Try again, or see memora model test.');
  return said.proposals;
}
