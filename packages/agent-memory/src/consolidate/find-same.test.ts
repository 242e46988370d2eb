import type { Claim } from '@memora/claims';
import { expect, it } from 'vitest';
import type { MemoryNote } from '../note/memory-note.ts';
import { findSame } from './find-same.ts';
import type { StandingMemory } from './standing-memory.ts';

const FEW = 'relay harbor lisbon port seven crane tern berth ferry archive'.split(' ');

function memoryOf(content: string, i: number): StandingMemory {
  const note = { id: `mem_${i}`, content, kind: 'fact', privacy: 'private', created: String(1e6 + i) };
  const claim = { id: `claim:${i}`, status: 'current', trust: 0.7, duplicateOf: null };
  const missing = {
    entity: null,
    validFrom: null,
    validUntil: null,
    evidence: null,
    held: null,
    supersedes: null,
  };
  return {
    path: `${i}.md`,
    bytes: new Uint8Array(),
    note: { ...missing, source: 'agent', ...note } as unknown as MemoryNote,
    claims: [claim as unknown as Claim],
  };
}

/** The n-th order of the same words. */
function orderOf(n: number): string {
  const left = [...FEW];
  let rest = n;
  return FEW.map(() => {
    const i = rest % left.length;
    rest = Math.floor(rest / left.length);
    return left.splice(i, 1)[0];
  }).join(' ');
}

it('compares those with the same words in the same order, and no others: not each with each', () => {
  const many = Array.from({ length: 30_000 }, (_, i) => memoryOf(`${orderOf(i)}.`, i));
  const again = memoryOf(`*${orderOf(77)}*.`, 30_000);
  const groups = findSame([...many, again], () => false);
  expect(groups.map((group) => group.map(({ path }) => path))).toEqual([['77.md', '60000.md']]);
});
