import type { NewTurn } from '@memora/vault';

const ROLES: ReadonlyMap<string, NewTurn['role']> = new Map([
  ['user', 'user'],
  ['human', 'user'],
  ['assistant', 'assistant'],
  ['ai', 'assistant'],
  ['bot', 'assistant'],
  ['model', 'assistant'],
  ['tool', 'tool'],
  ['function', 'tool'],
  ['data', 'tool'],
  ['system', 'system'],
  ['developer', 'system'],
]);

/** The role for the name that a source gives it; null for an unknown name. */
export function toRole(name: unknown): NewTurn['role'] | null {
  return typeof name === 'string' ? (ROLES.get(name.toLowerCase()) ?? null) : null;
}
