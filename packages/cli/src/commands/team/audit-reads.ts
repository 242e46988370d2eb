import type { Memory } from '@memora/engine';
import { type Acting, audit } from '@memora/postgres';

/** Operations on a shared memory that return some of its content. */
const READS = [
  'ask',
  'query',
  'readNote',
  'passages',
  'verify',
  'evidence',
  'receipt',
  'timeline',
  'related',
  'contradictions',
  'stale',
  'decisions',
  'openQuestions',
  'history',
  'whatIfRetracted',
  'challenge',
  'worldMap',
  'atlas',
] as const;

/** A memory that records each kind of question in the audit once, without its words, before an answer is returned. */
export function auditReads(memory: Memory, acting: Acting): Memory {
  const kept = new Map<string, Promise<void>>();
  const keep = (name: string): Promise<void> => {
    const keeping = kept.get(name) ?? audit([{ act: `cli ${name}`, detail: { outcome: 'ok' } }], acting);
    kept.set(name, keeping);
    return keeping;
  };
  type Method = (...args: unknown[]) => unknown;
  const after =
    (name: string, method: Method, target: object): Method =>
    async (...args) => {
      await keep(name);
      return method.apply(target, args);
    };
  const reads = READS.flatMap((name) =>
    typeof memory[name] === 'function' ? [[name, after(name, memory[name] as Method, memory)] as const] : [],
  );
  const claims = new Proxy(memory.claims, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? after('claims', value as Method, target) : value;
    },
  });
  return { ...memory, ...Object.fromEntries(reads), claims };
}
