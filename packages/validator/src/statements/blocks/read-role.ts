import type { StatementUnit } from '../statement-unit.ts';
import { endsInColon } from './ends-in-colon.ts';

const BOLD_LINE = /^(?:\*\*[^*]+\*\*|__[^_]+__):?$/u;

/** The role of the last unit of a block, once it is known whether anything follows it. */
export function readRole(
  { raw, first, item }: StatementUnit,
  hasNext: boolean,
): Partial<Pick<StatementUnit, 'role' | 'level'>> {
  const plain = raw.trim();
  const label = first && BOLD_LINE.test(plain);
  if (hasNext && (endsInColon(plain) || (label && item))) return { role: 'leadin' };
  return label && !item ? { role: 'heading', level: 7 } : {};
}
