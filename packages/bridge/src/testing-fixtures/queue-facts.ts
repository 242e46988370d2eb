/** The id of the fact with a number. */
export function idOf(index: number): string {
  return `mem_${index.toString(36).padStart(12, '0')}`;
}

/** The fact that a fact replaces; null if it replaces none. */
export function replacedBy(index: number): number | null {
  return index % 10 === 7 ? index - 4 : null;
}

/** True for a fact that is forgotten as soon as it was remembered. */
export function isForgotten(index: number): boolean {
  return index % 15 === 11;
}

/** What a fact says: each of a thing of its own, a correction of the thing that it corrects. */
export function factOf(index: number): string {
  const of = replacedBy(index) ?? index;
  const name = `${NAMES[of % NAMES.length]}${of.toString(36)}x`;
  return `The valve ${name} of Harbor opens at ${100 + index} bar.`;
}

const NAMES = ['Arden', 'Borla', 'Cimra', 'Dovel', 'Eskor', 'Fenno', 'Garda'];
