const GREETING =
  /^[¡¿]?(?:(?:hi|hello|hey|dear(?= [^.]{0,40}[,!:]?$)|welcome|thanks(?! to (?:[^.!]*,|.* (?:is|was|are|were|has|have|had|can|will|does|did|now)(?!\p{L})))|thank you|you(?: are|['’]re) (?:very |most )?welcome(?=[,.!]|$)|cheers|congrat\p{L}*|great job|enjoy|have fun|(?:best|kind) regards|happy (?:new year|birthday|hacking|writing|note-taking)|good (?:morning|evening|afternoon|luck))(?!\p{L}|['’]s| (?:is|was|are|were|has|means)\b)|(?:guten (?:morgen|tag|abend)|hallo|servus|(?:vielen|herzlichen|besten) dank|danke|herzlich willkommen|willkommen|(?:liebe|viele|beste) grüße|viel (?:spaß|erfolg|glück)|bonjour|bonsoir|salut|merci(?! de ne )|bienvenue|bonne (?:journée|chance|lecture|année)|hola|buenos días|buenas (?:tardes|noches)|(?:muchas )?gracias|bienvenid[oa]s?|ciao|buongiorno|grazie|benvenut[oi]|olá|bom dia|(?:muito )?obrigad[oa]|hoi|bedankt|привет|здравствуйте|спасибо)(?!\p{L}| (?:ist|war|est|es|è)(?!\p{L}))[^:]{0,60}$)/iu;
const GREETING_CJK =
  /^(?:(?:どうも)?(?:おはよう|こんにちは|こんばんは|ありがとう|ようこそ|お疲れ様?|よろしくお願い(?:し|いたし)ます)(?:ございま(?:す|した)|です|でした)?(?:[、,。.!！]|$)|(?:你好|大家好|您好|谢谢|感谢|欢迎)(?:大家|各位|你们?|您|光临|阅读)?[，,。.!！]?$|(?:你好|您好)[，,！!][^。]{0,20}(?:帮|助))/iu;

/** Agreement or thanks with more thanks or a wish behind it. */
const THANKS =
  /^(?:(?:sounds good|great|perfect|okay|ok|alright|all right|super|prima|perfekt|parfait|genial|perfecto|perfetto|perfeito|отлично)[,.!]? (?:(?:many )?thanks|thank you|danke|vielen dank|merci|(?:muchas )?gracias|grazie|obrigad[oa]|спасибо)(?!\p{L})[^:]{0,30}|(?:большое|огромное) спасибо(?!\p{L})[^:]{0,40}|(?:非常|十分|太)?感谢[^:：]{0,4}[，,。.!！]祝[^:：]{0,20})[.!！。]?$/iu;

/** Its first words are no address: a verb of the third person follows, and nothing calls or asks. "Hello World is the title", "Thanks to Ola the archive has an index". */
const SAYS =
  /^(?:\p{L}+['’]?\p{L}* ){1,8}(?<!(?:you|it|that|this|which|there|he|she|what|how|all|everything|ce|c|das|es|alles|cela|eso|esto|todo|questo|tutto|это|всё) )(?:is|are|was|were|has|had|goes|go|comes|come|means|runs|gets|get|costs|ist|sind|war|hat|heißt|bedeutet|kostet|läuft|est|sont|était|signifie|coûte|es|son|era|tiene|tienen|significa|cuesta|è|sono|ha|hanno|é|são|tem|têm|означает|называется|стоит)(?!\p{L})[^!?]*$/iu;

/** True where a text greets, thanks or wishes well. */
export function isPleasantry(plain: string): boolean {
  if (SAYS.test(plain)) return false;
  return GREETING.test(plain) || GREETING_CJK.test(plain) || THANKS.test(plain);
}
