import { onOneLine, readCode, shows, withoutCode } from '../tokens/compare-code.ts';
import { isFunctionWord, isNegator } from '../tokens/lexicon.ts';
import { readWords, stemOf } from '../tokens/read-words.ts';

/** Words with which prose shows code, and says nothing of it. */
const SHOWS = new Set(
  (
    'run runs running use uses used using execute executes type enter call calls invoke write add put paste try command commands code ' +
    'snippet block example examples script line lines shell terminal config configuration setting settings option flag function ' +
    'method query output result file following here below above shows show shown reads looks like i.e e.g i e g say you your we ' +
    'our can first then next via through please note see ' +
    'führe aus verwende verwendet nutze nutzt befehl beispiel kommando zeile code datei folgende folgenden du sie man kann so mit ' +
    'exécutez exécute utilisez utilise lancez commande exemple ligne fichier suivante suivant vous on peut comme ' +
    'ejecuta ejecute usa use utiliza comando ejemplo línea archivo siguiente puedes puede así como ' +
    'esegui usa comando esempio riga file seguente puoi così execute rode exemplo linha arquivo seguinte você voer gebruik opdracht ' +
    'voorbeeld выполните запустите используйте команда команду пример код строка так'
  ).split(' '),
);
const SHOWS_UNSPACED =
  /[のをでにはがとも、。：「」]|です|し?ます|する|して|した|使用|使[うっい]|実行|入力|コマンド|コード|次|例|以下|运行|執行|执行|输入|命令|代码|示例|如下|请|用|的|是/gu;

/**
 * True where a claim that is code can carry the statement: all code that the statement shows stands in the claim, and the prose
 * around it says nothing beyond the words of the claim and of what stands `beside` it (title, headings), but that it is code.
 */
export function codeCarries(statement: string, claim: string, beside: string): boolean {
  const code = onOneLine(claim);
  if (!readCode(statement).every((shown) => shows(code, shown))) return false;
  const prose = withoutCode(statement);
  // A statement that is the code itself, without marks.
  if (shows(code, onOneLine(prose).replace(/[.:]$/u, ''))) return true;
  const known = new Set<string>();
  // `fooBar` has two words.
  const spoken = `${claim} ${beside}`.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replaceAll('_', ' ');
  for (const { key } of readWords(spoken)) known.add(key).add(stemOf(key));
  return readWords(prose).every(({ key, text }) => {
    if (isNegator(key)) return known.has(key);
    if (isFunctionWord(key) || SHOWS.has(key) || SHOWS.has(text.toLowerCase())) return true;
    if (known.has(key) || known.has(stemOf(key))) return true;
    return (
      /[\u3040-\u30ff\u3400-\u9fff]/u.test(key) &&
      readWords(key.replace(SHOWS_UNSPACED, ' ')).every((part) => code.includes(part.key))
    );
  });
}
