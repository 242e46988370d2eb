/** Verbs by which somebody's words are given, as alternatives of a pattern: English, German, French, Spanish, Italian, Portuguese, Dutch, Russian. */
export const SAYS =
  'said|says|say|wrote|writes|told|replied|answered|argues?|argued|claims?|claimed|insists?|insisted|' +
  'sagt|sagte|sagten|schreibt|schrieb|meint|meinte|antwortete|behauptet|behauptete|' +
  'dit|disait|écrit|répond|répondit|affirme|prétend|dijo|dice|escribió|escribe|respondió|afirma|afirmó|' +
  'disse|scrive|scrisse|sostiene|diz|zei|zegt|schreef|сказал[аи]?|говорит|пишет|написал[аи]?';
