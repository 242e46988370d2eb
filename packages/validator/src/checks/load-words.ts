import { loadScripts } from '@memora/language/scripts';
import type { Evidence } from '../evidence/inspect-span.ts';
import type { StatementUnit } from '../statements/statement-unit.ts';

/**
 * Loads the word data of the scripts in statements and evidence, unless it is already loaded; then returns `null`. The texts must include everything that a
 * judge reads.
 */
export function loadWords(
  units: readonly StatementUnit[],
  evidenceById: ReadonlyMap<string, Evidence>,
): Promise<void> | null {
  return loadScripts(textsOf(units, evidenceById));
}

function* textsOf(
  units: readonly StatementUnit[],
  evidenceById: ReadonlyMap<string, Evidence>,
): Generator<string> {
  for (const { raw } of units) yield raw;
  for (const evidence of evidenceById.values()) {
    if (evidence.state === 'intact') yield evidence.text;
    const { claim } = evidence;
    if (claim === null) continue;
    const { subject, predicate, object, noteTitle, notePath, headingPath } = claim;
    for (const text of [subject, predicate, object, noteTitle, notePath, ...(headingPath ?? [])])
      if (typeof text === 'string') yield text;
  }
}
