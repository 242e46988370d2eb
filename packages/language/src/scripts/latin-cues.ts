import type { ScriptWords } from './script-words.ts';

/** Cues in Latin letters for classifying assertions. Not among the words that every reader loads: only claim extraction needs them. */
export const LATIN_CUES = {
  finite:
    'is are was were has have had does did will would can could may might must shall should be been it he she they we i you this that there ' +
    'everybody everyone nobody somebody someone everything nothing all many most people ist sind war waren haben hatte hatten wird werden ' +
    'wurde wurden kann können muss müssen darf soll es er sie wir ich alle jeder niemand das est sont était étaient ont avait sera peut ' +
    'doit il elle ils elles nous tous chacun personne cela ça son era eran fue fueron está están ha han hay será puede debe él ella ellos ' +
    'todos nadie eso esto è sono erano hanno sarà può deve lui lei loro tutti nessuno questo é são foi foram estão tem têm há pode ele ela ' +
    'eles ninguém isso zijn heeft hebben wordt worden zal kan moet hij zij ze iedereen het dit dır dur dür idi oldu olur vardır herkes ' +
    'hiçbir',
  cues: `
hypothetical|anywhere|en|might, could have, would have, would, probably, possibly, presumably, supposedly, allegedly, apparently, reportedly, rumour has it, rumor has it, is supposed to, are supposed to, was supposed to, were supposed to
hypothetical|anywhere|de|vielleicht, möglicherweise, wahrscheinlich, vermutlich, angeblich, mutmaßlich, würde, würden, könnte, könnten, könntest, könntet, wäre, wären, hätte, hätten, dürfte, dürften
hypothetical|anywhere|fr|peut-être, probablement, apparemment, prétendument, vraisemblablement, serait, seraient, pourrait, pourraient, pourriez, aurait, auraient
hypothetical|anywhere|es|quizá, quizás, tal vez, a lo mejor, probablemente, posiblemente, supuestamente, presuntamente, al parecer, sería, serían, podría, podrían, podrías, habría, habrían
hypothetical|anywhere|it|forse, probabilmente, presumibilmente, potrebbe, potrebbero, sarebbe, sarebbero
hypothetical|anywhere|pt|talvez, provavelmente, supostamente, poderia, poderiam
hypothetical|anywhere|nl|misschien, waarschijnlijk, vermoedelijk, zou, zouden
hypothetical|anywhere|tr|belki, muhtemelen, galiba, olabilir, herhalde
hypothetical|start|en|perhaps, maybe
hypothetical|start|en|suppose, assuming that, imagine, what if, for example\\, say, if … might, if … could
hypothetical|start|de|es kann sein
hypothetical|start|de|angenommen
hypothetical|start|fr|il se peut, il est possible
hypothetical|start|fr|supposons
hypothetical|start|es|es posible, puede ser
hypothetical|start|es|supongamos
hypothetical|start|it|può darsi, è possibile che
hypothetical|start|pt|pode ser, é possível que
hypothetical|start|nl|het kan zijn
hypothetical|start|tr|diyelim ki, farz edelim
wish|start|en|i wish, i hope, let's, we should, todo, hopefully
wish|start|de|hoffentlich, ich hoffe, wir hoffen, ich wünschte, ich wünsche, wir wünschten, wir wünschen, ich möchte, wir möchten, lasst uns, wir sollten
wish|start|fr|j'espère, nous espérons, espérons, je souhaite, je voudrais, nous souhaitons, nous voudrions, j'aimerais, pourvu que
wish|start|es|espero, esperamos, ojalá, quisiera, quisiéramos, me gustaría, nos gustaría
wish|start|it|spero, speriamo, vorrei, vorremmo
wish|start|pt|tomara, oxalá, gostaria, esperamos que
wish|start|nl|ik hoop, hopelijk, we hopen
wish|start|tr|umarım, umarız, keşke
wish|anywhere|en|should be able to, i'd like to, i would like to, we want to, i want to, we hope, it would be nice, it would be great
quoted|saying|en|said, says, say, wrote, writes, told, replied, answered, argues, argue, argued, claims, claim, claimed, insists, insist, insisted
quoted|saying|de|sagt, sagte, sagten, schreibt, schrieb, meint, meinte, antwortete, behauptet, behauptete
quoted|saying|fr|dit, disait, écrit, répond, répondit, affirme, prétend
quoted|saying|es|dijo, dice, escribió, escribe, respondió, afirma, afirmó
quoted|saying|it|disse, scrive, scrisse, sostiene
quoted|saying|pt|diz
quoted|saying|nl|zei, zegt, schreef
quoted|that|en|said, says, say, told …, claim, claims, claimed, allege, alleges, alleged, insist, insists, insisted, think, thinks, thought, believe, believes, believed, suspect, suspects, suspected, fear, fears, feared
quoted|that|de|sagt, sagte, behauptet, behauptete, glaubt, glaubte, meint, meinte
quoted|that|fr|dit, affirme, prétend, pense, croit
quoted|that|es|dijo, dice, afirma, cree, piensa
quoted|anywhere|en|is said to, are said to, was said to, were said to, is rumoured to, is rumored to, are rumoured to, are rumored to, is believed to, are believed to, was believed to, were believed to, is thought to, are thought to, was thought to, were thought to, is alleged to, are alleged to, was alleged to, were alleged to, is reported to, are reported to, was reported to, were reported to, is claimed to, are claimed to, was claimed to, were claimed to
`,
} satisfies ScriptWords;

/**
 * Names of parts of an answer or a source in every script, without content about the world. In alphabetical
 * order. Not among the words that every reader loads: only the reading of questions needs them.
 */
export const LABELS =
  'above according achtergrond addition additional allgemein altro answer antwoord antwoorden antwort antworten aperçu autres ' +
  'ayrıntılar background bağlam beispiel bekannt bekend below bilgi bilgiler bref brief bron bronnen cevap chiave clave clés con ' +
  'conclusie conclusione conclusión conclusão connu contesto context contexte contexto data date datum detail detalhes detalles ' +
  'dettagli diğer document domanda détails einleitung einzelheiten ejemplo elenco ergebnis ergebnisse esempio example exemple ' +
  'exemplo fact fait fakt fakten fato fatti fatto fazit feit feiten file find finding folgende folgt follow following fonte fonti ' +
  'found frage fragen fuente further general gerçek gerçekler grund gründe hecho here hintergrund how info información informatie ' +
  'information informationen informazioni informações instance introduction item kaynak kaynaklar key know known kurz laut learn ' +
  'learned lijst list lista liste main more name not nota note notitie notiz notizen notlar open other otros outros overige overview ' +
  'overzicht page particular pergunta point pontos pregunta principais pro punkt punkte punten punti puntos quelle quellen question ' +
  'reason reference resposta respuesta result resultaat resultado resultaten resumen resumo riassunto riepilogo risposta risultati ' +
  'risultato réponse résultat résumé sabe sabemos sagt samenvatting sappiamo savons say secondo section see seguente seguenti ' +
  'seguinte segundo según selon short show siehe siguiente sonuç sonuçlar soru sorular source status steht step suivant sum summary ' +
  'table tell thema time topic update value vault vedi veja ver voir volgende volgens voorbeeld vraag vragen weitere weten what when ' +
  'where who why wichtig wichtigste wissen words yanıt zeigt zie zusammenfassung örnek özet überblick übersicht' +
  ' إجابة الإجابة التفاصيل الحقائق الخلاصة السياق المصادر المصدر النتائج تفاصيل حقائق سؤال قائمة مثال مصدر معلومات ملاحظات ملاحظة ملخص نتيجة نظرة' +
  ' вопрос вопросы вывод главное другое заметка заметки известно информация источник источники итог контекст обзор ответ ответы подробности пример результат результаты сводка следующее смотри согласно список факт факты' +
  ' अवलोकन उत्तर उदाहरण जानकारी तथ्य निष्कर्ष नोट नोट्स परिणाम प्रश्न विवरण संदर्भ सारांश सूची स्रोत' +
  ' 요약 개요 답변 세부 배경 메모 출처 사실 결과 결론 예 질문 정보 목록';
