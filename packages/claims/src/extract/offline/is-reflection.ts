const THOUGHT =
  /\bI (?:look to|agree|disagree)\b|^(?:i|we) (?:can |could |just |really |still )?(?:feel|felt|think|thought|believe|guess|suppose|wonder|leave (?:it|this|that)|assume|(?:love|enjoy|like) (?:this|that|it|how|the way|when))\b|\bin my opinion\b|\b(?:seems?|seemed|looks?|feels?|felt|sounds?|matters?|means? (?:a lot|much|something)|make sense|makes sense|clear|new|important)\b[^.]*\bto me\b|^to me(?:,| it)|^i (?:keep|kept) (?:thinking|wondering|asking|coming back|telling)\b|^i wish you\b|^(?:i|we) hope (?:this|that|it|you) (?:helps?|is useful|will help|(?:like|enjoy|find)\b)/iu;
const FEELING =
  '(?:happy|glad|tired|sad|proud|excited|grateful|thankful|exhausted|overwhelmed|curious|sure|unsure|bored|stressed|relieved|confused|torn|sorry|thrilled)';
const FEELINGS: readonly RegExp[] = [
  new RegExp(
    `^(?:I|we)(?:['’]m|['’]re| am| are| was| were| feel| felt)(?: (?:so|very|really|a bit|quite|just|not|still|too|pretty|also))* ${FEELING}\\b(?! (?:of|that|to (?:report|say|announce)|because)\\b)(?!.*\\d)`,
    'iu',
  ),
  /^(?:ich|wir) (?:bin|war|fühle mich|sind|waren)(?: \p{L}+){0,3} (?:müde|glücklich|froh|traurig|stolz|dankbar|erschöpft|gespannt|zufrieden)[.!…]*$/iu,
  /^je (?:suis|me sens|étais)(?: \p{L}+){0,2} (?:fatiguée?|contente?|heureuse|heureux|triste|fière?|ravie?)[.!…]*$/iu,
  /^(?:yo )?(?:estoy|me siento|estaba)(?: \p{L}+){0,2} (?:cansad[oa]|feliz|triste|content[oa]|orgullos[oa])[.!…]*$/iu,
];
const FEELING_CJK =
  /^.{0,10}(?:疲れた|嬉しい|うれしい|嬉しかった|悲しい|眠い|很累|很开心|很高兴|很难过)(?:です|な|ね)*[。.!！]?$/u;

/** True if a text says what its writer feels or thinks, and nothing about the world. */
export function isReflection(plain: string): boolean {
  return THOUGHT.test(plain) || FEELINGS.some((pattern) => pattern.test(plain)) || FEELING_CJK.test(plain);
}
