import type { NamedLanguage } from './languages.ts';

/** Stop words that the package's lists lack: articles, question words, quantities. Lower case and folded. */
export const MORE_STOP_WORDS: Readonly<Partial<Record<NamedLanguage, string>>> = {
  da: 'hvem hvornar hvordan hvorfor hvilken hvilket hvilke',
  de: 'wer wen wem wessen wann warum wieso weshalb wieviel viele vieles gibt gab welch',
  el: 'ενα ενασ μια τι ποτε τουσ τισ τη στουσ στισ πωσ ποσο ποσα ποσοι γιατι οταν οπου ηταν εχει εχουν μου σου μασ σασ',
  en: 'a also just much many every either neither another within without upon across among toward towards since yet ever even though although whether anyone anything anybody someone something somebody everyone everything everybody nobody nothing else already still please tell',
  fi: 'milloin miten miksi kuinka montako paljonko',
  fr: 'quoi quand comment combien pourquoi lequel laquelle lesquels lesquelles ou si plus tres etre avoir fait',
  hi: 'की के है में क्या कब कौन कैसे कहां कहाँ क्यों कितने कितना',
  it: 'quando perche quanto quanti quanta quante',
  nl: 'wanneer waar waarom welke welk hoeveel wiens',
  pt: 'onde quando quanto quantos quanta quantas porque qual quais',
  ro: 'o un unde cand cine cum cat cati cate',
  ru: 'это эти этот эта который которая которое которые кого кому чем когда где куда почему сколько какой какая какие какое',
  uk: 'і в у на до не за від або хто де куди який яка яке які був була було були є й та але ж же б би для про при після перед над під між через тому тут там також ще вже його її їх наш ваш свій мене мені мною тебе тобі нас нам вас вам цей ця ці того тієї тих скільки чому щоб',
};

/** Content words that are in the package's lists: `shell`, from "she'll" without its apostrophe. */
export const NO_STOP_WORDS: Readonly<Partial<Record<NamedLanguage, string>>> = {
  en: 'shell hell ill id shed wed won',
};
