import type { VerificationReport } from '../contract/verification-report.ts';
import { replaceMarkers, type SourceOptions, toSourceLink } from './replace-markers.ts';

/**
 * The proven text of a report with its citations as Markdown footnotes: `[^1]` in the text, and one definition for each source after it. Removed statements are
 * not included. Footnote numbers that the text already uses are not used again.
 */
export function toFootnotes(report: VerificationReport, options: SourceOptions = {}): string {
  const taken = new Set([...report.cleanText.matchAll(/\[\^([^\]\s]+)\]/gu)].map(([, label]) => label));
  const numberBySource = new Map<string, number>();
  let last = 0;
  const numberOf = (source: string): number => {
    const known = numberBySource.get(source);
    if (known !== undefined) return known;
    do last++;
    while (taken.has(String(last)));
    numberBySource.set(source, last);
    return last;
  };
  const text = replaceMarkers(report, options.markers, (sources) =>
    [...new Set(sources.map((check) => numberOf(toSourceLink(check, options))))]
      .map((number) => `[^${number}]`)
      .join(''),
  );
  if (numberBySource.size === 0) return text;
  const definitions = [...numberBySource].map(([source, number]) => `[^${number}]: ${source}\n`);
  return `${text.replace(/\s+$/u, '')}\n\n${definitions.join('')}`;
}
