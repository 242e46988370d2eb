import { openCliMemory } from '../open-cli-memory.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

/** Lists the people and things that claims name, the most named first. */
export async function entitiesList(context: CommandContext): Promise<ExitCode> {
  const { output } = context;
  await using memory = await openCliMemory(context);
  const entities = await memory.entities.list();
  output.payload({
    entities: entities.map(({ id, name, aliases, claims, notes }) => ({
      entity_id: id,
      name,
      aliases,
      claims,
      notes,
    })),
  });
  for (const { name, aliases, claims, notes } of entities) {
    const also = aliases.length === 0 ? '' : output.style('dim', `  also: ${aliases.join(', ')}`);
    output.line(`${output.style('bold', name)}  ${claims} in ${notes.length} notes${also}`);
  }
  if (entities.length === 0) output.note('No claim names a person or thing yet.');
  return EXIT.done;
}
