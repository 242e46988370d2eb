import { readFileSync } from 'node:fs';
import { createDetector } from '@memora/privacy';

/** Kinds that are measured together. */
export const GROUPS: Readonly<Record<string, readonly string[]>> = {
  credentials: ['password', 'token', 'private-key'],
  'cards and IBANs': ['card', 'iban'],
  'e-mail and phone': ['email', 'phone'],
  'medical conditions': ['medical-condition'],
  'other personal data': [
    'national-id',
    'identity-document',
    'account',
    'birth-date',
    'address',
    'pay',
    'family',
  ],
};

export interface LabelledLine {
  readonly language: string;
  readonly text: string;
  readonly labels: readonly { readonly kind: string; readonly start: number; readonly end: number }[];
}

/** How a group did. */
export interface GroupScore {
  readonly group: string;
  readonly labels: number;
  readonly found: number;
  readonly recall: number;
  readonly findings: number;
  readonly precision: number;
  /** Lines of labels that were missed and of findings that were wrong. */
  readonly misses: readonly string[];
  readonly alarms: readonly string[];
}

/** The labelled lines of `labelled.txt`. */
export function readLabelledLines(): LabelledLine[] {
  return readFileSync(new URL('./labelled.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '))
    .map((line) => {
      const [language = '', ...rest] = line.split('\t');
      const marked = rest.join('\t').replaceAll('\u241f', '');
      const labels: { kind: string; start: number; end: number }[] = [];
      let text = '';
      let at = 0;
      for (const match of marked.matchAll(/⟦([\w-]+)\|([^⟧]*)⟧/g)) {
        text += marked.slice(at, match.index);
        const value = match[2] ?? '';
        labels.push({ kind: match[1] ?? '', start: text.length, end: text.length + value.length });
        text += value;
        at = match.index + match[0].length;
      }
      return { language, text: text + marked.slice(at), labels };
    });
}

/**
 * Precision and recall of the detector by group. A label counts as found if findings of its group cover at
 * least half of it. A finding counts as right if labels of its group cover at least half of it.
 */
export function scoreDetector(lines: readonly LabelledLine[]): GroupScore[] {
  const detector = createDetector();
  const detected = lines.map((line) => detector.detect(line.text).findings);
  return Object.entries(GROUPS).map(([group, kinds]) => {
    const misses: string[] = [];
    const alarms: string[] = [];
    let labels = 0;
    let findings = 0;
    lines.forEach((line, i) => {
      const wanted = line.labels.filter((label) => kinds.includes(label.kind));
      const got = (detected[i] ?? []).filter((finding) => kinds.includes(finding.kind));
      labels += wanted.length;
      findings += got.length;
      for (const label of wanted) if (!isCovered(label, got)) misses.push(`${line.language} ${line.text}`);
      for (const finding of got)
        if (!isCovered(finding, wanted)) alarms.push(`${line.language} ${finding.kind}: ${line.text}`);
    });
    const found = labels - misses.length;
    return {
      group,
      labels,
      found,
      recall: found / labels,
      findings,
      precision: (findings - alarms.length) / findings,
      misses,
      alarms,
    };
  });
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function isCovered(range: Range, by: readonly Range[]): boolean {
  const overlap = by.map((other) =>
    Math.max(0, Math.min(range.end, other.end) - Math.max(range.start, other.start)),
  );
  return overlap.some((length) => length * 2 >= range.end - range.start);
}
