import { classifyAssertion } from './classify-assertion.ts';
import { cuePattern } from './cue-pattern.ts';
import { assertionCues, type CueKind } from './cues.ts';

/** Marks that say it without a word. */
const MARKS: Readonly<Record<CueKind, RegExp>> = {
  question:
    /[?？؟]|か[。.]?$|[吗呢][。.]?$|(?<!\p{L})(?:open(?= (?:question|issue|whether|if))|(?:is|are|still|left|remains?) open(?=$|[.,;:!]))/iu,
  hypothetical: /(?!)/u,
  wish: /(?!)/u,
  quoted: /["“”„«»「『]/u,
};

const statingOf = (kind: CueKind) => cuePattern(() => assertionCues().filter((cue) => cue.kind === kind));
const stating: Readonly<Record<CueKind, () => RegExp>> = {
  question: statingOf('question'),
  hypothetical: statingOf('hypothetical'),
  wish: statingOf('wish'),
  quoted: statingOf('quoted'),
};

/**
 * True where a statement says that its content is of this kind, so that a claim of that kind can carry it. Whatever
 * {@link classifyAssertion} files under a kind states it; other cues of the kind do wherever they stand.
 */
export function statesAssertion(statement: string, kind: CueKind): boolean {
  if (MARKS[kind].test(statement)) return true;
  return stating[kind]().test(statement.replaceAll('’', "'")) || classifyAssertion(statement.trim()) === kind;
}
