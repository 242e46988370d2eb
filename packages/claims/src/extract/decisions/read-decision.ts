import { scanDates } from '@memora/language/dates';
import { isLabel, labelOf, wordsOf } from '@memora/language/words';
import type { ParsedNote, Segment } from '@memora/vault';
import { toPlainText } from '@memora/vault/internal';
import { labelsAbove } from './labels-above.ts';

/** What a segment decides. */
interface ReadDecision {
  readonly status: 'decided' | 'proposed';
  /** Who decides, as named in the text; null if the text does not say. */
  readonly by: string | null;
}

/** Maximum number of words between who decides and the verb: "we have finally agreed". */
const REACH = 3;

/**
 * Returns what a segment decides: by a heading, label or list entry above it, by a label of its own, or because its writers say that they decided. Returns null
 * otherwise. `isDated` says if the note has a day: a conclusion in an undated text is prose.
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
  // A link under a heading points elsewhere: a list of records is not a list of decisions.
  const isLink = markdown.startsWith('[') && markdown.includes('](');
  const above = isLink ? null : toStatus(labelsAbove(note)[index] ?? null, isDated);
  if (above !== null) return { status: above, by: null };
  const by = decidersOf(text);
  return by === null ? null : { status: 'decided', by };
}

/** Returns the text before the colon; empty if there is none. */
function leadOf(text: string): string {
  const at = text.replaceAll('：', ':').indexOf(':');
  return text.slice(0, Math.max(0, at));
}

/** In words: a label with its proposer or outcome. */
const LONGEST_LEAD = 3;

/** Returns the label that a lead is or begins with: "Proposed by Hanneke", "Proposed, not decided". */
function labelOfLead(lead: string): ReturnType<typeof labelOf> {
  const words = wordsOf(lead);
  const first = words.length > LONGEST_LEAD ? null : labelOf(words[0] ?? '');
  return labelOf(lead) ?? (first === 'proposal' ? first : null);
}

function toStatus(label: ReturnType<typeof labelOf>, isDated: boolean): ReadDecision['status'] | null {
  if (label === 'proposal') return 'proposed';
  return label === 'decision' || (label === 'conclusion' && isDated) ? 'decided' : null;
}

/** Returns who decides if a clause begins with that: "We agreed to wait". Returns null otherwise, and for decisions of other people. */
function decidersOf(text: string): string | null {
  for (const clause of clausesOf(text)) {
    const words = wordsOf(withoutDay(clause));
    const at = words.findIndex((word) => isLabel(word, 'decider'));
    // An article may come before it, but no word that makes a condition or a question.
    if (at < 0 || at > 1 || (at === 1 && !isLabel(words[0] ?? '', 'filler'))) continue;
    if (words.slice(at + 1, at + 2 + REACH).some((word) => isLabel(word, 'decides'))) {
      const from = clause.toLowerCase().indexOf(words[at] ?? '');
      return clause.slice(from, from + (words[at] ?? '').length);
    }
  }
  return null;
}

/** A date at the start of a clause and its preposition are not part of who decides what. */
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
