import { tellsChange } from '@memora/language/asked';
import { ANYBODY } from '@memora/language/words';
import { bare, isForm, rememberTexts, tokensOf, toPlain } from './align-statements.ts';
import { contentOf } from './is-replaced.ts';

/**
 * True where a statement tells that something changed, and the other is of the same subject: "The repo moved to pnpm" beside "The repo uses Yarn". What
 * it replaces is for the caller to say. Of the user, of whom most memories are, another word has to be the same.
 */
export function sharesSubject(newer: string, older: string): boolean {
  if (!tells(newer)) return false;
  const [a, b] = [newer, older].map((text) => contentOf(tokensOf(toPlain(text))).map(bare)) as [
    string[],
    string[],
  ];
  const [subject = ''] = b;
  if (!a.includes(subject)) return false;
  if (!ANYBODY.has(subject)) return true;
  return b.slice(1).some((token) => token.length > 3 && a.some((other) => isForm(token, other)));
}

const tells = rememberTexts(tellsChange);
