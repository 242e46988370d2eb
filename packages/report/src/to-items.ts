import type { ClaimId } from '@memora/core';
import { type ChallengeItem, titleOfItem } from '@memora/engine';
import { displayText, SHOWN } from './display-text.ts';
import type { PageClaim } from './report-data.ts';
import type { ReportItem } from './vault-report.ts';

const CLAIMS_SHOWN = 4;

/**
 * The challenger's open items as the page may show them, in the words of their claims. A shared page leaves
 * out every item based on a claim that is not public.
 */
export function toItems(
  items: readonly ChallengeItem[],
  find: (id: ClaimId) => PageClaim | undefined,
  share: boolean,
): ReportItem[] {
  return items.flatMap((item): ReportItem[] => {
    if (item.acknowledged) return [];
    const claims = item.claimIds.map(find);
    const known = claims.filter((claim) => claim !== undefined);
    if (
      share &&
      (known.length < claims.length || known.length === 0 || known.some(({ band }) => band !== 'public'))
    )
      return [];
    const places = item.evidence.filter(({ claimId }) => claimId === null).map(({ note }) => note);
    return [
      {
        id: item.id,
        kind: item.kind,
        title: titleOfItem(item),
        severity: item.severity,
        impact: item.impact,
        action: displayText(item.action, SHOWN.span),
        claims: known.slice(0, CLAIMS_SHOWN),
        notes: share
          ? []
          : [...new Set(places)].slice(0, CLAIMS_SHOWN).map((path) => displayText(path, SHOWN.name)),
      },
    ];
  });
}
