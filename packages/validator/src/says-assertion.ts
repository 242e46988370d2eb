/** Any of the words, whole, in any script; `*` stands for the rest of one. */
const words = (list: string, more: string): RegExp =>
  new RegExp(`(?<!\\p{L})(?:${list.replaceAll('*', '\\p{L}*')})(?!\\p{L})|${more}`, 'iu');

/** Words by which a sentence says that its content is asked, supposed, wished or quoted, in some languages. */
const SAYINGS: Readonly<Record<string, RegExp>> = {
  question: words(
    'ask|asks|asked|asking|question*|whether|wonder*|unclear|unknown|undecided|open(?= (?:question|issue|whether|if))|(?:is|are|still|left|remains?) open(?=$|[.,;:!])|unresolved|consider*|discuss*|' +
      'frage|fragen|fragt|gefragt|offen|ob|unklar|unbekannt|demande|demandent|ouverte?|pregunta|preguntan|abiert[oa]|chiede|вопрос*|неизвестно',
    '[?？؟]|か[。.]?$|かどうか|未定|不明|[吗呢][。.]?$|是否',
  ),
  hypothetical: words(
    'if|unless|would|could|might|(?<!(?:in|since|from|until|of|by|for|on|\\d|this|last|next|early|mid|late) )may(?! \\d)|maybe|perhaps|possibl[ey]|probabl[ey]|presumably|supposed(?:ly)?|allegedly|apparently|reportedly|rumou?r*|suppos*|imagine|assum*|hypothe*|scenario|' +
      'wenn|falls|würden?|könnten?|vielleicht|möglicherweise|wahrscheinlich|vermutlich|angeblich|wäre|wären|hätten?|dürften?|annahme|angenommen|' +
      'si|serait|seraient|pourrait|pourraient|aurait|peut-être|probablement|apparemment|probablemente|supuestamente|al parecer|possible que|il se peut|podría|podrían|sería|serían|habría|quizás?|tal vez|puede ser|' +
      'forse|potrebbe|sarebbe|talvez|misschien|если|бы|возможно|может быть',
    'かもしれ|だろう|でしょう|たぶん|おそらく|もし|也许|或许|如果|假如|可能',
  ),
  wish: words(
    "wish|wishes|wished|hope|hopes|hoped|hopefully|wants?|wanted|would like|['’]d like|let['’]s|plans?|planned|goals?|should|intends?|intended|intention|aims?|desire*|todo|would be|" +
      '(?:ich|er|sie|wir) will|wünsch*|hoff*|möcht*|wollen|wollten?|sollen?|sollten?|lasst uns|ziel|' +
      'souhait*|espèr*|espérons|veut|veulent|voudr*|aimerais|pourvu|quier*|quisier*|dese*|espero|esperamos|espera|ojalá|gustaría|' +
      'spero|speriamo|vorre*|tomara|oxalá|gostaria|hoop|hopelijk|хоч*|хотел*|надее*|надеюсь',
    'たい|ほしい|欲しい|ますように|いいな|ばいいのに|希望|但愿',
  ),
  quoted: words(
    'said|says?|according|claim(?:s|ed)?|wrote|writes?|written|stated(?= that)|states(?= that)|reports?(?= that)|reported(?:ly)?|quot(?:es?|ed)|rumou?red|told|tells?|allege*|argue[sd]?|insist(?:s|ed)?|replied|answered|thinks?|thought|believe[sd]?|suspect(?:s|ed)?|fear(?:s|ed)?|' +
      'laut|sagt|sagten?|zufolge|schrieb|schreibt|behaupt*|meint|meinte|glaubt|glaubte|antwortete|' +
      'selon|dit|disait|écri\\p{L}*|affirme|prétend|pense|croit|según|dice|dij*|escrib*|afirm*|cree|piensa|disse|scri\\p{L}*|diz|zei|zegt|сказал*|говорит|пишет|по словам',
    '["“”„«»「『]|によると|とのこと|そうだ|らしい|と(?:言|述べ|話|語|書|答|主張)|据|说|表示|认为|声称',
  ),
};

/** True where a claim of this assertion can carry the statement: `asserted` carries any, the others one that says so. */
export function saysAssertion(statement: string, assertion: string): boolean {
  if (assertion === 'asserted') return true;
  return SAYINGS[assertion]?.test(statement) ?? false;
}
