import type { ClaimKind } from '../../model/claim.ts';

const KINDS: readonly (readonly [ClaimKind, RegExp])[] = [
  [
    'incident',
    /\b(?:outage|incident|crashed|postmortem|post-mortem|went down|data loss|root cause|breach)\b|障害/iu,
  ],
  ['lesson', /\b(?:lesson|learned that|we learned|takeaway|in hindsight|next time)\b/iu],
  ['preference', /\b(?:prefers?|favou?rite|likes|dislikes|would rather|bevorzugt|préfère|prefiere)\b/iu],
  [
    'event',
    /\b(?:met with|meeting|launched|released|joined|started on|starts on|took place|happened|signed|moved to)\b/iu,
  ],
  [
    'procedure',
    /^(?:to \p{L}+ .*, )?(?:run|click|press|select|open|install|create|add|set|use|go to|copy|type|enter|choose|download|make sure|ensure)\b|^(?:step \d|first,|then,)/iu,
  ],
  ['tool', /\b(?:cli|library|plugin|framework|sdk|api)\b.*\b(?:for|that)\b/iu],
  ['concept', /^(?:an? |the )?[\p{L}\p{N} '’-]{1,40} (?:is|are|means|refers to) (?:an? |the )/iu],
];

/** Returns the claim kind of a text by its words; `fact` by default. */
export function kindOfText(text: string, headingPath: readonly string[]): ClaimKind {
  const heading = headingPath.at(-1);
  if (heading !== undefined && heading.length < 40) {
    if (/\blessons?\b|\btakeaways?\b/iu.test(heading)) return 'lesson';
    if (/\bincidents?\b|\bpost-?mortem\b/iu.test(heading)) return 'incident';
  }
  for (const [kind, pattern] of KINDS) if (pattern.test(text)) return kind;
  return 'fact';
}
