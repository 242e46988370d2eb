import type { PageBlock } from '../pages/merge-blocks.ts';
import type { VerifiedQuotes } from '../verify-quotes.ts';
import type { PageSection, QuoteGroup } from './page-section.ts';

/** The Markdown of a section, with only its verified quotes. */
export function renderSection(section: PageSection, verified: VerifiedQuotes): PageBlock {
  const groups = section.groups.flatMap((group) => renderGroup(group, verified));
  const hasContent = section.intro !== undefined || groups.length > 0;
  const parts = [
    ...(section.heading === null || !hasContent ? [] : [`## ${section.heading}`]),
    ...(section.intro === undefined ? [] : [section.intro]),
    ...joinLists(groups),
    ...(section.outro === undefined || !hasContent ? [] : [section.outro]),
  ];
  return {
    name: section.name,
    text: parts.join('\n\n'),
    ...(section.stamp === undefined ? {} : { stamp: section.stamp }),
  };
}

interface RenderedGroup {
  readonly isList: boolean;
  readonly text: string;
}

function renderGroup(group: QuoteGroup, verified: VerifiedQuotes): RenderedGroup[] {
  const lines = group.quotes.flatMap((quote) => verified.get(quote) ?? []);
  if (lines.length === 0 && group.quotes.length > 0 && group.keepsLead !== true) return [];
  if (group.callout !== undefined) {
    const { type, title } = group.callout;
    const body = [
      ...(group.lead === null ? [] : [group.lead]),
      ...lines.map((line) => `- ${line}`),
      ...(group.trail === undefined ? [] : ['', group.trail]),
    ];
    const text = [`[!${type}] ${title}`, ...body].map((line) => `> ${line}`.trimEnd()).join('\n');
    return [{ isList: false, text }];
  }
  if (group.lead?.startsWith('#') === true) {
    const trail = group.trail === undefined ? [] : ['', group.trail];
    const text = [group.lead, '', ...lines.map((line) => `- ${line}`), ...trail].join('\n');
    return [{ isList: false, text }];
  }
  const indent = group.lead === null ? '' : '  ';
  const text = [
    ...(group.lead === null ? [] : [`- ${group.lead}`]),
    ...lines.map((line) => `${indent}- ${line}`),
    ...(group.trail === undefined ? [] : [`${indent}- ${group.trail}`]),
  ].join('\n');
  return [{ isList: true, text }];
}

/** Joins consecutive lists into one, and separates everything else. */
function joinLists(groups: readonly RenderedGroup[]): string[] {
  const parts: string[] = [];
  let wasList = false;
  for (const { isList, text } of groups) {
    if (isList && wasList) parts.push(`${parts.pop()}\n${text}`);
    else parts.push(text);
    wasList = isList;
  }
  return parts;
}
