import { isPleasantry } from '@memora/claims/internal';
import { classifyAssertion } from '@memora/language/assertion';
import { detectLanguage } from '@memora/language/detect';
import { isInstruction, readPerson, readRememberRequest } from '@memora/language/words';

/** A sentence of fewer words says nothing to somebody who was not there. */
const FEWEST_WORDS = 4;
/** Words with which a sentence points at what was said or shown before it: to another session it says nothing. */
const POINTS =
  /^(?:(?:and|but|so|also|then|ok|okay|yes|no|und|aber|ja|nein|et|mais|oui|non|y|pero|sí|e|ma|sì|en|maar|mas|и|но|да|нет),?\s+)*(?:this|that|these|those|it|they|he|she|here|there|das|dies(?:e[rs]?)?|es|sie|er|hier|dort|ce|cela|ça|c['’]est|il|elle|ils|elles|ici|esto|eso|ello|él|ella|aquí|questo|quello|lui|lei|qui|dit|dat|het|hij|zij|isto|isso|ele|ela|aqui|это|то|он|она|они|здесь|тут|これ|それ|あれ|ここ|这|那|它|他|她|这里)(?![\p{L}\p{N}])/iu;
/** What somebody is about to do, or wants done now. */
const INTENDS =
  /^(?:let['’]?s|let us|let me|can you|could you|would you|will you|please|i(?:['’]ll| will| am going to|['’]m going to|['’]d like you| want you| need you| think| guess| wonder| don['’]t (?:know|understand))|ich (?:werde|will|möchte|glaube|denke)|je (?:vais|veux|voudrais|crois|pense)|voy a|quiero|creo que|vou|quero|acho que|vado a|voglio|credo che|ik (?:ga|wil|denk)|я (?:хочу|думаю|буду)|давай)(?!\p{L})/iu;
/** What somebody wants done, as people tell agents all day; and what is so on a condition alone. */
const COMMANDS =
  /^(?:(?:now|then|also|just|next|please|ok|okay),? )*(?:add|adjust|apply|back|build|bump|bring|change|clean|close|combine|comment|compare|complete|configure|continue|convert|correct|cover|create|cut|debug|define|describe|design|document|draft|drop|edit|expand|explain|explore|extend|extract|figure|fill|find|finish|fix|generate|get|go|handle|help|hide|implement|improve|inline|insert|inspect|install|investigate|link|list|log|look|make|merge|migrate|mock|move|name|note|optimi[sz]e|order|pick|plan|port|print|publish|pull|put|rebase|redo|reduce|refactor|rename|render|reorder|replace|report|resolve|restart|restore|retry|revert|review|rewrite|rework|ship|shorten|simplify|sort|speed|split|suggest|support|swap|switch|take|think|trace|try|tune|turn|tweak|undo|unify|update|upgrade|wait|wire|work|if|unless|suppose|imagine|wenn|falls|si|se|als|если|もし|如果|repariere|ändere|baue|erkläre|suche|mache?|mach|corrige|change|crée|fais|explique|cherche|arregla|cambia|crea|haz|explica|busca|исправь|измени|создай|сделай|объясни|найди)(?![\p{L}'’])/iu;
/** A name or a figure behind the first word. */
const NAMES = /\s\p{Lu}[\p{L}\p{N}]*|\p{N}|[\p{Script=Han}\p{Script=Katakana}]/u;
const OWN =
  /(?<!\p{L})(?:my|our|mine|ours|we|mein\p{L}*|unser\p{L}*|wir|mon|ma|mes|notre|nos|nous|mi|mis|nuestr\p{L}*|nosotr\p{L}*|meu|minha|nosso|nossa|mio|mia|nostr\p{L}*|mijn|onze?|wij|мо[йяеёи]\p{L}*|наш\p{L}*|мы|у меня)(?!\p{L})|私|僕|我/iu;

/** True for a sentence of a person that states something which is so tomorrow too, and that says it to somebody who was not there. */
export function isLasting(sentence: string): boolean {
  const text = sentence.replace(/^[\s*_>#\-–•]+/u, '').trim();
  const isSpaced = /\s/u.test(text);
  if (isSpaced && text.split(/\s+/u).length < FEWEST_WORDS) return false;
  if (POINTS.test(text) || INTENDS.test(text) || COMMANDS.test(text) || readRememberRequest(text) !== null)
    return false;
  if (isPleasantry(text) || isInstruction(text)) return false;
  if (classifyAssertion(text) !== 'asserted') return false;
  return (
    readPerson(text, () => detectLanguage(text).language) === 'speaker' || OWN.test(text) || NAMES.test(text)
  );
}
