import { wordKey } from '../tokens/read-words.ts';

/* Words that hold a sentence together and say nothing of what it is about, by language: pronouns, articles, prepositions, forms of to be. */
const WORDS_BY_LANGUAGE: Readonly<Record<string, string>> = {
  en:
    'a an the of in on at by for from to with and or but as is are was were be been being has have had do does did it its this that these ' +
    'those he she him his her hers they them their there here which who whom whose what when where why how than then so also into over ' +
    'about i me my we us our you your if because while during after before through between under out up off very just such some any yes no not too',
  de:
    'der die das den dem des ein eine einen einem einer eines ist sind war waren wird werden wurde wurden und oder aber in im am an auf von zu ' +
    'zum zur mit für bei aus nach über unter er sie es ich wir ihr ihm ihn ihnen sich sein seine seiner ihre ihrem mein unser man als wie dass ' +
    'auch noch nur nicht kein keine hat haben hatte diese dieser dieses jede jeder welche wenn weil ja nein',
  fr:
    'le la les un une des du de et ou au aux est sont était étaient a ont être avoir dans en par pour sur avec sans que qui dont se ce cet ' +
    'cette ces il elle ils elles on nous vous je tu son sa ses leur leurs mon ma mes ne pas plus mais comme aussi très si oui non',
  es:
    'el la los las un una unos unas de del al a y o u en con por para sin sobre es son era eran fue fueron ser estar está están que quien ' +
    'cual se su sus lo le les él ella ellos ellas yo tú nosotros mi mis pero como más muy también no sí si ya hay este esta estos estas ha han',
  it:
    'il lo la i gli le un uno una di del della dei degli delle dello e o a al alla ai in nel nella nei con per su sul sulla da dal dalla è sono ' +
    'era erano essere che chi cui si suo sua suoi lui lei loro io noi voi ma come anche più molto non sì se ha hanno questo questa',
  pt:
    'o a os as um uma uns umas de do da dos das e ou em no na nos nas ao à aos com por para sem sobre é são era eram foi foram ser estar que ' +
    'quem se seu sua seus suas ele ela eles elas eu nós mas como mais muito também não sim já este esta isso tem têm',
  nl:
    'de het een van en of in op aan bij met voor door naar uit over is zijn was waren wordt worden werd er hij zij ze wij we jij je u dat die ' +
    'dit deze niet geen ook maar als dan hun haar zijn te om heeft hebben nog wel ja nee',
  ru:
    'и в во на с со по к ко у о об от за из до для при через под над это что как так он она оно они его её их я мы вы мой наш был была было ' +
    'были есть быть не нет но а или же ли бы то тот этот эта эти который которая которые также уже ещё да',
  tr: 've ile bir bu şu o da de ki için gibi çok daha en ne mi mı mu mü olarak olan oldu olduğu değil var yok ama veya sonra önce kadar onlar her',
  ar: 'في من على إلى الى عن مع هذا هذه ذلك تلك التي الذي الذين هو هي هم نحن أنا أن إن كان كانت يكون قد لا ما لم لن كل أو و ثم بعد قبل بين عند حتى كما',
  hi: 'का के की को में से पर है हैं था थे थी और या यह वह ये वे एक इस उस ने भी तो ही नहीं कि जो कर लिए साथ हो गया गई रहा रही',
};

const languagesByWord = new Map<string, string[]>();
for (const [language, words] of Object.entries(WORDS_BY_LANGUAGE)) {
  for (const word of words.split(' ')) {
    for (const form of new Set([word, wordKey(word)])) {
      const languages = languagesByWord.get(form) ?? [];
      if (!languages.includes(language)) languages.push(language);
      languagesByWord.set(form, languages);
    }
  }
}

/** The languages that use a word (lower case, or its key) to hold sentences together; none for a word with a meaning of its own. */
export function languagesOf(word: string): readonly string[] {
  return languagesByWord.get(word) ?? NONE;
}

const NONE: readonly string[] = [];
