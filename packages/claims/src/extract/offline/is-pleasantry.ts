const GREETING =
  /^[¡¿]?(?:(?:hi|hello|hey|dear(?= [^.]{0,40}[,!:]?$)|welcome|thanks(?! to (?:[^.!]*,|.* (?:is|was|are|were|has|have|had|can|will|does|did|now)(?!\p{L})))|thank you|you(?: are|['’]re) (?:very |most )?welcome(?=[,.!]|$)|cheers|congrat\p{L}*|great job|enjoy|have fun|(?:best|kind) regards|happy (?:new year|birthday|hacking|writing|note-taking)|good (?:morning|evening|afternoon|luck))(?!\p{L}|['’]s| (?:is|was|are|were|has|means)\b)|(?:guten (?:morgen|tag|abend)|hallo|servus|(?:vielen|herzlichen|besten) dank|danke|herzlich willkommen|willkommen|(?:liebe|viele|beste) grüße|viel (?:spaß|erfolg|glück)|bonjour|bonsoir|salut|merci(?! (?:de (?:ne |(?:toujours |bien )?(?:m['’]|me |nous |l['’]|la |le |les )?\p{L}+(?:er|ir|re|oir)(?!\p{L}))|d['’]\p{L}+(?:er|ir|re|oir)(?!\p{L})))|bienvenue|bonne (?:journée|chance|lecture|année)|hola|buenos días|buenas (?:tardes|noches)|(?:muchas )?gracias|bienvenid[oa]s?|ciao|buongiorno|grazie|benvenut[oi]|olá|bom dia|(?:muito )?obrigad[oa]|hoi|bedankt|привет|здравствуйте|спасибо)(?!\p{L}| (?:ist|war|est|es|è)(?!\p{L}))[^:]{0,60}$)/iu;
const GREETING_CJK =
  /^(?:(?:どうも)?(?:おはよう|こんにちは|こんばんは|ありがとう|ようこそ|お疲れ様?|よろしくお願い(?:し|いたし)ます)(?:ございま(?:す|した)|です|でした)?(?:[、,。.!！]|$)|(?:你好|大家好|您好|谢谢|感谢|欢迎)(?:大家|各位|你们?|您|光临|阅读)?[，,。.!！]?$|(?:你好|您好)[，,！!][^。]{0,20}(?:帮|助))/iu;

/** Agreement or thanks, followed by more thanks or a wish. */
const THANKS =
  /^(?:(?:sounds good|great|perfect|okay|ok|alright|all right|super|prima|perfekt|parfait|genial|perfecto|perfetto|perfeito|отлично)[,.!]? (?:(?:many )?thanks|thank you|danke|vielen dank|merci|(?:muchas )?gracias|grazie|obrigad[oa]|спасибо)(?!\p{L})[^:]{0,30}|(?:большое|огромное) спасибо(?!\p{L})[^:]{0,40}|(?:非常|十分|太)?感谢[^:：]{0,4}[，,。.!！]祝[^:：]{0,20})[.!！。]?$/iu;

/** A farewell, an offer of help, or "glad to help", as the whole line. */
const PARTING =
  /^(?:(?:ok(?:ay)?|alright|well|no problem|sure|of course)[,.!]? )?(?:see you (?:later|soon|around|tomorrow|then|next|on )|talk to you (?:later|soon|tomorrow)|(?:good ?)?bye(?:[ ,!.]|$)|good night[,!. ]|take care(?:[,!.]|$| and )|have (?:fun[!.]|an? (?:great|nice|good|lovely|wonderful|pleasant|excellent) )|glad (?:i|to|that i) (?:could )?help|happy to help|no problem[,!]|(?:that|this|it) (?:was|is) (?:very |really |so )?(?:helpful|great|useful)[,!.]|how (?:can|may|could) i (?:help|assist)|what can i (?:do|help)|is there anything else|let me know if (?:you|there)|anything else i can|was (?:kann|darf) ich (?:heute )?für|wie kann ich|kann ich (?:sonst )?noch|schöne[ns]? (?:tag|abend|wochenende|woche)|bis (?:bald|morgen|später|dann|nächste woche)(?=[!.,]|$)|auf wiedersehen|tschüs|gern geschehen|keine ursache|comment puis-je|(?:que|qu['’]est-ce que) (?:puis-je|je peux) |puis-je (?:vous|t)|bon(?:ne)? (?:week-end|journée|soirée|nuit)|à (?:bientôt|demain|plus tard|plus)|au revoir|de rien[,!.]|avec plaisir|¿?(?:cómo|en qué) (?:puedo|le puedo|te puedo) ayudar|¿?qué puedo hacer por|¡?buen (?:fin de semana|día)|hasta (?:pronto|luego|mañana|la próxima)|adiós|de nada[,!.]|com[oe] posso (?:aiutar|ajudar)|(?:cosa|che cosa|o que) posso (?:fare|fazer)|buon (?:fine settimana|weekend)|arrivederci|a presto|até (?:logo|amanhã|breve|mais)|bom fim de semana|(?:добр(?:ый|ое|ого) (?:утро|вечер|день)[,!] )?чем (?:я )?(?:могу|мог бы|вам|тебе)|что (?:я )?могу (?:для|вам)|хороших? (?:выходных|дня|вечера)|до (?:свидания|встречи|скорого|завтра)|рад(?:а)? (?:помочь|был)|не за что)[^:;]{0,60}[!?.]?$/iu;
const PARTING_CJK =
  /^(?:(?:おはようございます|こんにちは|こんばんは)[、。])?(?:何か)?(?:お手伝い(?:できる|できます|いたしましょう|しましょう)|ご用件|どのような(?:ご用|お手伝い)|良い(?:週末|一日|お年)を|またお会い|また(?:明日|後で|ね)|さようなら|おやすみ|お役に立て|どういたしまして|(?:早速|ご丁寧|迅速).{0,12}ありがとう).{0,20}$|^(?:(?:早上|上午|下午|晚上)好[，,！!。])?(?:请问)?(?:有什么|需要什么|我能|我可以|您需要).{0,14}(?:帮|吗|做的).{0,4}$|^(?:早上|上午|下午|晚上)好[！!。]?$|^(?:祝您?|愿您).{1,14}$|^(?:再见|拜拜|明天见|回头见|不客气|很高兴(?:能)?帮).{0,12}$|^(?:非常)?(?:谢谢|感谢).{1,12}[！!]$/u;

/**
 * The first words are not an address: a third-person verb follows, with no call or question. "Hello World is the title", "Thanks to Ola the archive has an
 * index".
 */
const SAYS =
  /^(?:\p{L}+(?:['’]\p{L}*)? ){1,8}(?<!(?:you|it|that|this|which|there|he|she|what|how|all|everything|ce|c|das|es|alles|cela|eso|esto|todo|questo|tutto|это|всё) )(?:is|are|was|were|has|had|goes|go|comes|come|means|runs|gets|get|costs|ist|sind|war|hat|heißt|bedeutet|kostet|läuft|est|sont|était|signifie|coûte|es|son|era|tiene|tienen|significa|cuesta|è|sono|ha|hanno|é|são|tem|têm|означает|называется|стоит)(?!\p{L})[^!?]*$/iu;

/** True if a text is a greeting, thanks or good wishes. */
export function isPleasantry(plain: string): boolean {
  const isKind =
    PARTING.test(plain) ||
    PARTING_CJK.test(plain) ||
    GREETING.test(plain) ||
    GREETING_CJK.test(plain) ||
    THANKS.test(plain);
  return isKind && !SAYS.test(plain);
}
