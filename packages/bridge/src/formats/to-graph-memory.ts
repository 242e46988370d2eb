import type { ForeignMemory } from '../foreign-memory.ts';
import type { GraphLine } from './give-observations.ts';

const NO_TAGS: readonly string[] = [];

/** A memory of the reference server, which stands from a byte of the line's block to another. Written out, and not put together of parts: there are millions of them. */
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
