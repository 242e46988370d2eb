import { text as readAll } from 'node:stream/consumers';
import { isBand } from '@memora/core';
import { isPersonThere } from '../input/ask-person.ts';
import { readFlag, readText, usageError } from '../input/read-option.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

/** Writes a new note from the command line and indexes it. The body comes from the arguments, or from stdin. */
export async function captureNote(context: CommandContext): Promise<ExitCode> {
  const { args, options, io, output } = context;
  const given = args.join(' ').trim();
  const body = given === '' && io.stdin.isTTY !== true ? (await readAll(io.stdin)).trim() : given;
  if (body === '') throw usageError('nothing to write down', 'Give the text as arguments, or pipe it in.');
  if (readText(options, 'scope') !== undefined)
    throw usageError('--scope names a scope of a team', 'Add --team.');
  const privacy = readText(options, 'privacy');
  if (privacy !== undefined && !isBand(privacy))
    throw usageError('--privacy takes public, private or secret');
  const summary = readText(options, 'summary') ?? (body.split('\n')[0] ?? '').slice(0, 80);
  const tags = readText(options, 'tags')
    ?.split(',')
    .flatMap((tag) => (tag.trim() === '' ? [] : [tag.trim()]));
  const region = readText(options, 'region');
  const isPerson = isPersonThere(io);
  if (readFlag(options, 'daily')) {
    // A note without a source counts as its owner's, so an agent may not write one.
    if (!isPerson) throw usageError('--daily writes into one of your notes', 'Run it in a terminal.');
    await using opened = await openCliMemory(context);
    const { appendToDaily } = await import('./append-to-daily.ts');
    const { path } = await appendToDaily(opened, body, new Date());
    output.payload({ path });
    output.line(`${output.style('green', 'wrote')}  ${path}`);
    return EXIT.done;
  }
  await using memory = await openCliMemory(context);
  const { id, path, hidden, failure } = await memory.capture(
    {
      summary,
      body,
      // Agents run this command too, but not in a terminal.
      source: isPerson ? 'personal' : 'agent',
      ...(region === undefined ? {} : { region }),
      ...(tags === undefined ? {} : { tags }),
      ...(privacy === undefined ? {} : { privacy }),
    },
    { signal: io.signal },
  );
  output.payload({
    id,
    path,
    ...(hidden.length === 0 ? {} : { hidden }),
    ...(failure === null ? {} : { failure, not_indexed: failure.code }),
  });
  output.line(`${output.style('green', 'wrote')}  ${path}`);
  if (hidden.length > 0)
    output.note(`Not written, because an agent's note may not contain credentials: ${hidden.join(', ')}.`);
  if (failure === null) return EXIT.done;
  output.warn(`it is not indexed: ${failure.reason} (${failure.code})`);
  return EXIT.partial;
}
