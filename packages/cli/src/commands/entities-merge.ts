import { readText } from '../input/read-option.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

/** Makes names mean one person or thing, in `_entities.md`. */
export async function entitiesMerge(context: CommandContext): Promise<ExitCode> {
  const { args, options, output } = context;
  const [into = '', ...names] = args;
  await using memory = await openCliMemory(context);
  const within = readText(options, 'in') ?? null;
  const entity = await memory.entities.merge(into, names, { within });
  output.payload({ entity_id: entity.id, name: entity.name, aliases: names, within });
  output.note(
    `${names.join(', ')} ${names.length === 1 ? 'means' : 'mean'} ${entity.name} now. This is recorded in _entities.md.`,
  );
  return EXIT.done;
}
