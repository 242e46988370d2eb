/** Words by which a sentence says that its content is asked, supposed, wished or quoted, in some languages. */
const SAYINGS: Readonly<Record<string, RegExp>> = {
  question:
    /\?|？|؟|\b(?:ask|question|whether|wonder|unclear|unknown|undecided|open|unresolved|consider|discuss|frag|offen|ob|unklar|demand|ouvert|pregunt|abiert)/iu,
  hypothetical:
    /\b(?:if|would|could|might|may|maybe|perhaps|suppos|hypoth|assum|scenario|wenn|falls|würd|könnt|vielleicht|annahme|si|serait|pourrait|peut-être|podría|sería|quizá)|если|бы|возможно|もし|如果|可能/iu,
  wish: /\b(?:wish|hope|want|would like|plan|goal|should|intend|aim|desire|prefer|need|wünsch|hoff|möcht|woll|will|soll|ziel|souhait|espèr|veu|voudr|quier|dese|esper)|хоч|хотел|надее|希望|たい/iu,
  quoted:
    /["“”„«»「『‘]|\b(?:said|say|accord|claim|wrote|write|written|state|report|quot|told|tell|laut|sag|zufolge|schrieb|behaupt|selon|dit|écri|según|dice|dij|escrib)|по словам|сказал|によると|据|说/iu,
  code: /[`{}=]|\b(?:code|command|snippet|example|config|script|befehl|beispiel|exemple|ejemplo)/iu,
};

/** True where a claim of this assertion can carry the statement: `asserted` carries any, the others one that says so. */
export function saysAssertion(statement: string, assertion: string): boolean {
  if (assertion === 'asserted') return true;
  return SAYINGS[assertion]?.test(statement) ?? false;
}
