/** A sheet as an anchor names it: its name where an anchor can hold it, else its number. */
export function sheetPlace(name: string, index: number): string {
  return /^[\p{L}\p{M}\p{N} ._'’&()-]{1,60}$/u.test(name) && !name.includes('--') ? name : String(index + 1);
}
