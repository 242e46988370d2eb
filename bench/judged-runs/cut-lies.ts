import { readFileSync } from 'node:fs';

interface CutLanguage {
  readonly language: string;
  readonly frames: readonly string[];
  readonly clauses: readonly string[];
}

/** A note of one sentence, and its false part. */
export interface CutLie {
  readonly note: string;
  readonly lie: string;
}

/** Every frame with each clause of its language. */
export function cutLies(): readonly CutLie[] {
  const { languages } = JSON.parse(readFileSync(new URL('./cuts.json', import.meta.url), 'utf8')) as {
    languages: readonly CutLanguage[];
  };
  return languages.flatMap(({ frames, clauses }) =>
    frames.flatMap((frame) =>
      clauses.map((clause) => ({
        note: `# Notes\n\n${frame.replace('{c}', clause).replace('{C}', toCapital(clause))}\n`,
        lie: toCapital(clause),
      })),
    ),
  );
}

function toCapital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
