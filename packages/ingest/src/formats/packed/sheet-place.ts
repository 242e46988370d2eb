/** A sheet's name in an anchor: its own name if an anchor can hold it, otherwise its number. */
export function sheetPlace(name: string, index: number): string {
  return /^[\p{L}\p{M}\p{N} ._'’&()-]{1,60}$/u.test(name) && !name.includes('--') ? name : String(index + 1);
}
