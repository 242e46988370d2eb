import type { ForeignMemory } from '../foreign-memory.ts';
import type { GraphLine } from './give-observations.ts';

const NO_TAGS: readonly string[] = [];

/** Makes a memory of the reference server from a range of the line's bytes. Written out without helpers, because there are millions of them. */
export function toGraphMemory(
  file: string,
  { block, number }: GraphLine,
  id: string,
  text: string,
  entity: string | null,
  kind: string | null,
  start: number,
  end: number,
): ForeignMemory {
  return {
    provider: 'server-memory',
    format: 'memory.jsonl',
    createdAt: null,
    updatedAt: null,
    scope: null,
    origin: 'agent',
    source: null,
    band: 'private',
    tags: NO_TAGS,
    file,
    line: number,
    id,
    text,
    entity,
    kind,
    span: { start: block.start + start, end: block.start + end },
  };
}
