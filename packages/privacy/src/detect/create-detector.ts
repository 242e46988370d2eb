import { type Band, compareBands, strictestBand } from '@memora/core';
import { findCredentials } from './credentials/find-credentials.ts';
import { findAccounts } from './find-accounts.ts';
import { findContacts } from './find-contacts.ts';
import { findHealth } from './find-health.ts';
import { findNationalIds } from './find-national-ids.ts';
import { findPersonalDetails, findRestrictedFields } from './find-personal-details.ts';
import { DATA_CLASSES, type DataClass, type Finding, type Rule } from './finding.ts';
import { mergeSpans, type TextRange } from './merge-spans.ts';

/** `off` finds nothing, `suggest` reports its findings, `enforce` also tightens the band. */
export type DetectorMode = 'off' | 'suggest' | 'enforce';

export interface DetectorOptions {
  /** `[privacy] detector`. Default `'suggest'`. */
  readonly mode?: DetectorMode;
  /** The band for each class. Default: none public, pii private, phi and restricted secret. */
  readonly bandByClass?: Partial<Record<DataClass, Band>>;
  /** Additional rules, run after the built-in ones. */
  readonly rules?: readonly Rule[];
  /**
   * Only looks for data that requires a stricter band than private, which takes two thirds of the time;
   * `spans` are the same.
   */
  readonly onlyStricter?: boolean;
}

/** The findings in a text, and their consequences. */
export interface Detection {
  /** Every finding with its reason, by offset. */
  readonly findings: readonly Finding[];
  /** The strictest class among them. */
  readonly dataClass: DataClass;
  /** The band for the findings, whatever the mode. */
  readonly suggestedBand: Band;
  /**
   * The band to combine with the text's own: `public`, which changes nothing, unless the mode is `enforce` or
   * a rule failed.
   */
  readonly band: Band;
  /** Ranges to redact under `enforce`, merged; the whole text if a rule failed. */
  readonly spans: readonly TextRange[];
  /** True if a rule threw: the text then counts as secret, in every mode except `off`. */
  readonly failed: boolean;
}

/** Looks for personal data and credentials in a text. Never throws. */
export interface Detector {
  readonly mode: DetectorMode;
  readonly detect: (text: string) => Detection;
}

/** The built-in rules, with the class of each rule's findings; null if there are several. */
const RULES: readonly (readonly [Rule, DataClass | null])[] = [
  [findCredentials, null],
  [findAccounts, null],
  [findNationalIds, null],
  [findContacts, 'pii'],
  [findRestrictedFields, 'restricted'],
  [findPersonalDetails, 'pii'],
  [findHealth, 'phi'],
];
const DEFAULT_BANDS: Readonly<Record<DataClass, Band>> = {
  none: 'public',
  pii: 'private',
  phi: 'secret',
  restricted: 'secret',
};

/** Creates a detector. It runs in the process, and no text leaves it. */
export function createDetector(options: DetectorOptions = {}): Detector {
  const mode = options.mode ?? 'suggest';
  const bandByClass = { ...DEFAULT_BANDS, ...options.bandByClass };
  const isAsked = (dataClass: DataClass | null): boolean =>
    options.onlyStricter !== true ||
    dataClass === null ||
    compareBands(bandByClass[dataClass], 'private') > 0;
  const rules = [
    ...RULES.flatMap(([rule, dataClass]) => (isAsked(dataClass) ? [rule] : [])),
    ...(options.rules ?? []),
  ];
  return { mode, detect: (text) => detect(text, mode, bandByClass, rules) };
}

function detect(
  text: string,
  mode: DetectorMode,
  bandByClass: Readonly<Record<DataClass, Band>>,
  rules: readonly Rule[],
): Detection {
  if (mode === 'off') return nothing;
  let findings: Finding[];
  try {
    findings = withoutDoubles(rules.flatMap((rule) => [...rule(text)]));
  } catch {
    return failure(text);
  }
  const dataClass =
    DATA_CLASSES[Math.max(0, ...findings.map((f) => DATA_CLASSES.indexOf(f.dataClass)))] ?? 'none';
  const suggestedBand = strictestBand(...findings.map((finding) => bandByClass[finding.dataClass]));
  const tightening = findings.filter(
    (finding) => compareBands(bandByClass[finding.dataClass], 'private') > 0,
  );
  return {
    findings,
    dataClass,
    suggestedBand,
    band: mode === 'enforce' ? suggestedBand : 'public',
    spans: mode === 'enforce' ? mergeSpans(tightening) : [],
    failed: false,
  };
}

const nothing: Detection = {
  findings: [],
  dataClass: 'none',
  suggestedBand: 'public',
  band: 'public',
  spans: [],
  failed: false,
};

/** A text that can't be judged counts as secret. */
function failure(text: string): Detection {
  return {
    findings: [],
    dataClass: 'restricted',
    suggestedBand: 'secret',
    band: 'secret',
    spans: mergeSpans([{ start: 0, end: text.length }]),
    failed: true,
  };
}

/** Sorted by offset. Of several findings at one place, the strictest class comes first; a finding inside one of its own kind is dropped. */
function withoutDoubles(findings: readonly Finding[]): Finding[] {
  const severity = (finding: Finding): number => DATA_CLASSES.indexOf(finding.dataClass);
  const sorted = [...findings].sort(
    (a, b) => a.start - b.start || b.end - a.end || severity(b) - severity(a) || (a.kind < b.kind ? -1 : 1),
  );
  const kept: Finding[] = [];
  // The furthest end so far of findings at least as severe as the index: a finding that ends before it is inside one of them.
  const furthest = DATA_CLASSES.map(() => -1);
  for (const finding of sorted) {
    const own = severity(finding);
    if (finding.end <= (furthest[own] ?? -1)) continue;
    kept.push(finding);
    for (let i = 0; i <= own; i++) furthest[i] = Math.max(furthest[i] ?? -1, finding.end);
  }
  return kept;
}
