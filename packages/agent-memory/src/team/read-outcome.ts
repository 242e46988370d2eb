import type { Memory } from '@memora/engine';
import type { Admission } from '../admit/admission.ts';
import { nameOf } from '../remember/read-relations.ts';

/** The relations of a memory that was just published. */
export async function readOutcome(
  decided: Admission,
  claims: Pick<Memory['claims'], 'listClaims' | 'getClaims' | 'edges'>,
): Promise<Admission> {
  const { memoryId } = decided;
  if (memoryId === null) return decided;
  const own = new Map(
    (await claims.listClaims({ noteId: memoryId })).claims.map((claim) => [claim.id, claim]),
  );
  const edges = (await claims.edges({ ids: own.keys(), types: ['supersedes', 'contradicts'] })).filter(
    ({ recordedUntil }) => recordedUntil === null,
  );
  const replaced = edges.flatMap(({ type, from, to }) =>
    type === 'supersedes' && own.has(from) ? [to] : [],
  );
  const disputed = edges.flatMap(({ type, from, to }) =>
    type === 'contradicts' ? [own.has(from) ? to : from] : [],
  );
  const isContested = [...own.values()].some(({ status }) => status === 'contested');
  const others = await claims.getClaims([...replaced, ...disputed]);
  const namesOf = (ids: typeof replaced) => [
    ...new Set(ids.flatMap((id) => others.get(id) ?? []).map(nameOf)),
  ];
  const ids = replaced.length > 0 ? namesOf(replaced) : isContested ? namesOf(disputed) : [];
  const [target] = ids;
  if (target === undefined) return decided;
  const similar = decided.similar.filter(({ id }) => !ids.includes(id));
  if (replaced.length > 0) {
    const code = decided.code === 'explicit' ? 'explicit' : 'newer_value';
    const reasons = ids.map((each) => ({ code: 'replaces', target: each }));
    return { ...decided, decision: 'supersede', code, target, reasons, similar };
  }
  const isLess = disputed.some((id) => (others.get(id)?.trust ?? 0) > decided.trust);
  const code = isLess ? 'less_trusted' : 'disagrees';
  return {
    ...decided,
    decision: 'contest',
    code,
    target,
    reasons: ids.map((each) => ({ code, target: each })),
    similar,
  };
}
