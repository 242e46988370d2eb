/** Whose words in a conversation answer a question: the user's, where it is about the user, or the assistant's, where it is about what the assistant said. */
export type AskedVoice = 'user' | 'assistant';

const word = (words: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, 'iu');

/** The first person of whoever asks, by language. `us` is no word here: it is a country too. */
const FIRST: readonly RegExp[] = [
  word("i|i['’](?:m|ve|d|ll)|my|mine|myself|we|we['’](?:re|ve|d|ll)|our|ours"),
  word('ich|mein|meine|meiner|meinem|meinen|meines|mir|mich|wir|unser|unsere|unserer|unserem|unseren'),
  word('yo|mi|mis|mío|mía|nosotros|nosotras|nuestro|nuestra|nuestros|nuestras'),
  word("je|j['’]ai|mon|ma|mes|nous|notre|nos"),
  word('io|mio|mia|miei|mie|noi|nostro|nostra|nostri|nostre'),
  word('ik|mijn|wij|onze'),
  word('eu|meu|minha|meus|minhas|nós|nosso|nossa|nossos|nossas'),
  word('я|мне|меня|мой|моя|моё|мое|мои|моего|моей|моих|мы|нас|нам|наш|наша|наше|наши'),
  /私|僕|俺|わたし|ぼく|おれ|我/u,
];

/** What a person says to be told something; it is not what the question is about. */
const TELL_ME =
  /(?<![\p{L}\p{N}])(?:(?:can|could|should|may) (?:i|we)|do (?:i|we) (?:need|have to)|how (?:do|can|could|should|would) (?:i|we)|i(?:['’]d| would) like to know|i(?:['’]m| am| was) wondering|wie (?:kann|soll|muss) ich|kann ich|cómo puedo|comment (?:puis-je|je peux)|come posso|hoe kan ik|como (?:eu )?posso|как (?:мне|я могу))(?![\p{L}\p{N}])/giu;

/** That the assistant said something, by language. */
const SAID: readonly RegExp[] = [
  /(?<![\p{L}\p{N}])you(?:['’](?:ve|d)| have| had)?(?: (?:also|just|once|already|previously|earlier))? (?:mention|recommend|suggest|describ|list|explain|provid|shar|nam|propos|cit|refer)(?:ed|red)(?![\p{L}\p{N}])/iu,
  /(?<![\p{L}\p{N}])you(?:['’](?:ve|d)| have| had)?(?: (?:also|just|once|already|previously|earlier))? (?:said|told|gave|given|wrote|written|showed|came up with)(?![\p{L}\p{N}])/iu,
  word(
    'did you (?:say|tell|give|write|mention|recommend|suggest|list|name|explain|propose)|your (?:advice|suggestions?|recommendations?|answer|list)',
  ),
  word(
    '(?:hast|hattest) du|du (?:hast|hattest)|(?:haben|hatten) sie mir|dein (?:vorschlag|rat)|deine (?:empfehlung|antwort)',
  ),
  word('(?:me )?(?:dijiste|recomendaste|mencionaste|sugeriste|explicaste)'),
  word("(?:tu m['’]as|vous m['’]avez|as-tu|avez-vous)"),
  word('(?:mi hai|hai (?:detto|consigliato|suggerito|menzionato))'),
  word('(?:heb|had) je|je (?:hebt|had)'),
  word('(?:você )?(?:disse|recomendou|mencionou|sugeriu|explicou)'),
  word(
    '(?:ты|вы) (?:сказала?|сказали|советовала?|советовали|рекомендовала?|рекомендовали|упоминала?|упоминали|предлагала?|предложила?|предложили)',
  ),
  /[你您](?:推荐|推薦|建议|建議|提到|说过?|說過?|告诉|告訴)|(?:言って|勧めて|教えて|おすすめして)(?:くれた|いた)/u,
];

/** What fits somebody hangs on what that person said. */
const SUGGEST =
  /(?<![\p{L}\p{N}])(?:(?:can|could|would|will) you (?:please )?(?:suggest|recommend|propose)|what would you (?:suggest|recommend)|(?:any|some) (?:ideas|tips|suggestions|recommendations) for|what (?:would|might|could) suit me)(?![\p{L}\p{N}])/iu;

/** Whose words of a conversation a question asks for, by its own words alone; null where they do not say. */
export function readAskedVoice(question: string): AskedVoice | null {
  const text = question.normalize('NFC');
  if (SAID.some((pattern) => pattern.test(text))) return 'assistant';
  if (SUGGEST.test(text)) return 'user';
  const asked = text.replace(TELL_ME, ' ');
  return FIRST.some((pattern) => pattern.test(asked)) ? 'user' : null;
}

/** Words for now that say so wherever they stand. */
const NOW =
  /(?<![\p{L}\p{N}])(?:current|currently|right now|at the moment|at present|these days|nowadays|as of now|derzeit|momentan|aktuell|zurzeit|im moment|actualmente|ahora mismo|en este momento|actuellement|en ce moment|attualmente|al momento|momenteel|op dit moment|atualmente|no momento|сейчас|в настоящее время|на данный момент)(?![\p{L}\p{N}])/giu;

/** Words that turn to the assistant, or that ask for what holds now, and say nothing of what is asked for. */
const ADDRESS: readonly RegExp[] = [
  /(?<![\p{L}\p{N}])(?:(?:can|could|would|will) you (?:please )?(?:remind|tell|give|show) me(?: of| about)?|(?:can|could|would|will|do|did) you (?:please |have (?:any )?)?(?:suggest|recommend|mention|say|name|propose)(?:ions?|ations?)?|what would you (?:suggest|recommend)|remind me(?: of| about)?|any (?:ideas|tips|suggestions|recommendations|advice)|i need (?:inspiration|ideas|advice)|i (?:want|wanted) to follow up on|i was wondering if|you (?:told|mentioned|recommended|suggested|said|gave)(?: me| us| to me)?|in our (?:previous|last|earlier|other)(?: \p{L}+)?|our (?:previous|last|earlier) (?:conversation|chat|discussion))(?![\p{L}\p{N}])/giu,
  NOW,
  /(?<![\p{L}\p{N}])(?:now|by now|jetzt|inzwischen|ahora|maintenant|adesso|nu|agora|teraz|теперь)(?=\P{L}*$)/giu,
  /现在|目前|現在|今のところ/gu,
  ...SAID.slice(3).map(({ source, flags }) => new RegExp(source, `${flags}g`)),
];

/**
 * The question without the words that only turn to the assistant ("did you recommend") or ask for now ("currently"): no turn repeats them that answers it. The question
 * itself where nothing would be left.
 */
export function withoutAddress(question: string): string {
  const left = ADDRESS.reduce((text, pattern) => text.replace(pattern, ' '), question.normalize('NFC'));
  return /[\p{L}\p{N}]{3}/u.test(left) ? left.replace(/\s+/gu, ' ').trim() : question;
}

/** A text without its words for now: `these days` names no day. */
export function withoutNow(text: string): string {
  return text.normalize('NFC').replace(NOW, ' ');
}
