import type { Memory } from '@memora/engine';
import type { DecidedMemory } from './decide-memory.ts';

type Decision = DecidedMemory['admission'];

/**
 * Applies the change judge's verdict on a newly indexed memory, if the settings name a judge: it decides
 * about all similar memories in one call, so that the caller does not have to. Pairs that it does not settle
 * stay unchanged.
 */
export async function settleMemory(
  id: string,
  decided: Decision,
  { settings, claims }: Pick<Memory, 'settings' | 'claims'>,
): Promise<Decision> {
  if (settings.config.claims.judge === 'rules' || decided.decision !== 'accept') return decided;
  const statusesOf = async (noteId: string) =>
    (await claims.listClaims({ noteId })).claims.map(({ status }) => status);
  const replaced: string[] = [];
  for (const near of decided.similar) {
    const statuses = await statusesOf(near.id);
    if (statuses.length > 0 && statuses.every((status) => status === 'superseded')) replaced.push(near.id);
  }
  const similar = decided.similar.filter((near) => !replaced.includes(near.id));
  const [target = null] = replaced;
  if (target !== null) {
    const reasons = replaced.map((each) => ({ code: 'replaces', target: each }));
    return { ...decided, decision: 'supersede', code: 'newer_value', target, reasons, similar };
  }
  if (!(await statusesOf(id)).includes('contested')) return decided;
  return { ...decided, decision: 'contest', code: 'disagrees', reasons: [{ code: 'disagrees' }] };
}
