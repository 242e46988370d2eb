/** The id of the fact with this number. */
export function idOf(index: number): string {
  return `mem_${index.toString(36).padStart(12, '0')}`;
}

/** The fact that a fact replaces; null if it replaces none. */
export function replacedBy(index: number): number | null {
  return index % 10 === 7 ? index - 4 : null;
}

/** True for a fact that is forgotten right after it was remembered. */
export function isForgotten(index: number): boolean {
  return index % 15 === 11;
}

/** The text of a fact: each is about its own subject, and a correction is about the subject that it corrects. */
export function factOf(index: number): string {
  const of = replacedBy(index) ?? index;
  const name = `${NAMES[of % NAMES.length]}${of.toString(36)}x`;
  return `The valve ${name} of Harbor opens at ${100 + index} bar.`;
}

const NAMES = ['Arden', 'Borla', 'Cimra', 'Dovel', 'Eskor', 'Fenno', 'Garda'];
