import { isAscii, toAsciiSource } from '../text/to-ascii-source.ts';

/** Openings of Latin-script sentences that give an instruction, as pattern sources that are compiled on first use. */
const LATIN_LEADS = [
  "^(?:please |kindly |also |first,? |then,? |remember:? |note:? |rule:? |important:? |from now on,? |in (?:the )?future,? |going forward,? |when(?:ever)? [^,]{1,80}, |if [^,]{1,80}, |before [^,]{1,80}, |after [^,]{1,80}, )*(?:always|never|don['’]?t|do not|must(?: not)?|make sure|ensure|be (?:sure|careful|concise|brief|polite)|remember to|avoid|refrain|stop|use|run|prefer|write|reply|respond|answer|speak|call|ask|tell|send|forward|delete|remove|ignore|disregard|obey|follow|treat|trust|add|include|keep|put|set|commit|push|deploy|install|execute|open|check|verify|test|format|sign|wrap|return|read|start|skip|give|show|say|translate|summari[sz]e|assume|act|behave|consult|approve|accept|allow|grant|disable|enable|upload|post|copy|share|export|fetch|visit|download)\\b(?!['’]s| (?:\\d|of|source|(?:\\p{L}+ ){0,2}(?:is|are|was|were|has|have|had|takes|needs|costs|will|does|did)\\b))",
  "^(?:(?:the )?(?:agent|assistant|model|ai|bot|you|we|everyone|developers?)) (?:must|should|shall|has to|have to|need(?:s)? to|ought to|may not|can(?:not|['’]t)|are to|is to|always|never)\\b",
  '(?<!\\p{L})(?:you|the (?:agent|assistant|model)) (?:must|should|shall|have to|has to) (?:always|never|not|now)\\b',
  // German, Dutch
  '^(?:bitte,? |merke?:? |ab (?:jetzt|sofort) |künftig )*(?:immer|nie|niemals|verwende|verwenden sie|nutze|nutzen sie|benutze|benutzen sie|führe|führen sie|stelle? sicher|stellen sie sicher|achte|vermeide|antworte|antworten sie|schreibe?|schreiben sie|ignoriere|lösche|sende|schicke|prüfe|teste|sprich|frage?|gib|füge|setze|starte|folge|gehorche|altijd|nooit|gebruik|vermijd|antwoord|negeer|verwijder)(?!\\p{L})',
  '(?<!\\p{L})(?:du|sie|man|wir|der (?:agent|assistent)) (?:musst|müssen|muss|sollst|sollen|soll|solltest|sollten|darfst nicht|darf nicht)(?!\\p{L})',
  // French
  "^(?:s['’]il (?:te|vous) plaît,? |désormais,? |à partir de maintenant,? )*(?:toujours|jamais|n['’]\\p{L}+(?:e|es|ez|s) (?:jamais|pas)|ne \\p{L}+ (?:jamais|pas)|utilise[zr]?|évite[zr]?|réponds|répondez|répondre|écris|écrivez|ignore[zr]?|supprime[zr]?|envoie|envoyez|vérifie[zr]?|lance[zr]?|exécute[zr]?|assure-toi|assurez-vous|il faut|tu dois|vous devez)(?!\\p{L})",
  // Spanish, Portuguese, Italian
  "^(?:por favor,? |a partir de ahora,? |de ahora en adelante,? |a partir de agora,? |per favore,? |d['’]ora in poi,? )*(?:siempre|nunca|jamás|no (?:uses?|hagas?|envíes?|borres?|despliegues?|olvides?|escribas?|ejecutes?)|usa|usad|utiliza|utilice|evita|evite|responde|contesta|escribe|ignora|borra|elimina|envía|ejecuta|asegúrate|verifica|debes|hay que|sempre|utilize|não (?:use|faça|envie|apague|escreva)|responda|escreva|ignore|apague|envie|execute|verifique|deves|mai|non (?:usare|fare|inviare|scrivere|cancellare)|rispondi|scrivi|esegui|invia|cancella|assicurati|devi|bisogna)(?!\\p{L})",
].map(toTest);

/** The same for other scripts. None of them matches ASCII text. */
const OTHER_LEADS: readonly RegExp[] = [
  // Russian, Ukrainian
  /^(?:пожалуйста,? |отныне,? |впредь,? |будь ласка,? )*(?:всегда|никогда|не \p{L}+(?:й|йте|ь|ьте|и|ите)(?!\p{L})|используй(?:те)?|избегай(?:те)?|отвечай(?:те)?|пиши(?:те)?|игнорируй(?:те)?|удал(?:и|ите|яй|яйте)|отправ(?:ь|ьте|ляй|ляйте)|запускай(?:те)?|запусти(?:те)?|проверяй(?:те)?|проверь(?:те)?|убедись|убедитесь|нужно|надо|следует|ты долж\p{L}+|вы должны|завжди|ніколи|використовуй(?:те)?|відповідай(?:те)?)(?!\p{L})/iu,
  // Japanese, Chinese, Korean
  /(?:てください|て下さい|でください|で下さい|なさい|こと[。．]?$|べき(?:だ|です|である)?[。．]?$|ようにして|しないで|するな[。．]?$|せよ[。．]?$|必ず[^。]*(?:する|します|実行|使う|使用)|禁止)|^(?:必ず|常に|決して|絶対に)/u,
  /^(?:请(?!求|示|假)|請(?!求|示|假)|总是|總是|始终|始終|务必|務必|必须|必須|一定要|永远不要|永遠不要|永远|不要|不得|不准|别|別|禁止|确保|確保|记住|記住|以后|今后|用(?![户戶法途])|使用(?!者)|忽略|删除|刪除|发送|發送|运行|執行|执行|回答|回复)|(?:你|您|助手|代理)(?:必须|必須|应该|應該|不能|不得|要)/u,
  /(?:하세요|하십시오|해라|해줘|해 주세요|해주세요|하지 마|하지 말|마세요|마십시오|말 것|할 것|해야 (?:한다|합니다|해))|^(?:항상|절대|반드시)/u,
  // Arabic, Hindi
  /^(?:من فضلك،? |رجاء،? )?(?:دائما|لا ت\p{L}+|أبدا|استخدم|استعمل|تجنب|أجب|اكتب|تجاهل|احذف|أرسل|شغل|نفذ|تأكد|يجب|عليك)(?!\p{L})/u,
  /^(?:कृपया |हमेशा |कभी )|(?:करें|करो|कीजिए|लिखें|चलाएं|चलाएँ|भेजें|हटाएं|हटाएँ|दें|रखें|मत करो|न करें|चाहिए)[।.!]?$/u,
];

/** Text that tries to override an agent's earlier instructions. */
const overrides = toTest(
  "(?:ignor\\p{L}*|disregard|forget|override|bypass)\\b[^.]{0,40}\\b(?:previous|prior|earlier|above|all|any|system|safety|user['’]?s?)\\b[^.]{0,40}\\b(?:instructions?|prompts?|rules?|messages?|guidelines?|polic(?:y|ies)|requests?)|\\b(?:system prompt|developer message|jailbreak|you are now|new instructions?:|act as (?:an? )?(?:unrestricted|root|admin))|(?:ignore|disregard|forget) (?:everything|anything|all)\\b[^.]{0,20}\\b(?:above|before|previous(?:ly)?|earlier|so far|(?:was|were|been) (?:said|told))\\b|(?:ignoriere|vergiss) alles[^.]{0,20}(?:davor|bisher|oben|vorher)|oublie[zr]? tout ce qui précède|(?:olvida|ignora) todo lo anterior|(?:dimentica|ignora) tutto quanto (?:sopra|precede)|</?(?:system|assistant|user|instructions?)>|\\[/?(?:INST|SYSTEM)\\]|(?:ignoriere|vergiss)[^.]{0,40}(?:anweisung|regeln)|ignore[zr]?[^.]{0,40}(?:instructions|consignes) (?:précédentes|antérieures)|ignora[^.]{0,40}(?:instrucciones|istruzioni|instruções)|(?:игнорируй|забудь)[^.]{0,40}(?:инструкци|указани)|(?:忽略|无视|無視)[^。]{0,20}(?:指令|指示|规则|規則)|(?:以前|これまで|上記)の(?:指示|命令)を(?:無視|忘れ)",
);

/** True for a text that instructs an agent or a reader. Lists and quotes of orders count. */
export function isInstruction(text: string): boolean {
  const plain = text.replace(/^[\s"'“‘«(*_>#\-–—•]+/u, '').trim();
  return (
    LATIN_LEADS.some((leads) => leads(plain)) ||
    (!isAscii(plain) && OTHER_LEADS.some((lead) => lead.test(plain))) ||
    overridesInstructions(text)
  );
}

/** True for a text that tries to override an agent's earlier instructions. */
export function overridesInstructions(text: string): boolean {
  return overrides(text);
}

/**
 * A case-insensitive test. ASCII text is lower-cased and tested with an ASCII pattern: the result is the same, and the pattern compiles in a tenth of the time,
 * without Unicode properties and case folding.
 */
function toTest(source: string): (text: string) => boolean {
  let any: RegExp | undefined;
  let ascii: RegExp | undefined;
  return (text) => {
    if (isAscii(text)) {
      ascii ??= new RegExp(toAsciiSource(source).toLowerCase());
      return ascii.test(text.toLowerCase());
    }
    any ??= new RegExp(source, 'iu');
    return any.test(text);
  };
}
