import type * as z from 'zod';
import { ServerError } from './server-error.ts';
import type { ToolInput } from './tool-definition.ts';

type Issue = z.core.$ZodIssue;

/**
 * Checks a call's arguments against the schema of its tool. Throws `INPUT_INVALID` with the property and its expected form, never its value. `null` for an
 * optional property counts as absent, because models send it for "none".
 */
export function parseInput(schema: z.ZodObject, value: unknown): ToolInput {
  const given = value ?? {};
  if (typeof given !== 'object' || Array.isArray(given)) throw invalid('arguments', 'an object');
  const present = Object.entries(given).filter(([, property]) => property !== null && property !== undefined);
  const known = new Set(Object.keys(schema.shape));
  // A strict object ignores a key named `__proto__`.
  const strange = present.find(([name]) => !known.has(name));
  if (strange !== undefined)
    throw invalid(strange[0], `left out; the properties are ${[...known].join(', ') || 'none'}`);
  const input = Object.fromEntries(present);
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue === undefined) throw invalid('arguments', 'as the schema says');
  throw invalid(nameOf(issue.path), expectedBy(issue, input));
}

/** `tags[]`, `judgements[].verdict`. */
function nameOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (name, part) =>
      typeof part === 'number' ? `${name}[]` : name === '' ? String(part) : `${name}.${String(part)}`,
    '',
  );
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

function expectedBy(issue: Issue, input: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      return valueAt(input, issue.path) === undefined ? 'given' : (KINDS[issue.expected] ?? 'left out');
    case 'invalid_value':
      return `one of ${issue.values.join(', ')}`;
    case 'unrecognized_keys':
      return 'without other properties';
    case 'too_small':
      return issue.origin === 'string' ? 'a text that is not empty' : `at least ${issue.minimum}`;
    case 'too_big':
      if (issue.origin === 'string') return `at most ${issue.maximum} characters`;
      return issue.origin === 'array' ? `a list of at most ${issue.maximum}` : `at most ${issue.maximum}`;
    default:
      return issue.code === 'custom' ? issue.message : 'as the schema says';
  }
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (holder, part) => (holder as Record<PropertyKey, unknown> | undefined)?.[part],
    value,
  );
}

/** Messages include a name only if it is short and plain: a client can put anything into a property name. */
function invalid(name: string, expected: string): ServerError<'INPUT_INVALID'> {
  const shown = /^[\w[\].-]{1,40}$/.test(name) ? name : 'a property';
  return new ServerError(`${shown} must be ${expected}`, {
    code: 'INPUT_INVALID',
    hint: 'Call it again with input that matches its schema.',
  });
}
