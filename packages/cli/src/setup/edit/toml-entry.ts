import { isDeepStrictEqual } from 'node:util';
import { parse, stringify } from 'smol-toml';
import { fileUnreadable } from './file-unreadable.ts';
import type { KeyPath } from './json-entry.ts';

/** The table at a path; undefined if there is none. Throws `CLIENT_FILE_UNREADABLE` for text that is not TOML. */
export function readTomlEntry(text: string, [servers, name]: KeyPath): unknown {
  return serversOf(parseTable(text), servers)?.[name];
}

/**
 * The text with a table at its end, or without the table's lines; every other line stays. The result is parsed again: a file in which the table can't be
 * separated from its neighbours is refused.
 */
export function writeTomlEntry(text: string, path: KeyPath, value: unknown): string {
  const [servers, name] = path;
  const before = parseTable(text);
  const { [name]: _, ...rest } = serversOf(before, servers) ?? {};
  const eol = /\r\n/.test(text) ? '\r\n' : '\n';
  const kept = readTomlEntry(text, path) === undefined ? text : withoutTable(text, path);
  const after = value === undefined ? kept : withTable(kept, path, value, eol);
  const found = parseTable(after);
  const { [servers]: foundServers, ...foundOthers } = found;
  const { [servers]: __, ...others } = before;
  const wanted = value === undefined ? rest : { ...rest, [name]: value };
  if (!isDeepStrictEqual(plain([foundOthers, foundServers ?? {}]), plain([others, wanted])))
    throw fileUnreadable('is written in a way that can’t be changed safely');
  return after;
}

function withTable(text: string, [servers, name]: KeyPath, value: unknown, eol: string): string {
  const table = stringify({ [servers]: { [name]: value } })
    .trimEnd()
    .split('\n');
  const lead = text === '' ? '' : text.endsWith('\n') ? eol : `${eol}${eol}`;
  return `${text}${lead}${table.join(eol)}${eol}`;
}

/** Removes the header of the table, those of the tables below it, and the lines up to the next header. */
function withoutTable(text: string, [servers, name]: KeyPath): string {
  const key = (part: string) => `(?:${part}|"${part}"|'${part}')`;
  const own = new RegExp(`^\\s*\\[\\s*${key(servers)}\\s*\\.\\s*${key(name)}\\s*[.\\]]`);
  let isOwn = false;
  return text
    .split(/(?<=\n)/)
    .filter((line) => {
      if (/^\s*\[/.test(line)) isOwn = own.test(line);
      return !isOwn;
    })
    .join('');
}

type Table = Record<string, unknown>;

/** TOML as values. Throws `CLIENT_FILE_UNREADABLE`. */
export function parseTable(text: string): Table {
  try {
    return parse(text);
  } catch (error) {
    const line = (error as { line?: unknown }).line;
    throw fileUnreadable(`is not valid TOML${typeof line === 'number' ? ` at line ${line}` : ''}`);
  }
}

function serversOf(value: Table, servers: string): Table | undefined {
  const found = value[servers];
  if (found === undefined || (typeof found === 'object' && found !== null && !Array.isArray(found)))
    return found as Table | undefined;
  throw fileUnreadable(`has something other than a table under ${JSON.stringify(servers)}`);
}

/** Dates and big numbers as text, and objects without prototypes as plain ones. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}n` : each)));
}
