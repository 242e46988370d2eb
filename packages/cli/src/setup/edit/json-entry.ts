import { isDeepStrictEqual } from 'node:util';
import { findNodeAtLocation, type Node, type ParseError, parse, parseTree } from 'jsonc-parser';
import { fileUnreadable } from './file-unreadable.ts';
import { cutProperty, putProperty, putValue } from './json-text.ts';

/** Keys that lead to a value. */
export type KeyPath = readonly [servers: string, name: string];

/** The value at a path; undefined if there is none. Throws `CLIENT_FILE_UNREADABLE` for text that is not a JSON object. */
export function readJsonEntry(text: string, [servers, name]: KeyPath): unknown {
  return serversOf(parseObject(text), servers)?.[name];
}

/** The object that contains a path's servers; undefined if there is none. */
export function readJsonServers(text: string, [servers]: KeyPath): unknown {
  return serversOf(parseObject(text), servers);
}

/**
 * The text with a value at a path, or without one; every other character stays: comments, order, indentation, line ends. With `dropEmpty`, an object that was
 * made for the value is removed with it. The result is parsed again, and refused if it differs from the intended one.
 */
export function writeJsonEntry(text: string, path: KeyPath, value: unknown, dropEmpty = false): string {
  const before = parseObject(text);
  const [servers, name] = path;
  const found = serversOf(before, servers);
  const isDropped = value === undefined && dropEmpty && Object.keys(found ?? {}).every((key) => key === name);
  const after = isDropped
    ? cut(text, [servers])
    : value === undefined
      ? cut(text, path)
      : put(text, path, value);
  if (!isDeepStrictEqual(parseObject(after), expected(before, path, value, isDropped)))
    throw fileUnreadable('has the same key twice, or is written in a way that can’t be changed safely');
  return after;
}

function put(text: string, path: KeyPath, value: unknown): string {
  const source = text.trim() === '' ? `{}${text === '' ? '\n' : text}` : text;
  const tree = treeOf(source);
  const node = findNodeAtLocation(tree, [...path]);
  if (node !== undefined) return putValue(source, node, value);
  const [servers, name] = path;
  const parent = findNodeAtLocation(tree, [servers]);
  return parent === undefined
    ? putProperty(source, tree, servers, { [name]: value })
    : putProperty(source, parent, name, value);
}

function cut(text: string, path: readonly string[]): string {
  const node = text.trim() === '' ? undefined : findNodeAtLocation(treeOf(text), [...path]);
  return node?.parent === undefined ? text : cutProperty(text, node.parent);
}

type JsonObject = Record<string, unknown>;

function expected(
  before: JsonObject,
  [servers, name]: KeyPath,
  value: unknown,
  isDropped: boolean,
): JsonObject {
  const { [servers]: found, ...others } = before;
  if (isDropped || (value === undefined && found === undefined)) return others;
  const { [name]: _, ...rest } = (found ?? {}) as JsonObject;
  return { ...others, [servers]: value === undefined ? rest : { ...rest, [name]: value } };
}

/**
 * Parses JSON with comments and trailing commas; an empty text is an empty object. Throws
 * `CLIENT_FILE_UNREADABLE`.
 */
export function parseObject(text: string): JsonObject {
  if (text.trim() === '') return {};
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined) {
    const line = text.slice(0, error.offset).split('\n').length;
    throw fileUnreadable(`is not valid JSON from line ${line} on`);
  }
  if (!isObject(value)) throw fileUnreadable('is not a JSON object');
  return value;
}

function treeOf(text: string): Node {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  if (tree === undefined) throw fileUnreadable('is not a JSON object');
  return tree;
}

function serversOf(value: JsonObject, servers: string): JsonObject | undefined {
  const found = Object.hasOwn(value, servers) ? value[servers] : undefined;
  if (found === undefined || isObject(found)) return found;
  throw fileUnreadable(`has something other than an object under ${JSON.stringify(servers)}`);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
