/**
 * Words by which questions ask, of the languages whose stop words are known. `START` holds at the start of a question, behind a small word such as `at` or `in`;
 * `ANYWHERE` wherever it stands. Where several fit, the first kind of this list.
 */
export const ASKED_START: readonly (readonly [kind: string, words: string])[] = [
  [
    'how-many',
    'how many|how often|how long|how far|how old|how big|how large|how high|how tall|how wide|how deep|how fast|how heavy|how hot|how cold|how late|' +
      'wie viele|wie oft|wie lange|wie lang|wie weit|wie alt|wie groß|wie gross|wie hoch|wie breit|wie tief|wie schnell|wie schwer|wie heiß|' +
      'combien de temps|combien de fois|quel âge|cuántos|cuántas|cuantos|cuantas|cuánto tiempo|cuánto dura|quanti|quante|quanto tempo|quantos|quantas|' +
      'hoe vaak|hoe lang|hoe ver|hoe oud|hoe groot|hoe hoog|hoe snel|ile|jak długo|jak często|hur många|hur ofta|hur länge|hur långt|hvor mange|hvor ofte|hvor lenge|hvor længe|' +
      'kuinka monta|miten monta|kuinka usein|kuinka kauan|сколько|как часто|как долго|kaç|ne kadar|câți|câte|kolik|hány|πόσοι|πόσες|πόσα|كم|כמה',
  ],
  [
    'how-much',
    'how much|wie viel|wieviel|combien|cuánto|cuánta|cuanto|cuanta|quanto|quanta|hoeveel|hoe veel|hur mycket|hvor mye|hvor meget|kuinka paljon|mennyi|πόσο',
  ],
  [
    'when',
    'when|since when|until when|what time|what date|what day|what year|which year|which day|which month|what month|since which|in which version|' +
      'wann|seit wann|bis wann|ab wann|um wie viel uhr|welches jahr|in welchem jahr|welches datum|quand|depuis quand|à quelle heure|quelle date|en quelle année|' +
      'cuándo|cuando|desde cuándo|a qué hora|en qué año|quando|da quando|a che ora|desde quando|que horas|em que ano|wanneer|sinds wanneer|hoe laat|kiedy|od kiedy|' +
      'när|sedan när|når|hvornår|siden når|milloin|когда|с каких пор|в каком году|ne zaman|când|kdy|mikor|πότε|متى|מתי',
  ],
  [
    'who',
    'who|whom|whose|by whom|to whom|with whom|wer|wem|wen|wessen|von wem|mit wem|an wen|qui|à qui|de qui|avec qui|par qui|quién|quiénes|quien|quienes|a quién|de quién|con quién|' +
      'chi|di chi|con chi|da chi|quem|de quem|com quem|wie is|wie heeft|wie zijn|wie was|kto|kim|vem|vems|hvem|kuka|ketkä|kenen|кто|кому|с кем|чей|чья|kim|cine|cui|kdo|komu|ki|kicsoda|ποιος|ποια|ποιοι|من هو|مي|מי',
  ],
  [
    'where',
    'where|where to|from where|at what address|at which address|in which folder|in which city|in which country|wo|wohin|woher|où|d où|dónde|adónde|de dónde|donde|dove|da dove|onde|aonde|' +
      'waar|waarheen|gdzie|dokąd|skąd|var|vart|varifrån|hvor|hvorfra|hvorhen|missä|mihin|mistä|где|куда|откуда|nerede|nereye|nereden|unde|kde|kam|odkud|hol|hová|honnan|πού|أين|اين|איפה|לאן',
  ],
  [
    'how-to',
    'how do|how to|how can|how could|how should|how would|how does one|how did|how are|how is it|how might|how shall|what steps|what is the way|what s the way|' +
      'wie kann|wie könnte|wie mache|wie macht|wie muss|wie soll|wie sollte|wie richte|wie installiere|wie installiert|wie stelle|wie stellt|wie schalte|wie ändere|wie lege|wie erstelle|wie bekomme|wie komme|wie geht|wie wird|wie werden|wie baue|wie setze|' +
      'comment|cómo|como|come|hoe kan|hoe moet|hoe doe|hoe maak|hoe stel|hoe installeer|hoe krijg|hoe wordt|jak|hur|hvordan|miten|kuinka|как|nasıl|cum|hogyan|πώς|πως|كيف|איך|כיצד',
  ],
  [
    'which',
    'which|what kind|what sort|what type|welcher|welche|welches|welchen|welchem|was für|quel|quelle|quels|quelles|lequel|laquelle|cuál|cuáles|cual|cuales|qué|que tipo|quale|quali|qual|quais|' +
      'welke|welk|który|która|które|jaki|jaka|jakie|vilken|vilket|vilka|hvilken|hvilket|hvilke|mikä|mitkä|какой|какая|какие|какое|hangi|care|ce|který|která|které|jaký|melyik|ποιο|أي|איזה|איזו',
  ],
  [
    'definition',
    'what is|what are|what s|what was|what were|what does|what do|define|was ist|was macht|was tut|was bewirkt|was kann|was sind|was bedeutet|was heißt|was war|qu est ce que|qu est ce qu|c est quoi|que signifie|que veut dire|qué es|qué son|qué significa|que es|que son|' +
      'cos è|cosa è|che cos è|che cosa è|cosa significa|cosa sono|o que é|o que são|o que significa|wat is|wat zijn|wat betekent|co to jest|czym jest|co oznacza|vad är|vad betyder|hva er|hva betyr|hvad er|hvad betyder|mikä on|mitä on|mitä tarkoittaa|' +
      'что такое|что значит|что означает|ne demek|nedir|ce este|ce înseamnă|co je|co znamená|mi az|mit jelent|τι είναι|τι σημαίνει|ما هو|ما هي|ما معنى|מה זה|מהו|מהי',
  ],
  [
    'yes-no',
    'is|are|was|were|am|do|does|did|can|could|will|would|shall|should|may|might|must|has|have|had|isn t|aren t|doesn t|don t|ist|sind|war|waren|kann|können|könnte|muss|müssen|darf|dürfen|soll|sollte|hat|haben|wird|werden|gibt es|' +
      'est ce que|est ce qu|y a t il|peut on|puis je|hay|puedo|se puede|es posible|è|c è|posso|si può|há|posso|is er|zijn er|kan|mag|czy|är|finns|kan|er|findes|finnes|onko|voiko|ли|есть ли|можно ли|este|je|van e|είναι|هل|האם',
  ],
];

/** Scripts that put what they ask for anywhere in the sentence, and words that say it wherever they stand. */
export const ASKED_ANYWHERE: readonly (readonly [kind: string, pattern: RegExp])[] = [
  [
    'comparison',
    /\b(?:difference|differences|differ|differs|different from|versus|vs(?! ?code\b)|compare|compared|comparison)\b|unterschied|unterscheid|verglichen|im vergleich|différence|diffère|comparaison|diferencia|difieren|comparad|differenza|differenze|diferença|verschil|różnica|różni|skillnad|forskel|forskjell|ero(?:aa|avat)|разниц|отлича|rozdíl|fark|διαφορά|違い|ちがい|区别|區別|差别|不同|차이|الفرق|ההבדל/iu,
  ],
  [
    'how-many',
    /いくつ|何(?:個|人|件|回|枚|台|本|年間|歳|分|時間|日間|冊|匹|頭|つ)|どのくらい|どれくらい|几(?:个|人|次|天|年|月)|多少(?:个|人|次|天)|多久|多长|多大|多高|幾個|몇|얼마나 (?:자주|오래)|กี่|เท่าไ[หร]/u,
  ],
  ['how-much', /いくら|多少|얼마/u],
  ['when', /いつ|何(?:時|月|日|曜日)|何年(?!間)|什么时候|何时|何時|几点|哪一?年|哪天|언제|몇 시|เมื่อไ[หร]/u],
  ['who', /誰|だれ|どなた|谁|誰|누구|누가|ใคร/u],
  ['where', /どこ|何処|哪里|哪裡|哪儿|在哪|何处|어디|ที่ไหน/u],
  [
    'how-to',
    /どうやって|どのように|どうすれば|方法|やり方|手順|怎么|怎樣|怎样|如何|어떻게|방법|อย่างไร|ยังไง/u,
  ],
  ['which', /どの|どれ|どちら|哪个|哪些|哪種|哪种|어느|어떤|ไหน/u],
  [
    'definition',
    /とは|って何|は何|何ですか|意味|是什么|是什麼|什么是|什麼是|什么意思|무엇|뭐|뜻|คืออะไร|\bmeaning(?: of)?\b|\bdefinition\b|\bbedeutung\b|\bsignifi(?:cation|cado)\b/iu,
  ],
  [
    'yes-no',
    /(?:ますか|ですか|でしょうか|のか)[?？。]?\s*$|吗[?？]?\s*$|嗎[?？]?\s*$|(?:나요|까요|습니까|니까)[?？]?\s*$/u,
  ],
];
