import { MemoraError } from '@memora/core';
import type { ObjectSchema, ToolInput, ValueSchema } from './tool-definition.ts';

/** The most UTF-16 units of a text whose schema names no `maxLength`: a question, a name, an id. */
export const LONGEST_TEXT = 20_000;
/** The most items of a list. */
export const LONGEST_LIST = 1_000;

/**
 * Checks a call's arguments against the schema of its tool. Throws `INPUT_INVALID` that names the property and what it
 * has to be, never the value. `null` for an optional property reads as absent: models send it for "none".
 */
export function parseInput(schema: ObjectSchema, value: unknown): ToolInput {
  const given = value ?? {};
  if (typeof given !== 'object' || Array.isArray(given)) throw invalid('arguments', 'an object');
  const entries = Object.entries(given).filter(([, property]) => property !== null && property !== undefined);
  for (const [name, property] of entries) {
    const expected = schema.properties[name];
    if (!Object.hasOwn(schema.properties, name) || expected === undefined) {
      throw invalid(
        name,
        `left out; the properties are ${Object.keys(schema.properties).join(', ') || 'none'}`,
      );
    }
    checkValue(name, expected, property);
  }
  const names = new Set(entries.map(([name]) => name));
  for (const name of schema.required ?? []) {
    if (!names.has(name)) throw invalid(name, 'given');
  }
  return Object.fromEntries(entries);
}

function checkValue(name: string, schema: ValueSchema, value: unknown): void {
  if (schema.enum !== undefined && !schema.enum.includes(value as string)) {
    throw invalid(name, `one of ${schema.enum.join(', ')}`);
  }
  switch (schema.type) {
    case 'string':
      if (typeof value !== 'string') throw invalid(name, 'a string');
      if (value.trim().length < (schema.minLength ?? 0)) throw invalid(name, 'a text that is not empty');
      if (value.length > (schema.maxLength ?? LONGEST_TEXT))
        throw invalid(name, `at most ${schema.maxLength ?? LONGEST_TEXT} characters`);
      return;
    case 'integer':
    case 'number': {
      if (typeof value !== 'number' || !Number.isFinite(value)) throw invalid(name, 'a number');
      if (schema.type === 'integer' && !Number.isInteger(value)) throw invalid(name, 'a whole number');
      const { minimum = -Infinity, maximum = Infinity } = schema;
      if (value < minimum || value > maximum) throw invalid(name, `between ${minimum} and ${maximum}`);
      return;
    }
    case 'boolean':
      if (typeof value !== 'boolean') throw invalid(name, 'true or false');
      return;
    case 'array':
      if (!Array.isArray(value)) throw invalid(name, 'a list');
      if (value.length > LONGEST_LIST) throw invalid(name, `a list of at most ${LONGEST_LIST}`);
      for (const item of value) if (schema.items !== undefined) checkValue(`${name}[]`, schema.items, item);
      return;
    default:
      throw invalid(name, 'left out');
  }
}

/** Names stand in messages only where they are short and plain: a client can put anything into a property name. */
function invalid(name: string, expected: string): MemoraError<'INPUT_INVALID'> {
  const shown = /^[\w[\].-]{1,40}$/.test(name) ? name : 'a property';
  return new MemoraError(`${shown} must be ${expected}`, {
    code: 'INPUT_INVALID',
    hint: 'Call it again as its schema says.',
  });
}
