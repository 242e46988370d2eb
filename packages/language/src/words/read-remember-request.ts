/*
 * Requests to remember something, at the beginning of a sentence; the content follows. "Remember when we met?" and "Do you remember that …?" are not requests.
 */
const REQUESTS: readonly RegExp[] = [
  // English
  /^(?:(?:please|also|and|ok(?:ay)?|hey|oh)[,!]? )*(?:remember|keep in mind|bear in mind|don['’]?t forget|do not forget|for (?:the record|future reference))(?: (?:this|for (?:later|next time|the future|me)|from now on))*(?:,? that|[:,]|(?= to )|(?= (?:i|my|we|our|the|always|never)(?!\p{L})))\s*(?:to )?(?!(?:when|how|if|what|who|where|me|us|him|her|them)(?!\p{L}))(.+)$/iu,
  /^(?:(?:please|also)[,!]? )*(?:note|(?:make|take) (?:a )?note)(?: down)?(?:,? that|:)\s*(.+)$/iu,
  // German
  /^(?:(?:bitte|und|ach)[,!]? )*(?:merke?n? (?:dir|sie sich)|denke?n?(?: sie)? dar?an|vergiss nicht|vergessen sie nicht|behalte?n?(?: sie)? im kopf|notiere?n?(?: dir| sie| sie sich)?)(?: bitte)?(?:,? dass|[:,])\s*(.+)$/iu,
  // Spanish
  /^(?:por favor,? )?(?:recuerda|recuerde|acuérdate de|acuérdese de|no (?:te )?olvides|no (?:se )?olvide|ten en cuenta|tenga en cuenta|apunta|anota)(?: que|:)\s*(.+)$/iu,
  // French
  /^(?:s['’]il (?:te|vous) pla[iî]t,? )?(?:souviens-toi|souvenez-vous|rappelle-toi|rappelez-vous|retiens|retenez|n['’]oublie pas|n['’]oubliez pas|notez?)(?: bien)?(?: que | qu['’]| ?:)\s*(.+)$/iu,
  // Italian
  /^(?:per favore,? )?(?:ricorda(?:ti)?|si ricordi|tieni a mente|tenga a mente|non dimenticare|annota)(?: che|:)\s*(.+)$/iu,
  // Dutch
  /^(?:(?:alsjeblieft|graag),? )?(?:onthoud|vergeet niet|noteer|denk eraan)(?: alsjeblieft)?(?:,? dat|:)\s*(.+)$/iu,
  // Portuguese
  /^(?:por favor,? )?(?:lembr[ae](?:-te|-se)?|não (?:te esqueças|se esqueça|esqueças|esqueça)|anot[ae]|tem em mente|tenha em mente)(?: de)?(?: que|:)\s*(.+)$/iu,
  // Russian
  /^(?:пожалуйста,? )?(?:запомни(?:те)?|помни(?:те)?|не забудь(?:те)?|учти(?:те)?|имей(?:те)? в виду)(?:,? что|[:,])\s*(.+)$/iu,
  // Japanese
  /^(.+?)(?:という?こと|こと|の|と|って)を?(?:覚えて|記憶して|忘れないで)(?:おいて)?(?:ください|下さい|ね|よ)?[。．!！]?$/u,
  /^(?:覚えて(?:おいて)?|忘れないで)(?:ください|下さい|ね)?[:：、。]\s*(.+)$/u,
  // Chinese
  /^(?:请|請|麻烦|麻煩)?(?:你|您)?(?:帮我|幫我)?(?:记住|記住|记得|記得|记一下|記一下|别忘了|別忘了|不要忘记|不要忘記)[：:，,]?\s*(.+)$/u,
];

/** The content that a sentence asks to remember, in its own words; null if it makes no such request. */
export function readRememberRequest(sentence: string): string | null {
  const text = sentence.replace(/^[\s*_>#\-–•]+/u, '').trim();
  if (/[?？]\s*$/u.test(text)) return null;
  for (const request of REQUESTS) {
    const asked = request.exec(text)?.[1]?.trim();
    if (asked !== undefined && asked !== '') return asked;
  }
  return null;
}
