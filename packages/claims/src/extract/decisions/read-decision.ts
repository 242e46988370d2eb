import { scanDates } from '@memora/language/dates';
import { isLabel, labelOf, wordsOf } from '@memora/language/words';
import type { ParsedNote, Segment } from '@memora/vault';
import { toPlainText } from '@memora/vault/internal';
import { labelsAbove } from './labels-above.ts';

/** What a segment decides. */
interface ReadDecision {
  readonly status: 'decided' | 'proposed';
  /** Who decides, as the text names them; null where it does not. */
  readonly by: string | null;
}

/** This many words at most may stand between who decides and that they do: "we have finally agreed". */
const REACH = 3;

/**
 * What a segment decides, by where it stands: under a heading, a label or a list entry that says so, or with such a label of its own; or because
 * its writers say that they decided. Null for every other one. `isDated` says whether the note has a day: what is concluded in a text without one is prose.
 */
export function readDecision(
  note: ParsedNote,
  index: number,
  { label = null, isDated }: { readonly label?: string | null; readonly isDated: boolean },
): ReadDecision | null {
  const segment = note.segments[index] as Segment;
  const markdown = segment.prose ?? segment.text;
  const text = toPlainText(markdown);
  const own = toStatus(labelOfLead(label ?? leadOf(text)), isDated);
  if (own !== null) return { status: own, by: null };
  // A link under a heading leads elsewhere: a list of records is none of them.
  const isLink = markdown.startsWith('[') && markdown.includes('](');
  const above = isLink ? null : toStatus(labelsAbove(note)[index] ?? null, isDated);
  if (above !== null) return { status: above, by: null };
  const by = decidersOf(text);
  return by === null ? null : { status: 'decided', by };
}

/** What stands before the colon of a text; empty for a text without one. */
function leadOf(text: string): string {
  const at = text.replaceAll('：', ':').indexOf(':');
  return text.slice(0, Math.max(0, at));
}

/** In words: a label with who puts it forward, or what became of it. */
const LONGEST_LEAD = 3;

/** The label that a lead is, or that it begins with: "Proposed by Hanneke", "Proposed, not decided". */
function labelOfLead(lead: string): ReturnType<typeof labelOf> {
  const words = wordsOf(lead);
  const first = words.length > LONGEST_LEAD ? null : labelOf(words[0] ?? '');
  return labelOf(lead) ?? (first === 'proposal' ? first : null);
}

function toStatus(label: ReturnType<typeof labelOf>, isDated: boolean): ReadDecision['status'] | null {
  if (label === 'proposal') return 'proposed';
  return label === 'decision' || (label === 'conclusion' && isDated) ? 'decided' : null;
}

/** Who says at the beginning of a clause that they decide: "We agreed to wait". Null for none, and for what somebody else did. */
function decidersOf(text: string): string | null {
  for (const clause of clausesOf(text)) {
    const words = wordsOf(withoutDay(clause));
    const at = words.findIndex((word) => isLabel(word, 'decider'));
    // An article may stand before it, and no word that makes a condition or a question of it.
    if (at < 0 || at > 1 || (at === 1 && !isLabel(words[0] ?? '', 'filler'))) continue;
    if (words.slice(at + 1, at + 2 + REACH).some((word) => isLabel(word, 'decides'))) {
      const from = clause.toLowerCase().indexOf(words[at] ?? '');
      return clause.slice(from, from + (words[at] ?? '').length);
    }
  }
  return null;
}

/** The day that a clause begins with, and its preposition, are no part of who does what. */
const PREPOSITION = 6;

function withoutDay(clause: string): string {
  const [day] = scanDates(clause);
  return day !== undefined && day.start <= PREPOSITION ? clause.slice(day.end) : clause;
}

const CLAUSE_ENDS = [',', ';', ':', '.', ' - ', ' – ', ' — '];

function clausesOf(text: string): string[] {
  return CLAUSE_ENDS.reduce((parts, end) => parts.flatMap((part) => part.split(end)), [text]).map((part) =>
    part.trim(),
  );
}
