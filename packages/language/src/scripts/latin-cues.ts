import type { ScriptWords } from './script-words.ts';

/** Assertion cues in Latin letters. */
export const LATIN_CUES: ScriptWords = {
  cues: `
hypothetical|anywhere|files hedges|en|might, could have, would have, would, probably, possibly, presumably, supposedly, allegedly, apparently, reportedly, rumour has it, rumor has it, is supposed to, are supposed to, was supposed to, were supposed to
hypothetical|anywhere|files hedges|de|vielleicht, möglicherweise, wahrscheinlich, vermutlich, angeblich, mutmaßlich, würde, würden, könnte, könnten, könntest, könntet, wäre, wären, hätte, hätten, dürfte, dürften
hypothetical|anywhere|files hedges|fr|peut-être, probablement, apparemment, prétendument, vraisemblablement, serait, seraient, pourrait, pourraient, pourriez, aurait, auraient
hypothetical|anywhere|files hedges|es|quizá, quizás, tal vez, a lo mejor, probablemente, posiblemente, supuestamente, presuntamente, al parecer, sería, serían, podría, podrían, podrías, habría, habrían
hypothetical|anywhere|files hedges|it|forse, probabilmente, presumibilmente, potrebbe, potrebbero, sarebbe, sarebbero
hypothetical|anywhere|files hedges|pt|talvez, provavelmente, supostamente, poderia, poderiam
hypothetical|anywhere|files hedges|nl|misschien, waarschijnlijk, vermoedelijk, zou, zouden
hypothetical|anywhere|files hedges|tr|belki, muhtemelen, galiba, olabilir, herhalde
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
hypothetical|anywhere|hedges|en|may, could, perhaps, maybe
hypothetical|anywhere||en|if, unless, possible, probable, supposed, alleged, rumour*, rumor*, suppos*, imagine, assum*, hypothe*, scenario, seems, seem, seemingly
hypothetical|anywhere||de|wenn, falls, annahme, kann sein, möglich
hypothetical|anywhere||fr|si, possible que
hypothetical|anywhere||es|si, posible que
hypothetical|anywhere||it|possibile che
hypothetical|anywhere||pt|possível que
hypothetical|anywhere||tr|eğer, mümkün
wish|start|files|en|i wish, i hope, let's, we should, todo, hopefully
wish|start|files|de|hoffentlich, ich hoffe, wir hoffen, ich wünschte, ich wünsche, wir wünschten, wir wünschen, ich möchte, wir möchten, lasst uns, wir sollten
wish|start|files|fr|j'espère, nous espérons, espérons, je souhaite, je voudrais, nous souhaitons, nous voudrions, j'aimerais, pourvu que
wish|start|files|es|espero, esperamos, ojalá, quisiera, quisiéramos, me gustaría, nos gustaría
wish|start|files|it|spero, speriamo, vorrei, vorremmo
wish|start|files|pt|tomara, oxalá, gostaria, esperamos que
wish|start|files|nl|ik hoop, hopelijk, we hopen
wish|start|files|tr|umarım, umarız, keşke
wish|anywhere|files|en|should be able to, i'd like to, i would like to, we want to, i want to, we hope, it would be nice, it would be great
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
wish|anywhere||tr|istiyor*, ister
quoted|saying|files|en|said, says, say, wrote, writes, told, replied, answered, argues, argue, argued, claims, claim, claimed, insists, insist, insisted
quoted|saying|files|de|sagt, sagte, sagten, schreibt, schrieb, meint, meinte, antwortete, behauptet, behauptete
quoted|saying|files|fr|dit, disait, écrit, répond, répondit, affirme, prétend
quoted|saying|files|es|dijo, dice, escribió, escribe, respondió, afirma, afirmó
quoted|saying|files|it|disse, scrive, scrisse, sostiene
quoted|saying|files|pt|diz
quoted|saying|files|nl|zei, zegt, schreef
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
quoted|anywhere||tr|göre, dedi, diyor, söyledi
question|anywhere||en|ask, asks, asked, asking, question*, whether, wonder*, unclear, unknown, undecided, unresolved, consider*, discuss*
question|anywhere||de|frage, fragen, fragt, gefragt, offen, ob, unklar, unbekannt
question|anywhere||fr|demande, demandent, ouvert, ouverte
question|anywhere||es|pregunta, preguntan, abierto, abierta
question|anywhere||it|chiede
question|anywhere||tr|belirsiz, soru, soruyor
`,
};
