/** What the triple reader knows of a language: enough to cut a plain main clause, and to see when it is none. */
export interface Lexicon {
  /** Finite forms that no noun shares. */
  readonly finite: ReadonlySet<string>;
  /** Plural forms that also are nouns or infinitives: finite only after a plural. */
  readonly plural: ReadonlySet<string>;
  /** Finite forms that also are plural nouns or participles: a verb only in a full sentence and before no preposition. */
  readonly ambiguous: ReadonlySet<string>;
  /** Auxiliaries, after which the verb goes on. */
  readonly auxiliaries: ReadonlySet<string>;
  /** Auxiliaries that make the statement less than asserted. */
  readonly doubtful: ReadonlySet<string>;
  /** Adverbs and negations inside a verb group. */
  readonly inside: ReadonlySet<string>;
  /** Prepositions that belong to the verb before them. */
  readonly prepositions: ReadonlySet<string>;
  /** Words that can't stand in a subject: subordinators, relatives, conjunctions between clauses. */
  readonly notInSubject: ReadonlySet<string>;
  /** Words that can't begin one: prepositions, adverbs, imperatives, pronouns that point elsewhere. */
  readonly notFirst: ReadonlySet<string>;
  /** What begins a reason or another clause after the object. */
  readonly cut: RegExp;
}

const words = (list: string): ReadonlySet<string> =>
  new Set(list.split(/\s+/u).filter((word) => word !== ''));

const ENGLISH: Lexicon = {
  finite:
    words(`is are was were has had isn't aren't wasn't weren't hasn't hadn't uses used requires required supports supported
    provides provided allows allowed needs needed contains contained includes included offers offered creates created makes made
    takes took gives gave runs ran lives lived belongs belonged becomes became costs starts started begins began ends ended depends
    depended chose chooses picked adopted switched moved migrated replaces replaced launched launches released introduced deprecated
    renamed owns owned leads led manages managed joined left founded wrote built bought sold signed decided agreed approved rejected
    defines defined describes matches matched overrides indicates returns returned reads writes stores stored holds held keeps kept
    generates generated converts converted displays displayed shows showed sends sent receives received watches watched turns
    enables enabled disables disabled understands means meant expects expected accepts accepted lets prevents prevented helps
    helped works worked consists consisted handles handled implements implemented extends follows relies inherits exposes embeds
    embedded links linked adds added removes removed deletes deleted fixes fixed changes changed combines combined splits ships
    shipped hosts hosted covers covered reports reported prefers preferred likes liked knows knew met meets lost won grew rose
    fell increased decreased dropped remains remained stays stayed weighs measures earns earned pays paid charges charged
    will can must may cannot can't won't does doesn't did didn't do don't have haven't expires expired`),
  plural:
    words(`add use need require support provide allow contain include offer create make take give run live belong become cost start
    begin end depend own lead manage define describe match override indicate return read write store hold keep generate convert
    display show send receive turn enable disable understand mean expect accept let prevent help work consist handle extend
    follow rely embed prefer`),
  ambiguous:
    words(`made embeds links linked handles handled changes changed fixes fixed matches matched covers covered reports
    reported displays displayed shows stores stored costs uses used needs needed starts started ends
    ended turns hosts measures charges charged likes works worked runs builds added removed deleted
    embedded required supported provided included left described defined introduced renamed deprecated
    replaced converted generated offered owned managed signed dropped enabled disabled returned received
    expected accepted combined shipped launched created kept held built written sold paid implements
    implemented watches watched extends helps helped moved switched picked leads splits returns reads
    writes sends releases increased decreased preferred prevented allowed expired consisted belonged
    joined founded rejected approved agreed decided led`),
  auxiliaries:
    words(`is are was were has have had will can must may cannot can't won't does doesn't did didn't do don't isn't aren't
    wasn't weren't hasn't haven't hadn't be been being`),
  doubtful: words(
    `would could might should ought wouldn't couldn't shouldn't allegedly supposedly reportedly apparently possibly probably presumably
    perhaps maybe almost nearly hardly barely scarcely`,
  ),
  inside: words(
    'not never now also always only still already currently no longer usually often rarely seldom sometimes automatically either yet very easily fully completely',
  ),
  prepositions: words(
    'to from on in by for with as into at of off up out over between against within via through under',
  ),
  notInSubject:
    words(`if when whenever while because since although though unless until whether that which who whom whose where why
    how so then but or than as before after once it this's what there`),
  notFirst:
    words(`between among across despite per until till around near unlike like besides except throughout toward towards upon a.k.a in on at for from with without by to of after before during through under over about into via within
    and or but so also however then thus hence therefore instead otherwise additionally previously formerly currently now
    sometimes often usually here there it this that these those they them he she you what which who whose why how when where
    while if as since because although unless until once both all some many most few each every another other others one ones
    everything nothing something someone anyone everyone none note make ensure check see press click select open go add run set
    use install create copy type enter choose remember keep let let's try please be do don't never always first second next
    finally lastly below above either neither various several getting review fix fixed support enhance improve improved update updated configure refactor revert avoid prevent find assume handle using defining more display search improves allow allowed replace rename move clone download perhaps maybe not no yes only just even such given assuming suppose imagine consider example e.g i.e. i.e
    e.g. i we my our your his her their its`),
  cut: /,? (?:because|since|although|though|whereas|so that|which|but|and then|and it|and they|and we|and you|as explained|as described|as shown)\b|, (?:so|who|where|while|when|if|as|and \w+ (?:is|are|was|were|has|have|can|will))\b/iu,
};

const GERMAN: Lexicon = {
  finite:
    words(`ist sind war waren hat haben hatte hatten nutzt nutzen verwendet benutzt kostet kosten beginnt braucht benötigt
    benötigen gehört enthält enthalten unterstützt unterstützen liegt leitet wurde wurden wird werden kann können muss müssen
    besteht entschied wählte wechselte`),
  plural: words(''),
  ambiguous: words(''),
  auxiliaries: words(''),
  doubtful: words('würde würden könnte könnten sollte sollten dürfte'),
  inside: words('nicht nie jetzt auch nur noch'),
  prepositions: words('auf von zu aus am im an mit für über'),
  notInSubject: words(
    `wenn weil dass daß obwohl falls ob da während bevor nachdem und oder aber sondern denn als`,
  ),
  notFirst:
    words(`zwischen laut trotz wegen ab bis statt anstatt in im an am auf für von vom mit ohne bei beim nach seit zu zum zur aus über unter durch gegen um es das dies
    diese dieser dieses sie er wir ich ihr man hier dort dann danach jetzt heute auch aber und oder doch wenn weil was wer wie wo
    welche welcher alle viele einige jeder manche so nur bitte manchmal oft immer bereits schließlich zuerst meist meistens leider damit deshalb daher außerdem zudem`),
  cut: /, (?:weil|da|obwohl|sodass|so dass|die|der|das|aber|und|denn|wenn|falls)\b/iu,
};

const FRENCH: Lexicon = {
  finite:
    words(`est sont était étaient a ont avait utilise utilisent coûte coûtent dépend dépendent commence nécessite permet
    permettent contient contiennent prend supporte fournit remplace appartient possède`),
  plural: words(''),
  ambiguous: words(''),
  auxiliaries: words(''),
  doubtful: words('serait pourrait devrait aurait'),
  inside: words('pas jamais aussi toujours plus maintenant'),
  prepositions: words('de du à au en sur par pour avec dans'),
  notInSubject: words('si quand lorsque parce que qui dont où mais ou et car puisque comme afin'),
  notFirst:
    words(`entre selon vers chez malgré jusqu'à jusqu'en dès dans en à au aux de du des pour par avec sans sur sous après avant depuis il elle ils elles on nous vous je tu
    ce cela ça ceci cette ces c'est ici là alors puis aussi mais et ou si quand lorsque que qui quoi comment pourquoi où tout
    tous chaque certains plusieurs n'est ne`),
  cut: /, (?:car|parce|mais|et|qui|dont|où|si|puisque)\b| (?:parce que|car|puisque)\b/iu,
};

const SPANISH: Lexicon = {
  finite:
    words(`es son era eran fue fueron tiene tienen usa usan utiliza utilizan cuesta cuestan depende dependen empieza comienza
    requiere requieren permite permiten necesita contiene incluye soporta ofrece pertenece eligió reemplaza`),
  plural: words(''),
  ambiguous: words(''),
  auxiliaries: words(''),
  doubtful: words('sería podría debería habría'),
  inside: words('no nunca también ahora siempre'),
  prepositions: words('de del a al en por para con sobre'),
  notInSubject: words('si cuando porque que quien donde pero o y pues aunque como mientras'),
  notFirst:
    words(`entre según hacia contra en a al de del para por con sin sobre desde hasta tras durante este esta esto estos estas ese eso ello él ella
    ellos nosotros yo tú usted se lo la su sus aquí ahí allí entonces luego también pero y o si cuando que qué quien cómo
    dónde todo todos cada algunos varios no`),
  cut: /, (?:porque|pero|y|que|quien|donde|si|aunque|ya)\b| (?:porque|ya que|aunque)\b/iu,
};

export type LexiconLanguage = 'en' | 'de' | 'fr' | 'es';

export const LEXICONS: Readonly<Record<LexiconLanguage, Lexicon>> = {
  en: ENGLISH,
  de: GERMAN,
  fr: FRENCH,
  es: SPANISH,
};
