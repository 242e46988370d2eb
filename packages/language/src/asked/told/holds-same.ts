/**
 * Words of daily use that say the same of notes, files and programs: whoever asks for a folder is answered by a note that says `directory`. Each word stands in one line, in all
 * its forms, folded. A word that says the same only beside others (`run`, `open`) stands in none. What stands behind `>` says what is asked for and is asked for otherwise: whoever
 * wants something skipped is answered by how it is removed, and not the other way round.
 */
const SAME: readonly string[] = [
  'folder folders directory directories subfolder subfolders',
  'picture pictures image images photo photos',
  'delete deletes deleted deleting deletion remove removes removed removing removal erase erases erased',
  'skip skips skipped skipping omit omits omitted omitting exclude excludes excluded excluding > remove removes removed removing strip strips stripped',
  'shortcut shortcuts hotkey hotkeys keybinding keybindings',
  'stop stops stopped stopping disable disables disabled disabling deactivate deactivates deactivated off',
  'activate activates activated enable enables enabled enabling',
  'undo undone revert reverts reverted reverting',
  'movie movies film films',
  'mail mails email emails',
  'buy buys bought purchase purchases purchased',
  'poem poems poetry verse verses',
  'licence licences license licenses licensed',
  'phone phones smartphone smartphones mobile mobiles',
  'begin begins began begun start starts started starting',
  'choose chooses chose chosen select selects selected selecting pick picks picked',
  'modify modifies modified alter alters altered change changes changed changing',
  'setting settings preference preferences',
  'repo repos repository repositories',
  'bike bikes bicycle bicycles',
  'doctor doctors physician physicians',
  'flat flats apartment apartments',
  'ordner verzeichnis verzeichnisse',
  'bild bilder foto fotos',
  'loschen loscht geloscht entfernen entfernt',
  'dossier dossiers repertoire repertoires',
  'carpeta carpetas directorio directorios',
  'cartella cartelle directory',
];

const LINES: ReadonlyMap<string, RegExp> = new Map(
  SAME.flatMap((line) => {
    const [asked = '', told = ''] = line.split(' > ');
    const words = asked.split(' ');
    const all = [...words, ...told.split(' ').filter((word) => word !== '')];
    const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${all.join('|')})(?![\\p{L}\\p{N}])`, 'iu');
    return words.map((word) => [word, pattern] as const);
  }),
);

/** True where a text, folded, holds a word that says the same as a folded one. */
export function holdsSame(word: string, text: string): boolean {
  return LINES.get(word)?.test(text) === true;
}
