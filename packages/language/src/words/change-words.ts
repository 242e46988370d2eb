/** Word sequences of any language, none of which begins or ends inside a longer word; a script without blanks has no such ends. */
function either(spaced: string, unspaced: string): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${spaced})(?!\\p{L})|${unspaced}`, 'giu');
}

/** What says that the sentence is so from now on, and was not before. */
const NOW = either(
  '(?:since|as of|seit|depuis|à partir de|desde|a partir de) (?:\\d{4}|\\p{L}{3,}(?: \\d{4})?)|(?:dal?|со?) \\d{4}(?: года)?|dal? (?:gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre)|с (?:января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря)|from now on|from today on|as of today|now|nowadays|these days|ab sofort|ab jetzt|ab heute|von jetzt an|jetzt|nun|inzwischen|mittlerweile|neuerdings|à partir de maintenant|maintenant|désormais|dorénavant|à présent|a partir de ahora|de ahora en adelante|ahora|actualmente|d. ora in poi|da oggi|adesso|ora|ormai|a partir de agora|daqui em diante|agora|atualmente|теперь|отныне|сейчас|voortaan|tegenwoordig|vanaf nu|inmiddels|teraz|obecnie|numera',
  '(?:今|現在|最近)で?は、?|現在、?|\\d+月から|(?:从|自)?(?:\\d+年)?(?:\\d+|[一二三四五六七八九十]+)月(?:起|开始)|现在|如今|目前',
);

/** Verbs that say so by themselves. */
const STOPPED =
  'gave up|ha(?:s|ve) given up|gives up|dropped(?: out of)?|sold|ha(?:s|ve) sold|cancelled|canceled|got rid of|threw away|hat(?= .* (?:verkauft|aufgegeben|abgebrochen|abgeschafft|gekündigt|aufgehört)$)|verkauft|aufgegeben|abgebrochen|abgeschafft|gekündigt|aufgehört|(?:a|ont) (?:vendu|arrêté|abandonné|résilié)|(?:ha |han )?(?:vendió|vendido|abandonó|abandonado|dejado)|ha (?:venduto|smesso|lasciato|abbandonato)|(?:vendeu|largou|abandonou)|прода(?:л|ла|ли)|броси(?:л|ла|ли)|dejó de|dejaron de|ha smesso di|deixou de|parou de';
const STOPPED_UNSPACED =
  'を(?:売りました|売った|やめました|やめた|手放しました)$|卖掉了?|卖了|戒掉了?|戒了|放弃了|取消了|不再|已经不|已不';

/** What says that the rest of the sentence has ended. */
const ENDED = either(
  `no longer|not(?= .*(?:any ?more|any longer))|any ?more|any longer|(?:ha(?:s|ve) )?(?:stopped|quit)|nicht(?= (?:.* )?mehr)|kein(?:e|en|em|er|es)?(?= (?:.* )?mehr)|mehr|ya no|n[e'](?= .* plus)|plus|non(?= .*più)|più|não(?= .*mais)|mais|já não|больше не|уже не|перестала?|${STOPPED}`,
  `では(?:ありません|ない|なくなりました)$|もう(?=.*(?:ない|なくなった|ません)$)|${STOPPED_UNSPACED}`,
);
/** One of these has to stand in a sentence for it to say that something has ended: a lone "mehr" or "plus" says nothing. */
const HAS_ENDED = either(
  `no longer|not (?:.* )?(?:any ?more|any longer)|stopped|quit|nicht (?:.* )?mehr|kein(?:e|en|em|er|es)? (?:.* )?mehr|ya no|n[e'] [^ ]+ plus|non (?:.* )?più|não (?:.* )?mais|já não|больше не|уже не|перестала?|${STOPPED}`,
  `もう.*(?:ない|なくなった|ません)$|${STOPPED_UNSPACED}`,
);

/** What says that one thing has taken another's place; the two are named. */
const INSTEAD = either(
  "instead of|(?:switched|changed|migrated|moved|went|rose|risen|fell|fallen|grew|increased|decreased|dropped|cut|raised|reduced|lowered|shifted|rescheduled|postponed|upgraded|transferred|relocated) (?:.* )?from .* to|renamed (?:.* )?from .* to|replaced (?:.* )?(?:with|by)|(?:an)?statt|anstelle|von .* (?:auf|zu) .* (?:gewechselt|umgestellt|umgestiegen|migriert|umbenannt)|en lugar de|en vez de|(?:cambi|migr)(?:ó|aron|amos|é) (?:.* )?de .* a|au lieu d[e']|à la place d[e']|(?:passée?s?|migrée?s?|changée?s?) (?:.* )?de .* à|invece di|al posto di|(?:passat|migrat)[oaie] (?:.* )?da .* a|em vez d[eoa]|(?:mudou|mudamos|migrou|migramos|trocou|trocamos) (?:.* )?d[eoa] .* para|вместо|(?:перешл[аи]|переш[её]л|переехал[аи]?) с .* на",
  'の代わりに|から.*に(?:切り替え|移行|変更|乗り換え|乗換え|変え)|而不是|(?:从|由).*(?:换成|改成|改为|切换到|迁移到)',
);

/** What says that an amount has changed. */
const AMOUNT = either(
  '(?:(?:was|were|has|have|is|been) ){0,3}(?:raised|increased|lowered|reduced|cut|dropped|rose|risen|fell|went up|gone up|went down|gone down|grew|changed) to|(?:wurden?|ist|sind|hat sich)(?= .*(?:erhöht|gesenkt|gestiegen|gesunken|angehoben|reduziert|geändert))|(?:erhöht|gesenkt|gestiegen|gesunken|angehoben|reduziert|geändert)|(?:stieg|sank|fiel) auf|(?:subió|bajó|aumentó|cambió|ha subido|ha bajado|ha aumentado|ha cambiado|pasó) a|(?:est|sont) (?:passée?s?|montée?s?|descendue?s?) à|(?:a|ont) été (?:portée?s?|relevée?s?|ramenée?s?|augmentée?s?|réduite?s?) à|(?:a|ont) (?:augmenté|baissé|diminué) à|è (?:salit|sces|aumentat|passat)[oa] a|(?:subiu|aumentou|baixou|passou|caiu) para|(?:is|zijn) (?:gestegen|gedaald|verhoogd|verlaagd) naar|(?:подорожал|подешевел)[аио]? до|(?:поднял|повысил|снизил|увеличил|сократил)и до|(?:вырос|снизил|повысил|увеличил|поднял)(?:ла|ась|ась|лась|лся|ся|ось|лось|ись|лись|и)? до|(?:вырос|выросла|выросло|выросли|упал[аои]?) до',
  '(?:に|まで)?(?:値上がり|値下がり|引き上げられ|引き下げられ|上が|下が|増え|減)(?:しました|した|りました|った|ました|た)|(?:涨|漲|降|升|增加|减少|提高|上涨|上调|下调)到了?|(?:涨|降|升|改)(?:至|为|成)了?',
);

/** What says that a date has changed. */
const DATE = either(
  '(?:(?:was|were|has|have|is|been) ){0,3}(?:postponed|moved|rescheduled|shifted|put off|put back|brought forward|pushed(?: back| forward)?|delayed) (?:to|until)|(?:wurden?|ist|sind)(?= .*(?:verschoben|verlegt|vorgezogen))|(?:verschoben|verlegt|vorgezogen)|(?:se )?(?:(?:ha|han) )?(?:sido )?(?:pasó|movió|trasladó|aplazó|retrasó|adelantó|pospuso|cambió|pasado|movido|trasladado|aplazad[oa]|retrasad[oa]|adelantad[oa]|pospuesto|cambiado) (?:al?|para|hasta)(?: el| la)?|(?:est|sont|a été|ont été) (?:reportée?s?|repoussée?s?|déplacée?s?|avancée?s?|décalée?s?|remise?s?) (?:à|au|aux)|(?:è|sono|è stat[oa]) (?:spostat|rinviat|rimandat|anticipat)[oaei] (?:a|al|alle|alla)|(?:foi |foram )?(?:passou|passaram|mudou|adiad[oa]s?|transferid[oa]s?|remarcad[oa]s?|antecipad[oa]s?) para|(?:перенес(?:ена|ено|ены|ли|ён|ен)|сдвинут[аоы]?|сдвинули|отложен[аоы]?|отложили) (?:на|до)',
  '(?:に|へ)(?:変更|延期|移動|変わ)(?:されました|になりました|しました|りました|された|になった|した|った)|(?:改|推迟|延|提前|调整|挪)(?:到|至|为)了?',
);

/** What says that someone or something is now at another place. */
const PLACE = either(
  "(?:(?:has|have|was|were) )?(?:been )?(?:moved|relocated) to|(?:ist|sind) (?:.* )?(?:nach|in|ins|zu) .* (?:gezogen|umgezogen)|zog (?:nach|in)|(?:se )?(?:mudó|mudaron|trasladó|ha mudado) a|(?:a|ont|s' est) (?:déménagé|installée?) (?:à|au|en|aux)|(?:si è|è) (?:trasferit|spostat)[oa] (?:a|in)|(?:se )?mudou(?:-se)? para|переехал[аи]? (?:в|на)|(?:is|zijn) naar .* verhuisd|przeprowadzi(?:ł|ła|li) się do|(?:har )?flytta(?:t|de) till",
  '(?:に|へ)(?:引っ越し|引越し|移り住み|移転し)(?:ました|た)|搬(?:到|去|至)了?|搬家到了?',
);

/** What says that somebody does what another did, who is named too. */
const SUCCESSOR = either(
  '(?:took|takes|has taken|have taken) over|succeed(?:s|ed)|replace[sd](?! .* (?:with|by) )|übern(?:immt|ahm|ommen)|abgelöst|löst(?= .* ab$)|remplacée?|remplace|succède|(?:sustituy|reemplaz)(?:e|a|ó) a|sostituisce|ha sostituito|substitu(?:i|iu)|сменил[аи]?|заменил[аи]?',
  '接替|取代|に代わって|の後任',
);

/** What says that a thing has another name. */
const NAME = either(
  'renamed(?= .* to )|(?:(?:was|were|has|have|been|is|are) ){1,2}renamed to|(?:wurden?|ist|sind)(?= in .* umbenannt)|a été renommée?|fue renombrad[oa](?: a)?|è stat[oa] rinominat[oa]|foi renomead[oa](?: para)?|переименован[аоы]? в',
  '(?!)',
);

/** What says that a thing is of another version. */
const VERSION = either(
  '(?:(?:was|were|has|have|is|are|been) ){0,3}(?:upgraded|updated|bumped|downgraded) to|(?:wurden?|ist|sind)(?= auf .* (?:aktualisiert|umgestellt))',
  '(?!)',
);

/** In front of what there is one of: another one is in its place. */
const NEW = either(
  "(?<=^(?:(?:the |his |her |their )?\\p{L}+'s? )|^(?:my|our|mein|meine|unser|unsere|mon|ma|notre|mi|nuestro|nuestra|il mio|la mia|o meu|a minha|мой|моя|наш|наша) )(?:new|neuer?|neues|nouveau|nouvel|nouvelle|nuev[oa]|nuov[oa]|nov[oa]|новый|новая)",
  '(?!)',
);

/** Of which kind a change is. */
export type ChangeKind =
  | 'now'
  | 'ended'
  | 'instead'
  | 'amount'
  | 'date'
  | 'place'
  | 'successor'
  | 'name'
  | 'version';

const KINDS: readonly (readonly [ChangeKind, RegExp, RegExp])[] = [
  ['instead', INSTEAD, INSTEAD],
  ['ended', HAS_ENDED, ENDED],
  ['place', PLACE, PLACE],
  ['date', DATE, DATE],
  ['amount', AMOUNT, AMOUNT],
  ['successor', SUCCESSOR, SUCCESSOR],
  ['name', NAME, NAME],
  ['version', VERSION, VERSION],
  ['now', NOW, NOW],
  ['now', NEW, NEW],
];

/** What a sentence says of a change. */
export interface SaidChange {
  readonly kind: ChangeKind;
  /** Where the words that say it begin. */
  readonly start: number;
  /** The sentence without them. */
  readonly rest: string;
}

/** A longer text, in UTF-16 units, tells several things at once; and what stands between two words of it would be looked for again and again. */
const LONGEST = 600;

/** A statement is held against many others, one after the other: this many sentences are remembered at most. */
const MOST_REMEMBERED = 1_000;
const remembered = new Map<string, readonly SaidChange[]>();

/** The changes that a sentence tells; none for most, or for a text of over 600 UTF-16 units. The text is in small letters, and what is elided stands apart (`n' est plus`, `is not`). */
export function readChanges(text: string): readonly SaidChange[] {
  if (text.length > LONGEST) return [];
  const known = remembered.get(text);
  if (known !== undefined) return known;
  const found = KINDS.flatMap(([kind, tells, words]) => {
    const start = text.search(new RegExp(tells, 'iu'));
    return start < 0 ? [] : [{ kind, start, rest: text.replace(words, ' ').replace(/\s+/gu, ' ').trim() }];
  });
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(text, found);
  return found;
}
