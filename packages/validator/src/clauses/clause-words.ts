import { isAscii } from '../tokens/ascii-words.ts';
import { wordKey } from '../tokens/read-words.ts';

/* Words that join clauses, words that show that a clause asserts, and words that only name a part of an answer. By language where it helps to read them. */

const JOINERS =
  'and but while whereas although though because or nor yet hence thus therefore which who ' +
  'und aber während obwohl weil sondern denn doch sowie wobei oder weshalb ' +
  'et mais tandis donc puisque ou lorsque qui dont ' +
  'y e pero mientras aunque porque pues sino ' +
  'ma mentre sebbene perché quindi oppure ' +
  'mas enquanto embora pois ' +
  'maar terwijl hoewel omdat dus ' +
  'и а но хотя потому поскольку или который которая которое ' +
  've ama fakat ancak çünkü oysa veya ' +
  'و لكن بينما لأن ثم أو الذي التي ' +
  'और लेकिन जबकि क्योंकि मगर या जो ' +
  '그리고 그러나 하지만 반면 또는';

/** Forms of to be and to have, modals, and subjects that need a verb: whoever uses one asserts. */
const FINITE =
  'is are was were has have had does did will would can could may might must shall should be been it he she they we i you this that there everybody ' +
  'everyone nobody somebody someone everything nothing all many most people ' +
  'ist sind war waren haben hatte hatten wird werden wurde wurden kann können muss müssen darf soll es er sie wir ich alle jeder niemand das ' +
  'est sont était étaient ont avait sera peut doit il elle ils elles nous tous chacun personne cela ça ' +
  'son era eran fue fueron está están ha han hay será puede debe él ella ellos todos nadie eso esto ' +
  'è sono erano hanno sarà può deve lui lei loro tutti nessuno questo ' +
  'é são foi foram estão tem têm há pode ele ela eles ninguém isso ' +
  'zijn heeft hebben wordt worden zal kan moet hij zij ze iedereen het dit ' +
  'был была было были есть будет может должен он она оно они все всё никто это ' +
  'dır dur dür idi oldu olur vardır herkes hiçbir ' +
  'كان كانت يكون هو هي هم الجميع كل إنها إنه ' +
  'है हैं था थे थी होगा यह वह वे सब सभी कोई गई गया गए हुआ हुई';

/** Name a part of an answer or a source, and say nothing of the world. */
const LABELS =
  'summary overview answer answers detail background note notes source sources fact facts result results introduction context example examples ' +
  'reference references question questions key point points main other more further additional general information info following follow follows found find finding findings ' +
  'know known learn learned see show shows say says tell tells according instance short brief sum words addition particular below above here list item items ' +
  'topic topics section page file document documents vault data table step steps what who when where why how open reason reasons date time name value status update updates pro pros con cons ' +
  'zusammenfassung überblick übersicht antwort antworten einzelheiten hintergrund notiz notizen quelle quellen fakt fakten ergebnis ergebnisse fazit einleitung beispiel frage fragen ' +
  'wichtig wichtigste punkt punkte allgemein weitere weiteres informationen folgende folgendes folgt bekannt wissen steht siehe laut zeigt sagt kurz liste thema grund gründe datum ' +
  'résumé aperçu réponse réponses détails contexte fait faits résultat résultats exemple clés autres informations suivant suivants connu savons voir selon bref ' +
  'resumen respuesta respuestas detalles contexto nota notas fuente fuentes hecho hechos resultado resultados conclusión ejemplo pregunta puntos clave otros información siguiente siguientes sabemos sabe ver según lista ' +
  'riassunto riepilogo risposta dettagli contesto fonte fonti fatto fatti risultato risultati conclusione esempio domanda punti chiave altro informazioni seguente seguenti sappiamo vedi secondo elenco ' +
  'resumo resposta respostas detalhes fontes fato fatos conclusão exemplo pergunta pontos principais outros informações seguinte seguintes veja segundo ' +
  'samenvatting overzicht antwoord antwoorden achtergrond notitie notities bron bronnen feit feiten resultaat resultaten conclusie voorbeeld vraag vragen punten overige informatie volgende weten bekend zie volgens lijst ' +
  'сводка обзор ответ ответы подробности контекст заметка заметки источник источники факт факты результат результаты вывод пример вопрос вопросы главное другое информация следующее известно смотри согласно список итог ' +
  'özet cevap yanıt ayrıntılar bağlam not notlar kaynak kaynaklar gerçek gerçekler sonuç sonuçlar örnek soru sorular bilgi bilgiler diğer ' +
  'ملخص نظرة الإجابة إجابة تفاصيل التفاصيل السياق ملاحظة ملاحظات مصدر المصدر المصادر حقائق الحقائق نتيجة النتائج الخلاصة مثال سؤال معلومات قائمة ' +
  'सारांश उत्तर विवरण संदर्भ नोट नोट्स स्रोत तथ्य परिणाम निष्कर्ष उदाहरण प्रश्न जानकारी सूची अवलोकन ' +
  '요약 개요 답변 세부 배경 메모 출처 사실 결과 결론 예 질문 정보 목록';

/** The same in scripts without spaces: whole labels. */
export const UNSPACED_LABEL =
  /^(?:概要|要約|まとめ|詳細|背景|注記?|メモ|出典|情報源|事実|結果|結論|例|質問|回答|答え|重要な?点|ポイント|以下の通り(?:です)?|分かっていること|わかっていること|その他|摘要|总结|總結|概述|概览|详情|詳情|背景|笔记|筆記|来源|來源|事实|事實|结果|結果|结论|結論|例子|问题|問題|回答|答案|要点|要點|以下内容|如下|其他|主要(?:信息|内容)|已知(?:信息|内容)?)$/u;

const DUTCH_AND = 'en(?= (?:het|hij|zij|ze|wij|we|er|iedereen|niemand|de|een|dit|dat|die) )';
const JOINER = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}'’-])(?:${[...new Set(JOINERS.split(' '))].join('|')}|${DUTCH_AND})(?![\\p{L}\\p{M}\\p{N}'’-])`,
  'giu',
);
const ASCII_JOINER = new RegExp(
  `(?<![a-z0-9'-])(?:${[...new Set(JOINERS.split(' '))].filter((word) => isAscii(word)).join('|')}|${DUTCH_AND})(?![a-z0-9'-])`,
  'gi',
);

/** The pattern that finds the joining words of a text, in order. */
export function joinerFor(text: string): RegExp {
  return isAscii(text) ? ASCII_JOINER : JOINER;
}

const finite = new Set(FINITE.split(' '));
const labels = new Set(LABELS.split(' ').flatMap((word) => [word, wordKey(word)]));

/** True where a text holds a word that needs or is a finite verb. */
export function hasFiniteWord(text: string): boolean {
  if (/\p{Script=Hangul}(?:다|요|죠)(?!\p{L})|\p{L}{3}(?:лся|лась|лись|лось)(?!\p{L})/u.test(text))
    return true;
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{M}]+/gu)) if (finite.has(word)) return true;
  return false;
}

/** True for a word that only names a part of an answer. */
export function isLabelWord(word: string): boolean {
  const low = word.toLowerCase();
  return labels.has(low) || labels.has(wordKey(low));
}
