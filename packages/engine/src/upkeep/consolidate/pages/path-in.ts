/** The path of a file or folder in a folder of the vault; `''` is the root. */
export function pathIn(folder: string, name: string): string {
  if (folder === '') return name;
  return name === '' ? folder : `${folder}/${name}`;
}
