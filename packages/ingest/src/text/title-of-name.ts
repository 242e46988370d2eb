/** A title from a file name: without its extension, with spaces for `_` and `-` between words. */
export function titleOfName(name: string | null): string {
  return (name ?? '')
    .replace(/^.*[\\/]/, '')
    .replace(/(?<=.)\.[\p{L}\d]{1,9}$/u, '')
    .replace(/_+/g, ' ')
    .replace(/(?<=[\p{L}\p{N}])-(?=[\p{L}])/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
}
