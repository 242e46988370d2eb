/** Intensifiers before an evaluation. */
const VERY =
  '(?:(?:all|an?|very|really|so|pretty|quite|too|just|rather|absolutely|truly|such|not|such an?|a bit|a little) )*';
/** Evaluations, which can't be checked. */
const GOOD =
  '(?:good|great|nice|bad|awesome|amazing|cool|fun|interesting|beautiful|wonderful|lovely|fantastic|delicious|excellent|brilliant|superb|terrific|' +
  'terrible|awful|horrible|boring|weird|strange|exhausting|inspiring|impressive|enjoyable|pleasant|disappointing|frustrating|stressful|rewarding|usable solution)';
const END = '(?: indeed| overall| too| today| enough| again| sometimes)?[.!…]*$';

const ENGLISH: readonly RegExp[] = [
  // Matches: The project was good; the food was delicious and the people were lovely.
  new RegExp(
    `^(?:it|this|that|(?:the|my|our|this|that)(?: \\p{L}+){1,3}?|life|everything|all|already)(?:'s| is| was| were| has been| had been| looks| looked| seems| seemed| feels| felt| sounds| sounded| tasted)? ?${VERY}${GOOD}(?: and (?:\\p{L}+ ){0,3}(?:is|was|were|are) ${VERY}${GOOD}${END}|\\b(?!.* (?:for|because|since|until|after) )[^,;\\d]{0,20}$)`,
    'iu',
  ),
  new RegExp(
    `^(?:it|this|that|(?:the|my|our)(?: \\p{L}+){1,3}?|things|everything|all)(?: is| was| were| has| have)? (?:goes|go|going|went|gone|turned out) ${VERY}(?:well|great|fine|badly|smoothly|okay|ok|nicely|better than expected)${END}`,
    'iu',
  ),
  new RegExp(`^it (?:feels|felt) ${VERY}${GOOD}\\b`, 'iu'),
  // Matches: A beautiful evening. · What a day! · Overall a good experience.
  new RegExp(`^(?:what an? |(?:overall|all in all),? )?(?:an? )?${VERY}${GOOD} \\p{L}+${END}`, 'iu'),
  /^what an? (?:\p{L}+ ){0,2}\p{L}+!+$/iu,
  /^(?:not (?:bad|too bad|great)|so far,? so good|fair enough|well done|who knows|that's life)(?: at all)?[.!…]*$/iu,
  /^(?:that|this|it|all of (?:that|this))(?: all)? (?:makes?|made) (?:(?:no|a lot of|perfect|total|some|little) )?sense(?: to me| now)?[.!…]*$/iu,
  /^it (?:all )?depends[.!…]*$/iu,
];

const OTHERS: readonly RegExp[] = [
  /^(?:das|der|die|es|alles|dies|mein|meine|unser|unsere)(?: [\p{L}-]+){0,3}? (?:ist|war|waren|sind)(?: (?:sehr|echt|wirklich|ganz|so|ziemlich|richtig|total|einfach|auch))*(?: (?:ein|eine))?(?: (?:sehr|echt|wirklich|ganz))? (?:gut|schön|toll|super|klasse|schlecht|interessant|großartig|wunderbar|spannend|nett|schrecklich|furchtbar|lecker)(?:(?:e|er|es) \p{L}+)?[.!…]*$/iu,
  /^(?:c'|ce n'|ça |cela |tout |(?:le|la|les|mon|ma|notre) \p{L}+ |l'\p{L}+ )(?:est|était|étaient|sont|a été)(?: (?:très|vraiment|plutôt|assez|si|trop|pas))*(?: une?)?(?: très)? (?:bien|bonn?e?s?|super|géniale?|mauvaise?|intéressante?|beau|belle|magnifique|sympa|nulle?|agréable)(?: \p{L}+)?[.!…]*$/iu,
  /^(?:(?:el|la|los|las|mi|nuestr[oa]|todo|eso|esto) ?(?:\p{L}+ )?)?(?:es|fue|estuvo|era|está|ha sido)(?: (?:muy|bastante|realmente|tan|un|una))* (?:bien|buen[oa]?|mal[oa]?|genial|estupend[oa]|interesante|bonit[oa]|hermos[oa]|divertid[oa]|maravillos[oa])(?: \p{L}+)?[.!…]*$/iu,
  /^(?:il|la|è|tutto)(?: \p{L}+)?(?: è| era)?(?: stat[oa])?(?: (?:molto|davvero|proprio))* (?:bell[oa]|buon[oa]|brutt[oa]|fantastic[oa]|interessante|divertente)[.!…]*$/iu,
];

const CJK: readonly RegExp[] = [
  /^.{0,16}(?:良かった|よかった|楽しかった|面白かった|素晴らし(?:い|かった)|最高(?:だった)?)(?:です|でした|ね|よ)*[。.!！]*$/u,
  /^[^，,。]{1,8}(?:很|非常|真)(?:好|棒|有趣|不错|漂亮|糟糕)[。.!！了]*$/u,
];

/** Maximum length of an opinion, in UTF-16 units: longer ones give reasons. */
const LONGEST = 100;

/** True if a text says only whether somebody likes something. */
export function isOpinion(plain: string): boolean {
  if (plain.length > LONGEST) return false;
  if (/[\u3040-\u30ff\u4e00-\u9fff]/u.test(plain)) return CJK.some((pattern) => pattern.test(plain));
  return ENGLISH.some((pattern) => pattern.test(plain)) || OTHERS.some((pattern) => pattern.test(plain));
}
