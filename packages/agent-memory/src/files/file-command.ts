import { hideCredentials } from '@memora/privacy/internal';
import { refuseFile } from './refuse-file.ts';

/** A command of the file protocol `memory_20250818`, as a model gives it. Paths begin with `/memories`. */
export type FileCommand =
  | {
      readonly command: 'view';
      readonly path: string;
      /** First and last line, 1-based; -1 for the end. */
      readonly view_range?: readonly number[] | undefined;
    }
  | { readonly command: 'create'; readonly path: string; readonly file_text: string }
  | {
      readonly command: 'str_replace';
      readonly path: string;
      readonly old_str: string;
      readonly new_str: string;
    }
  | {
      readonly command: 'insert';
      readonly path: string;
      /** The line after which the text is inserted; 0 for the beginning. */
      readonly insert_line: number;
      readonly insert_text: string;
    }
  | { readonly command: 'delete'; readonly path: string }
  | { readonly command: 'rename'; readonly old_path: string; readonly new_path: string };

/** The command of a type. */
export type FileCommandOf<Name extends FileCommand['command']> = Extract<
  FileCommand,
  { readonly command: Name }
>;

const TEXTS = {
  view: ['path'],
  create: ['path', 'file_text'],
  str_replace: ['path', 'old_str', 'new_str'],
  insert: ['path', 'insert_text'],
  delete: ['path'],
  rename: ['old_path', 'new_path'],
} as const satisfies Record<FileCommand['command'], readonly string[]>;

/** The names of the commands. */
export const FILE_COMMANDS = Object.keys(TEXTS) as readonly FileCommand['command'][];

/** Validates a model's command, and hides the credentials in the text that it would write. Throws `MEMORY_FILE_REFUSED`. */
export function parseFileCommand(input: unknown): FileCommand {
  const given = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>;
  const name = FILE_COMMANDS.find((each) => each === given['command']);
  if (name === undefined)
    throw refuseFile(`The \`command\` parameter has to be one of: ${FILE_COMMANDS.join(', ')}.`);
  for (const key of TEXTS[name])
    if (typeof given[key] !== 'string')
      throw refuseFile(`The \`${key}\` parameter of ${name} has to be a string.`);
  if (name === 'insert' && !Number.isInteger(given['insert_line']))
    throw refuseFile('The `insert_line` parameter of insert has to be a whole number.');
  if (name === 'view' && !isRange(given['view_range']))
    throw refuseFile('The `view_range` parameter of view has to be two whole numbers.');
  return withoutCredentials(given, TEXTS[name]) as unknown as FileCommand;
}

/** The text to write without credentials: no file of an agent holds one. */
function withoutCredentials(
  given: Readonly<Record<string, unknown>>,
  keys: readonly string[],
): Readonly<Record<string, unknown>> {
  const written = keys.filter((key) => WRITTEN.has(key));
  return {
    ...given,
    ...Object.fromEntries(written.map((key) => [key, hideCredentials(String(given[key])).text])),
  };
}

const WRITTEN = new Set(['file_text', 'new_str', 'insert_text', 'new_path']);

function isRange(range: unknown): boolean {
  if (range === undefined || range === null) return true;
  return Array.isArray(range) && range.length === 2 && range.every((each) => Number.isInteger(each));
}
