import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDetector } from '@memora/privacy';

/** The detector's findings in public vaults, by class. */
export interface VaultScore {
  readonly dataClass: string;
  readonly findings: number;
  /** Findings that a person has read and confirmed. */
  readonly right: number;
  /** Places of findings that no person has read yet. */
  readonly unread: readonly string[];
}

const DATA = fileURLToPath(new URL('../../../shared/data', import.meta.url));
const CLASSES = ['pii', 'phi', 'restricted'] as const;

/**
 * Runs the detector over every note of the public vaults, and looks up each finding among those read by hand
 * (`vault-findings.txt`: place, kind, hash of the value, `right` or `wrong`). Null if the vaults are missing.
 */
export function scoreVaults(): { notes: number; scores: VaultScore[] } | null {
  const root = join(process.env['MEMORA_TEST_DATA'] ?? DATA, 'vaults');
  if (!existsSync(root)) return null;
  const verdicts = readVerdicts();
  const { detect } = createDetector();
  const scores = CLASSES.map((dataClass) => ({
    dataClass: dataClass as string,
    findings: 0,
    right: 0,
    unread: [] as string[],
  }));
  let notes = 0;
  for (const path of notesIn(root)) {
    notes++;
    const text = readFileSync(join(root, path), 'utf8');
    for (const { dataClass, kind, start, end } of detect(text).findings) {
      const score = scores.find((each) => each.dataClass === dataClass);
      if (score === undefined) continue;
      const key = [path, kind, hash(text.slice(start, end))].join('\t');
      score.findings++;
      if (verdicts.get(key) === 'right') score.right++;
      else if (!verdicts.has(key)) score.unread.push(key);
    }
  }
  return { notes, scores };
}

function readVerdicts(): Map<string, string> {
  const lines = readFileSync(new URL('./vault-findings.txt', import.meta.url), 'utf8').split('\n');
  return new Map(
    lines
      .filter((line) => line !== '' && !line.startsWith('# '))
      .map((line) => {
        const at = line.lastIndexOf('\t');
        return [line.slice(0, at), line.slice(at + 1)];
      }),
  );
}

function notesIn(root: string): string[] {
  return readdirSync(root, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(?:md|markdown)$/i.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
}

function hash(value: string): string {
  return createHash('sha256').update(value).digest('hex').slice(0, 16);
}
