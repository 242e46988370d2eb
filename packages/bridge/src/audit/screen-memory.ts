import { isOrder } from '@memora/agent-memory/internal';
import { classifyAssertion } from '@memora/language/assertion';
import { dropTreacherous } from '@memora/language/text';
import { isInstruction, overridesInstructions } from '@memora/language/words';
import type { Detector } from '@memora/privacy';
import { findLabelledRanges } from '@memora/privacy/internal';
import type { ForeignMemory } from '../foreign-memory.ts';
import { isLogLine } from './is-log-line.ts';
import type { AuditVerdict } from './verdict.ts';

/** The result of checking a memory on its own. */
export interface Screening {
  readonly verdict: AuditVerdict;
  readonly code: string;
  readonly reason: string;
}

/** The longest text that is screened. A longer one makes several statements and is not split here. */
const LONGEST = 4_000;

/** Checks that need no source: credentials, and text that tries to steer an agent. */
export function screenHarm(memory: ForeignMemory, detector: Detector): Screening | null {
  const { text, entity, band, origin, tags } = memory;
  const found = [text, entity ?? '', tags.join('\n')].map((each) => detector.detect(each));
  const credential = found
    .flatMap(({ findings }) => findings)
    .find(({ dataClass }) => dataClass === 'restricted');
  if (credential !== undefined)
    return { verdict: 'secret', code: credential.kind, reason: `It contains ${credential.reason}.` };
  if (isLabelled(`${entity ?? ''}\n\n${text}`, detector))
    return { verdict: 'secret', code: 'password', reason: 'It contains a value labelled as a secret.' };
  if (band === 'secret' || found.some(({ failed }) => failed))
    return { verdict: 'secret', code: 'marked', reason: 'It is marked as secret.' };
  if (dropTreacherous(text) !== text)
    return {
      verdict: 'injected',
      code: 'hidden_characters',
      reason: 'It contains invisible characters that a model reads.',
    };
  if (overridesInstructions(text))
    return {
      verdict: 'injected',
      code: 'override',
      reason: "It tries to override an agent's earlier instructions.",
    };
  const isRole = ROLE.test(text);
  if (!isOrder(text) && !(isRole && APPOINTS.test(text))) return null;
  if (isRole || COMMENT.test(text))
    return {
      verdict: 'injected',
      code: 'poses',
      reason: 'It instructs an agent from within a comment, or as if the system or another turn said so.',
    };
  if (origin === 'tool')
    return {
      verdict: 'injected',
      code: 'from_tool',
      reason: 'It instructs an agent, and came from a tool or a page.',
    };
  if (!isInstruction(text) && !saysInstruction(text) && origin !== 'person')
    return {
      verdict: 'injected',
      code: 'disguised',
      reason: 'It instructs an agent in disguised characters.',
    };
  return null;
}

function isLabelled(text: string, detector: Detector): boolean {
  try {
    return findLabelledRanges(text, detector).length > 0;
  } catch {
    return true;
  }
}

/** "If only it had a lift" states nothing, because it has only the condition. */
const WISHES = /^if only\b/iu;

/** Names in a row, as in headings and folders: "Orlo / misc notes". */
const PATH = /^[^.!?]{1,60}\s(?:\/|>|»|›|→|::)\s[^.!?]{1,60}$/u;

/** A comment that no reader sees. */
const COMMENT = /<!--[\s\S]*-->/u;
/** A role label before the text. */
const ROLE =
  /^\s*(?:\[|<\|?)?(?:system|developer|assistant|tool)(?:\s+(?:message|prompt|note))?(?:\]|\|?>)?\s*:/iu;
/** Text that assigns the reader a role or tells it what to do. */
const APPOINTS = /\byou(?:['’]re| are| must| may| will| shall| have to)\b/iu;

function saysInstruction(text: string): boolean {
  return text.split(/(?<=[.!?;:])\s+|\s+[-–—|]+\s+/u).some((sentence) => isInstruction(sentence));
}

/** True for text that tells an agent how to act. */
export function instructs(memory: ForeignMemory): boolean {
  return isOrder(memory.text);
}

/** Finds text that states nothing, or nothing that lasts. */
export function screenForm({ text }: ForeignMemory): Screening | null {
  if (isLogLine(text))
    return { verdict: 'transient', code: 'log_line', reason: 'A program printed it while it ran.' };
  const none = (code: string, reason: string): Screening => ({ verdict: 'not_checkable', code, reason });
  if (text.length > LONGEST) return none('too_long', 'It is too long for one statement.');
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const isUnspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(text);
  if (words.length < 3 && !isUnspaced) return none('fragment', 'It is not a whole statement.');
  if (words.length < 7 && PATH.test(text)) return none('fragment', 'It is a label, not a statement.');
  const kind = WISHES.test(text) ? 'wish' : classifyAssertion(text);
  if (kind !== 'asserted')
    return none(kind, 'It is a question, a supposition, a wish or a quotation, and states nothing.');
  return null;
}
