/* The one table of words by which a sentence says that its content is asked, supposed, wished or somebody else's. */

/** What a cue makes of its sentence. */
export type CueKind = 'question' | 'hypothetical' | 'wish' | 'quoted';

/**
 * Where a cue counts: `anywhere` · at the `start` of the text · `saying`: a verb that gives somebody's words, beside quotation marks ·
 * `that`: one before a clause with "that" in its language.
 */
export type CuePlace = 'anywhere' | 'start' | 'saying' | 'that';

/** One cue, with what it means to each of its three readers. */
export interface Cue {
  /** Lower case; `*` stands for the rest of a word, `…` for anything between. */
  readonly text: string;
  /** Two letters. */
  readonly language: string;
  readonly kind: CueKind;
  readonly place: CuePlace;
  /** The extractor files a text with it, at its place, under `kind`. */
  readonly files: boolean;
  /** The guard misses it where a statement leaves it out of its source's words. */
  readonly hedges: boolean;
}

/*
 * A line: kind, place, what the cue does beside letting a claim of its kind carry a statement (which every cue does, wherever it
 * stands), language, cues. A text is filed by few cues, for precision; a statement may say in many ways that it is not asserted.
 */
const TABLE = `
hypothetical|anywhere|files hedges|en|might, could have, would have, would, probably, possibly, presumably, supposedly, allegedly, apparently, reportedly, rumour has it, rumor has it, is supposed to, are supposed to, was supposed to, were supposed to
hypothetical|anywhere|files hedges|de|vielleicht, möglicherweise, wahrscheinlich, vermutlich, angeblich, mutmaßlich, würde, würden, könnte, könnten, könntest, könntet, wäre, wären, hätte, hätten, dürfte, dürften
hypothetical|anywhere|files hedges|fr|peut-être, probablement, apparemment, prétendument, vraisemblablement, serait, seraient, pourrait, pourraient, pourriez, aurait, auraient
hypothetical|anywhere|files hedges|es|quizá, quizás, tal vez, a lo mejor, probablemente, posiblemente, supuestamente, presuntamente, al parecer, sería, serían, podría, podrían, podrías, habría, habrían
hypothetical|anywhere|files hedges|it|forse, probabilmente, presumibilmente, potrebbe, potrebbero, sarebbe, sarebbero
hypothetical|anywhere|files hedges|pt|talvez, provavelmente, supostamente, poderia, poderiam
hypothetical|anywhere|files hedges|nl|misschien, waarschijnlijk, vermoedelijk, zou, zouden
hypothetical|anywhere|files hedges|ru|возможно, может быть, вероятно, якобы, наверное, бы
hypothetical|anywhere|files hedges|tr|belki, muhtemelen, galiba, olabilir, herhalde
hypothetical|anywhere|files hedges|ar|ربما, لعل, من المحتمل, قد يكون, قد تكون
hypothetical|anywhere|files hedges|hi|शायद, संभवतः, हो सकता है, हो सकती है
hypothetical|anywhere|files hedges|ko|아마, 아마도, 어쩌면, *지도 모*, 수도 있*
hypothetical|anywhere|files hedges|ja|かもしれ, だろう, でしょう, たぶん, おそらく
hypothetical|anywhere|files hedges|zh|也许, 或许, 可能会
hypothetical|start|files hedges|en|perhaps, maybe
hypothetical|start|files|en|suppose, assuming that, imagine, what if, for example\\, say, if … might, if … could
hypothetical|start|files hedges|de|es kann sein
hypothetical|start|files|de|angenommen
hypothetical|start|files hedges|fr|il se peut, il est possible
hypothetical|start|files|fr|supposons
hypothetical|start|files hedges|es|es posible, puede ser
hypothetical|start|files|es|supongamos
hypothetical|start|files hedges|it|può darsi, è possibile che
hypothetical|start|files hedges|pt|pode ser, é possível que
hypothetical|start|files hedges|nl|het kan zijn
hypothetical|start|files|tr|diyelim ki, farz edelim
hypothetical|start|files|ar|لنفترض
hypothetical|start|files|hi|मान लीजिए, मान लो
hypothetical|start|files|ja|もし
hypothetical|start|files|zh|如果, 假如
hypothetical|anywhere|hedges|en|may, could, perhaps, maybe
hypothetical|anywhere||en|if, unless, possible, probable, supposed, alleged, rumour*, rumor*, suppos*, imagine, assum*, hypothe*, scenario, seems, seem, seemingly
hypothetical|anywhere||de|wenn, falls, annahme, kann sein, möglich
hypothetical|anywhere||fr|si, possible que
hypothetical|anywhere||es|si, posible que
hypothetical|anywhere||it|possibile che
hypothetical|anywhere||pt|possível que
hypothetical|anywhere||ru|если
hypothetical|anywhere||tr|eğer, mümkün
hypothetical|anywhere||ar|إذا, لو
hypothetical|anywhere||hi|अगर, यदि, संभव
hypothetical|anywhere||ko|만약
hypothetical|anywhere||ja|もし
hypothetical|anywhere||zh|如果, 假如, 可能, 若是
wish|start|files|en|i wish, i hope, let's, we should, todo, hopefully
wish|start|files|de|hoffentlich, ich hoffe, wir hoffen, ich wünschte, ich wünsche, wir wünschten, wir wünschen, ich möchte, wir möchten, lasst uns, wir sollten
wish|start|files|fr|j'espère, nous espérons, espérons, je souhaite, je voudrais, nous souhaitons, nous voudrions, j'aimerais, pourvu que
wish|start|files|es|espero, esperamos, ojalá, quisiera, quisiéramos, me gustaría, nos gustaría
wish|start|files|it|spero, speriamo, vorrei, vorremmo
wish|start|files|pt|tomara, oxalá, gostaria, esperamos que
wish|start|files|nl|ik hoop, hopelijk, we hopen
wish|start|files|ru|надеюсь, надеемся
wish|start|files|tr|umarım, umarız, keşke
wish|start|files|ar|أتمنى, نتمنى, آمل, نأمل, ليت
wish|start|files|hi|काश, मुझे उम्मीद है, हमें उम्मीद है
wish|start|files|zh|希望, 我希望, 我们希望, 但愿
wish|anywhere|files|en|should be able to, i'd like to, i would like to, we want to, i want to, we hope, it would be nice, it would be great
wish|anywhere|files|ko|*면 좋겠*, *기를 바란다, *기를 바랍니다
wish|anywhere|hedges|en|should, ought
wish|anywhere|hedges|de|sollte, sollten
wish|anywhere|hedges|fr|devrait, devraient
wish|anywhere|hedges|es|debería, deberían
wish|anywhere|hedges|it|dovrebbe, dovrebbero
wish|anywhere|hedges|pt|deveria, deveriam
wish|anywhere||en|wish, wishes, wished, hope, hopes, hoped, hopefully, want, wants, wanted, would like, 'd like, let's, plan, plans, planned, goal, goals, intends, intend, intended, intention, aim, aims, desire*, todo, would be
wish|anywhere||de|ich will, er will, sie will, wir will, wünsch*, hoff*, möcht*, wollen, wollte, wollten, soll, sollen, ziel
wish|anywhere||fr|souhait*, espèr*, espérons, veut, veulent, voudr*, aimerais, aimerait, pourvu
wish|anywhere||es|quier*, quisier*, quisiéramos, dese*, espera, gustaría
wish|anywhere||it|vorre*, sperano, spera
wish|anywhere||nl|hoop, hopen
wish|anywhere||ru|хоч*, хотел*, надее*
wish|anywhere||tr|istiyor*, ister
wish|anywhere||ar|يريد, تريد, نريد, يأمل
wish|anywhere||hi|चाहत*, चाहिए, उम्मीद
wish|anywhere||ko|바라*, 바랍니다, 원하*, 원합니다, *싶*
wish|anywhere||ja|たい, ほしい, 欲しい, ますように, いいな, ばいいのに, 希望
wish|anywhere||zh|希望, 但愿
quoted|saying|files|en|said, says, say, wrote, writes, told, replied, answered, argues, argue, argued, claims, claim, claimed, insists, insist, insisted
quoted|saying|files|de|sagt, sagte, sagten, schreibt, schrieb, meint, meinte, antwortete, behauptet, behauptete
quoted|saying|files|fr|dit, disait, écrit, répond, répondit, affirme, prétend
quoted|saying|files|es|dijo, dice, escribió, escribe, respondió, afirma, afirmó
quoted|saying|files|it|disse, scrive, scrisse, sostiene
quoted|saying|files|pt|diz
quoted|saying|files|nl|zei, zegt, schreef
quoted|saying|files|ru|сказал, сказала, сказали, говорит, пишет, написал, написала, написали
quoted|that|files|en|said, says, say, told …, claim, claims, claimed, allege, alleges, alleged, insist, insists, insisted, think, thinks, thought, believe, believes, believed, suspect, suspects, suspected, fear, fears, feared
quoted|that|files|de|sagt, sagte, behauptet, behauptete, glaubt, glaubte, meint, meinte
quoted|that|files|fr|dit, affirme, prétend, pense, croit
quoted|that|files|es|dijo, dice, afirma, cree, piensa
quoted|anywhere|files|en|is said to, are said to, was said to, were said to, is rumoured to, is rumored to, are rumoured to, are rumored to, is believed to, are believed to, was believed to, were believed to, is thought to, are thought to, was thought to, were thought to, is alleged to, are alleged to, was alleged to, were alleged to, is reported to, are reported to, was reported to, were reported to, is claimed to, are claimed to, was claimed to, were claimed to
quoted|anywhere||en|according, written, states that, stated, report that, reports that, reported, reportedly, quote, quotes, quoted, rumoured, rumored, tells, tell, alleg*, think
quoted|anywhere||de|laut, zufolge, behaupt*
quoted|anywhere||fr|selon, écri*, d'après
quoted|anywhere||es|según, dij*, escrib*, afirm*
quoted|anywhere||it|secondo, scri*, dice che
quoted|anywhere||pt|segundo, disse
quoted|anywhere||ru|говорят, по словам
quoted|anywhere||tr|göre, dedi, diyor, söyledi
quoted|anywhere||ar|قال, قالت, يقول, تقول, وفقا, وفقًا, بحسب
quoted|anywhere||hi|कहा, कहते, कहता, के अनुसार
quoted|anywhere||ko|*에 따르면, *라고 말*, *다고 말*, *다고 한다, *다고 합니다
quoted|anywhere||ja|によると, とのこと, そうだ, らしい, と言, と述べ, と話, と語, と書, と答, と主張
quoted|anywhere||zh|据, 说, 表示, 认为, 声称
question|anywhere||en|ask, asks, asked, asking, question*, whether, wonder*, unclear, unknown, undecided, unresolved, consider*, discuss*
question|anywhere||de|frage, fragen, fragt, gefragt, offen, ob, unklar, unbekannt
question|anywhere||fr|demande, demandent, ouvert, ouverte
question|anywhere||es|pregunta, preguntan, abierto, abierta
question|anywhere||it|chiede
question|anywhere||ru|вопрос*, неизвестно
question|anywhere||tr|belirsiz, soru, soruyor
question|anywhere||ar|سؤال, يسأل, هل
question|anywhere||hi|प्रश्न, सवाल, क्या
question|anywhere||ko|질문, *지 여부
question|anywhere||ja|かどうか, 未定, 不明
question|anywhere||zh|是否
`;

/** Every cue. */
export const ASSERTION_CUES: readonly Cue[] = TABLE.trim()
  .split('\n')
  .flatMap((line) => {
    const [kind, place, does = '', language = '', cues = ''] = line.split('|');
    return cues.split(/(?<!\\), /u).map((text) => ({
      text: text.replaceAll('\\', ''),
      language,
      kind: kind as CueKind,
      place: place as CuePlace,
      files: does.includes('files'),
      hedges: does.includes('hedges'),
    }));
  });
