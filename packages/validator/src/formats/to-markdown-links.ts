import type { VerificationReport } from '../contract/verification-report.ts';
import { replaceMarkers, type SourceOptions, toSourceLink } from './replace-markers.ts';

/** The proven text of a report with its citations as Markdown links to the cited notes. Removed statements are not included. */
export function toMarkdownLinks(report: VerificationReport, options: SourceOptions = {}): string {
  return replaceMarkers(report, options.markers, (sources) => {
    const links = new Set(sources.map((check) => toSourceLink(check, options)));
    return links.size === 0 ? '' : ` (${[...links].join(', ')})`;
  });
}
