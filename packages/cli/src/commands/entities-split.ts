import { readText } from '../input/read-option.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

/** Makes a name mean another person or thing, in `_entities.md`. */
export async function entitiesSplit(context: CommandContext): Promise<ExitCode> {
  const { args, options, output } = context;
  const [name = '', as = ''] = args;
  await using memory = await openCliMemory(context);
  const within = readText(options, 'in') ?? null;
  const entity = await memory.entities.split(name, { as, within });
  output.payload({ entity_id: entity.id, name: entity.name, alias: name, within });
  output.note(
    `${name} means ${entity.name} ${within === null ? 'now' : `in ${within} now`}. This is recorded in _entities.md.`,
  );
  return EXIT.done;
}
