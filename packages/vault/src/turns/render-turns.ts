import { toInstant, toInstantText } from '@memora/core';
import { TURN_ROLES } from '@memora/core/internal';
import { vaultError } from '../vault-error.ts';
import type { NewTurn } from './turn.ts';

/**
 * Turns as Markdown, each a callout followed by `^t<n>`, numbered from `first`. Every line of a text is quoted, so no text can begin or end a turn. Line breaks
 * become LF, NUL and lone surrogates U+FFFD. Throws `TURN_INVALID` for an unknown role or an invalid time.
 */
export function renderTurns(
  turns: readonly NewTurn[],
  { first = 1 }: { readonly first?: number } = {},
): string {
  return turns.map((turn, i) => renderTurn(turn, first + i)).join('\n');
}

function renderTurn(turn: NewTurn, index: number): string {
  const text = toTurnText(turn.text);
  const lines = text === '' ? [] : text.split('\n').map((line) => (line === '' ? '>' : `> ${line}`));
  return [headOf(turn, index), ...lines, '', `^t${index}`, ''].join('\n');
}

/** A text as a note can hold it. */
export function toTurnText(text: string): string {
  return text.replace(/\r\n?/gu, '\n').replaceAll('\0', '\ufffd').toWellFormed();
}

function headOf({ role, at, name, attached = false }: NewTurn, index: number): string {
  if (!TURN_ROLES.includes(role)) {
    throw vaultError(
      'TURN_INVALID',
      `Turn ${index} has a role that is not one of ${TURN_ROLES.join(', ')}.`,
      {
        hint: 'Map the roles of your source to these four. Text of a tool or a page is "tool".',
      },
    );
  }
  const time = at === undefined ? null : toInstant(at);
  if (at !== undefined && time === null) {
    throw vaultError('TURN_INVALID', `The time of turn ${index} is not an ISO 8601 instant.`, {
      hint: 'Leave the time out where it is not known.',
    });
  }
  const said = toTurnName(name ?? '');
  const when = time === null ? (said === '' ? '' : ' -') : ` ${toInstantText(time)}`;
  return `> [!${role}]${attached ? '-' : ''}${when}${said === '' ? '' : ` ${said}`}`;
}

const LONGEST_NAME = 200;

/** A name on one line: control characters, line breaks and runs of white space become one space. */
export function toTurnName(name: string): string {
  const line = name
    .toWellFormed()
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  return Array.from(line.slice(0, LONGEST_NAME * 2))
    .slice(0, LONGEST_NAME)
    .join('')
    .toWellFormed()
    .trim();
}
