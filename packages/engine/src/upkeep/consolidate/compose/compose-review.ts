import type { Claim } from '@memora/claims';
import { noteName } from '@memora/vault/internal';
import type { ChallengeItem, ChallengeKind } from '../../challenge/challenger-report.ts';
import { type FindClaim, linkClaim } from './compose-queues.ts';
import { linkNote } from './link-note.ts';
import type { PageSection, QuoteGroup } from './page-section.ts';

/** The title of an item on a page, and the callout around it. */
const SHOWN: Readonly<Record<ChallengeKind, { readonly type: string; readonly title: string }>> = {
  contradiction: { type: 'warning', title: 'These cannot all be true' },
  due: { type: 'todo', title: 'Due soon' },
  stale: { type: 'caution', title: 'Its evidence has changed' },
  decision: { type: 'todo', title: 'A decision is due' },
  open_question: { type: 'question', title: 'Unanswered' },
  cross_region: { type: 'info', title: 'The same in several regions' },
  frontier: { type: 'tip', title: 'Little is known' },
  failed_note: { type: 'failure', title: 'A note could not be read' },
};

const TITLES: Readonly<Record<string, string>> = {
  two_figures: 'Two figures for one thing',
  passed_day: 'Its date has passed',
  overdue_task: 'An open task was due',
  task_due_soon: 'An open task is due soon',
  open_task: 'An open task',
  review_due: 'A review is due',
  newer_source: 'A newer note says otherwise',
  still_proposed: 'Proposed, and not decided',
  dangling_link: 'A linked note does not exist',
  low_confidence: 'Other claims rest on an uncertain one',
};

/** The title of an item. */
export function titleOfItem({ kind, reason }: Pick<ChallengeItem, 'kind' | 'reason'>): string {
  return TITLES[reason] ?? SHOWN[kind].title;
}

/** A sitting's worth. */
const MOST = 7;
const MOST_QUOTES = 4;

/** `Today's review`: the most important items, as a queue to work through. */
export function composeReview(items: readonly ChallengeItem[], find: FindClaim): PageSection {
  const open = items.filter(({ acknowledged, kind }) => !acknowledged && kind !== 'open_question');
  const asked = items.filter(({ acknowledged, kind }) => !acknowledged && kind === 'open_question');
  const queue = [...open, ...asked].slice(0, MOST);
  const left = open.length + asked.length - queue.length;
  const outro =
    left > 0
      ? `… and ${left} more: \`memora challenge\`.`
      : 'Done with one? `memora challenge acknowledge <item>`.';
  return {
    name: 'review',
    heading: "Today's review",
    ...(queue.length === 0 ? { intro: 'Nothing needs attention.' } : {}),
    groups: queue.map((item) => composeItem(item, find)),
    ...(queue.length === 0 ? {} : { outro }),
  };
}

/** The subjects about which little is known, as a list. */
export function composeFrontier(items: readonly ChallengeItem[], find: FindClaim, most: number): PageSection {
  const gaps = items.filter(({ acknowledged, kind }) => !acknowledged && kind === 'frontier');
  const groups = gaps.slice(0, most).map((item): QuoteGroup => {
    const { title, links, quotes } = partsOf(item, find);
    return { lead: `${title}: ${links}`, keepsLead: true, quotes: quotes.slice(0, 1) };
  });
  const left = gaps.length - most;
  return {
    name: 'frontier',
    heading: 'Gaps',
    groups,
    ...(left > 0 ? { outro: `… and ${left} more: \`memora challenge\`.` } : {}),
  };
}

function composeItem(item: ChallengeItem, find: FindClaim): QuoteGroup {
  const { title, links, quotes } = partsOf(item, find);
  const rests = item.impact === 0 ? '' : ` · ${item.impact} rest${item.impact === 1 ? 's' : ''} on it`;
  return {
    callout: { type: SHOWN[item.kind].type, title: `${title}${rests}` },
    lead: links === '' ? null : links,
    keepsLead: true,
    quotes,
    trail: `${toPlainAction(item.action)} Item \`${item.id}\``,
  };
}

function partsOf({ kind, reason, claimIds, evidence }: ChallengeItem, find: FindClaim) {
  const claims = claimIds.map(find).filter((claim): claim is Claim => claim !== undefined);
  const shown = claims.slice(0, MOST_QUOTES);
  const places = evidence.filter(
    ({ claimId, note }) => claimId === null && !claims.some((c) => c.notePath === note),
  );
  const links = [
    ...new Set([
      ...shown.map(linkClaim),
      ...(kind === 'failed_note'
        ? []
        : places.slice(0, MOST_QUOTES).map(({ note }) => linkNote(note, noteName(note)))),
    ]),
  ];
  return {
    title: titleOfItem({ kind, reason }),
    links: links.join(' · '),
    quotes: shown.map((claim) => ({ claim, isHistory: true })),
  };
}

/** Paths in an action are not Markdown. */
function toPlainAction(action: string): string {
  return action.replace(/[[\]<>*|]/gu, ' ');
}
