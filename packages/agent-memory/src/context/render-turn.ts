import type { RelatedClaim } from '@memora/engine';
import { guidesAgents, UNCONFIRMED } from '../note/memory-kind.ts';
import type { RecalledMemory } from '../recall/recall.ts';
import { fenceData } from './fence-data.ts';
import { toShownLine } from './screen-line.ts';

/** The content of the second part of a pack. */
interface TurnPart {
  /** The date in the user's time zone. */
  readonly day: string;
  readonly items: readonly RecalledMemory[];
  /** Contradictions and replacements among the items. */
  readonly related: readonly RelatedClaim[];
}

/** Renders the second part of a pack; empty if there is no item: the date, one line per item, and which of them are contested or superseded. */
export function renderTurn({ day, items, related }: TurnPart): string {
  if (items.length === 0) return '';
  const shown = new Set<string>(items.map(({ claimId }) => claimId));
  const lines = items.map(toLine);
  for (const { of, claim, type, outgoing } of related) {
    if (!shown.has(of)) continue;
    if (type === 'contradicts' && shown.has(claim.id) && of < claim.id)
      lines.push(`Contested: [claim:${of}] and [claim:${claim.id}] cannot both hold.`);
    if (type === 'supersedes' && outgoing)
      lines.push(`Superseded: [claim:${of}] replaced what was said before.`);
  }
  const text = [`Today is ${day}.`, ...new Set(lines)].join('\n');
  return fenceData('recalled', text);
}

function toLine(item: RecalledMemory): string {
  const { kind, line, since, from, status, claimId, saidBy, trust, isConfirmed = false } = item;
  const isNote = from === 'agent' && guidesAgents(kind) && !isConfirmed;
  const isReport = isNote || (saidBy === 'user' && trust < 1);
  const what = kind ?? (from === 'note' || from === 'you' ? 'note' : 'said');
  const meta = [
    ...(since === null ? [] : [`since ${since.slice(0, 10)}`]),
    isNote ? UNCONFIRMED : isReport ? 'according to an agent; not confirmed' : `from ${from}`,
    ...(isConfirmed ? ['confirmed by the user'] : []),
    ...(status === 'current' ? [] : [status]),
  ];
  const text = `- [${what}] ${toShownLine(line)} (${meta.join('; ')})`;
  // Words that only an agent attributes to the user are no evidence, so they get no citation marker.
  return isReport ? text : `${text} [claim:${claimId}]`;
}
