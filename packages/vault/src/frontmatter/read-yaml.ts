import { isMap, parseDocument } from 'yaml';
import type { Range } from '../parse/block.ts';
import { VaultError } from '../vault-error.ts';
import { trimmedYaml, type YamlEntry } from './split-yaml-entries.ts';

/** The top-level pairs of a YAML block in file order (a key may appear twice), or `null` if it is not a mapping. */
export type YamlPairs = readonly (readonly [key: string, value: unknown])[] | null;

const PLAIN =
  /^(?:[\p{L}_/(][^\r\n#:[\]{},&*!|>'"%@`]*|-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?|\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d{1,9})?Z)?)$/u;
const QUOTED = /^(?:"([^"\\\r\n]*)"|'([^'\r\n]*)')$/;
/** Only escapes that JSON and YAML read alike. */
const ESCAPED = /^"(?:[^"\\\0-\x1f\x7f-\x9f\u2028\u2029\ufeff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"$/;
const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/;
/** Words that YAML 1.2 reads as something other than text, and similar words that are left to the library. */
const WORD = /^(?:~|null|true|false|[-+.]?(?:inf|nan)|\.)$/i;

/** `created: {{date}} {{time}}`: template text that is not YAML until the template is filled in. */
const PLACEHOLDERS = /^([^\s:#'"][^:\r\n]*:[ \t]+)(\{\{[^'\r\n]*\}\}[^'\r\n]*?)(?=[ \t]*$)/gmu;

/**
 * Reads YAML 1.2 (core schema). The spellings of nearly all notes are read here; everything else goes to the `yaml` library, which gives the same values for
 * both.
 */
export function readYaml(text: string, yaml: Range, entries: readonly YamlEntry[] | null): YamlPairs {
  return (
    (entries === null ? null : readPlain(text, entries)) ?? readWithLibrary(text.slice(yaml.start, yaml.end))
  );
}

/** Reads YAML with the library: YAML 1.2, duplicate keys kept, aliases bounded. `null` if it is not a mapping or has errors. */
export function readWithLibrary(source: string): YamlPairs {
  try {
    const document = parseDocument(source, {
      version: '1.2',
      uniqueKeys: false,
      logLevel: 'silent',
      stringKeys: false,
      prettyErrors: false,
    });
    if (document.errors.length > 0) {
      const quoted = source.replace(PLACEHOLDERS, "$1'$2'");
      return quoted === source ? null : readWithLibrary(quoted);
    }
    const { contents } = document;
    if (contents === null) return [];
    if (!isMap(contents)) return null;
    return contents.items.map(({ key, value }) => [String(toPlain(key, document)), toPlain(value, document)]);
  } catch (cause) {
    // Too many aliases, or nesting that overflows the stack, is as unreadable as a syntax error.
    if (canRead()) return null;
    throw new VaultError('the YAML library in this build does not work', {
      code: 'YAML_UNUSABLE',
      hint: 'Reinstall the package: a part of it is missing or was bundled wrongly.',
      cause,
    });
  }
}

/** False if the library itself fails, whatever the text: a bundle can break it. */
function canRead(): boolean {
  try {
    return parseDocument('a: 2026-01-02T03:04:05Z').get('a') === '2026-01-02T03:04:05Z';
  } catch {
    return false;
  }
}

function toPlain(node: unknown, document: ReturnType<typeof parseDocument>): unknown {
  if (node === null || typeof node !== 'object') return node;
  const js =
    'toJS' in node && typeof node.toJS === 'function' ? node.toJS(document, { maxAliasCount: 100 }) : node;
  return js;
}

function readPlain(text: string, entries: readonly YamlEntry[]): YamlPairs {
  const pairs: [string, unknown][] = [];
  for (const entry of entries) {
    const value = readPlainValue(text.slice(entry.valueStart, entry.end));
    if (value === undefined) return null;
    if (!isPlainKey(entry.key) || WORD.test(entry.key)) return null;
    if (text[entry.start] === '"' || text[entry.start] === "'") return null;
    pairs.push([entry.key, value]);
  }
  return pairs;
}

/** The second pattern is slow to compile, and few keys need it. */
function isPlainKey(key: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_ -]*$/.test(key) || /^[\p{L}_][\p{L}\p{N}_ -]*$/u.test(key);
}

/** `undefined` if the library must read it. */
function readPlainValue(source: string): unknown {
  const value = trimYaml(source);
  if (value === '') return null;
  if (!/[\r\n]/.test(source)) {
    if (value.startsWith('[') && value.endsWith(']')) return readFlowList(value.slice(1, -1));
    return readScalar(value);
  }
  if (!/^[ \t]*(?:\r\n|\n|\r)/.test(source)) return undefined;
  return readBlockList(source);
}

function readFlowList(inner: string): unknown {
  if (/^[ \t]*$/.test(inner)) return [];
  const items: unknown[] = [];
  for (const part of inner.split(',')) {
    const item = readScalar(trimYaml(part));
    if (item === undefined) return undefined;
    items.push(item);
  }
  return items;
}

function readBlockList(source: string): unknown {
  const items: unknown[] = [];
  let indent: string | null = null;
  for (const line of source.split(/\r\n|\n|\r/)) {
    if (/^[ \t]*$/.test(line)) continue;
    const match = /^( *)- +([^ \t].*?)[ \t]*$/.exec(line);
    if (match === null) return undefined;
    indent ??= match[1] as string;
    const item = match[1] === indent ? readScalar(match[2] as string) : undefined;
    if (item === undefined) return undefined;
    items.push(item);
  }
  return items;
}

function readScalar(value: string): unknown {
  const quoted = QUOTED.exec(value);
  if (quoted !== null) return quoted[1] ?? quoted[2];
  if (ESCAPED.test(value)) return JSON.parse(value) as string;
  if (!PLAIN.test(value)) return undefined;
  if (NUMBER.test(value)) return value === '-0' ? undefined : Number(value);
  return WORD.test(value) ? undefined : value;
}

function trimYaml(text: string): string {
  const { start, end } = trimmedYaml(text);
  return text.slice(start, end);
}
