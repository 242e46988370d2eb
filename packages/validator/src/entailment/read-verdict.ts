import type { EntailmentVerdict } from '../contract/entailment-judge.ts';

/**
 * Reads a model's reply: one of the three words alone, or JSON with it as `verdict`, fenced or bare. Anything else, such as a hedged, negated or chatty reply,
 * is
 * `unchecked`, because an unreadable reply proves nothing.
 */
export function readVerdict(reply: unknown): EntailmentVerdict {
  if (typeof reply === 'object' && reply !== null) return readWord((reply as { verdict?: unknown }).verdict);
  if (typeof reply !== 'string') return 'unchecked';
  const text = reply
    .trim()
    .replace(/^```(?:json)?\s*([\s\S]*?)\s*```$/u, '$1')
    .trim();
  if (!text.startsWith('{')) return readWord(text);
  try {
    return readWord((JSON.parse(text) as { verdict?: unknown }).verdict);
  } catch {
    return 'unchecked';
  }
}

function readWord(word: unknown): EntailmentVerdict {
  if (typeof word !== 'string') return 'unchecked';
  const plain = word
    .trim()
    .toLowerCase()
    .replace(/^["'*]+|["'*.]+$/gu, '');
  return plain === 'entailed' || plain === 'neutral' || plain === 'contradicted' ? plain : 'unchecked';
}
