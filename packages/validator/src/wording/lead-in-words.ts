/*
 * Data: what may stand around a quoted sentence and asserts nothing by itself, by language. `The note says: …`, `Laut Notiz …`. A lead-in is made
 * of these words and of names that the context of the quotation has: its title, path, headings, speaker and dates. No word that denies in any
 * language stands here.
 */
const LEAD_INS: Readonly<Record<string, string>> = {
  en: 'the a an your my our this that these those note notes document documents page file section list table minutes says say said reads states stated writes wrote puts put it as follows quote quotes quoted according to in of on at from by under here and',
  de: 'deine deiner deinen ihre ihren meine unsere die der das den dem des eine ein notiz notizen dokument seite datei abschnitt protokoll liste tabelle sagt sagen steht heißt schreibt schrieb lautet laut gemäß nach in im aus der zufolge es wie folgt dass und hier',
  fr: 'vos tes mes nos votre ta ma la le les une un note notes document page fichier section liste tableau dit disent indique écrit selon d’après dans du de des que il y est et',
  es: 'tus tu mis mi sus su la el las los una un nota notas documento página archivo sección lista tabla dice dicen pone escribe según en de del que se lee y',
  it: 'tuoi tue tuo tua miei mie i la il lo le gli i una un nota note documento pagina file sezione lista tabella dice dicono scrive secondo nella nel in di del che si legge e',
  pt: 'tuas tua suas sua minhas minha a o as os uma um nota notas documento página arquivo ficheiro secção seção lista tabela diz dizem escreve segundo conforme na em de da do que e',
  nl: 'je jouw uw mijn de het een notitie notities document pagina bestand lijst tabel zegt zeggen schrijft staat luidt volgens in van uit dat er en',
  ru: 'ваших вашим ваши твоих твоим моих в на из заметка заметке заметки документ документе страница файл говорится сказано написано пишет согласно что по и',
  tr: 'notlarına notlarınıza notunda senin notta notlar belge belgede sayfa göre diyor yazıyor ve',
  ar: 'تقول الملاحظة في وفقا وفقًا للملاحظة حسب المستند الصفحة أن و',
};
/** Of scripts without spaces, letter by letter. */
const UNSPACED_LEAD_INS =
  'あなたの私你您我们的ノートメモ文書によると、にはこうあるとある書かれている述べている笔记筆記记录記錄文档中写道说說：根据根據显示顯示';

let words: ReadonlySet<string> | undefined;

/** The words of every language of the data, in lower case. */
export function leadInWords(): ReadonlySet<string> {
  words ??= new Set([
    ...Object.values(LEAD_INS).flatMap((line) => line.replace(/[’']/gu, '').split(' ')),
    ...UNSPACED_LEAD_INS,
  ]);
  return words;
}
