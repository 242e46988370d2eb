import type { NamedLanguage } from './languages.ts';

/**
 * Irregular forms after their base word, so that "did … buy" finds "bought". Forms that are often words of
 * their own are left out (rose, ground, bore).
 */
const ENGLISH = `
arise arose arisen|awake awoke awoken|beat beaten|become became|begin began begun|bend bent|bleed bled|blow blew blown|break broke broken|breed bred
bring brought|build built|burn burnt|buy bought|catch caught|choose chose chosen|cling clung|come came|creep crept|deal dealt|dig dug|draw drew drawn|dream dreamt|drink drank drunk|drive drove driven
eat ate eaten|fall fell fallen|feed fed|feel felt|fight fought|find found|flee fled|fly flew flown|forbid forbade forbidden|forget forgot forgotten|forgive forgave forgiven|freeze froze frozen
get got gotten|give gave given|go went gone|grow grew grown|hang hung|hear heard|hide hid hidden|hold held|keep kept|kneel knelt|know knew known|lead led|lean leant|learn learnt|leave left|lend lent|lose lost
make made|mean meant|meet met|overcome overcame|pay paid|prove proven|ride rode ridden|ring rang rung|rise risen|run ran|say said|see saw seen|seek sought|sell sold|send sent|sew sewn|shake shook shaken|shine shone|show shown
shrink shrank shrunk|sing sang sung|sink sank sunk|sit sat|sleep slept|slide slid|speak spoke spoken|speed sped|spend spent|spin spun|stand stood|steal stole stolen|stick stuck|sting stung|strike struck|strive strove striven|swear swore sworn
sweep swept|swim swam swum|swing swung|take took taken|teach taught|tear tore torn|tell told|think thought|throw threw thrown|understand understood|undertake undertook undertaken|wake woke woken|wear wore worn|weave wove woven|weep wept
win won|withdraw withdrew withdrawn|write wrote written|rewrite rewrote rewritten|rebuild rebuilt|mislead misled|oversee oversaw overseen|outgrow outgrew outgrown
man men|woman women|child children|foot feet|tooth teeth|goose geese|mouse mice|person people|wife wives|half halves|shelf shelves|knife knives|wolf wolves|analysis analyses|crisis crises|hypothesis hypotheses|criterion criteria|phenomenon phenomena|index indices|appendix appendices|matrix matrices|vertex vertices|axis axes|thesis theses
`;

const GERMAN = `
beginnen begann begonnen|bleiben blieb geblieben|brechen brach gebrochen|bringen brachte gebracht|denken dachte gedacht|entscheiden entschied entschieden|essen aß gegessen|fahren fuhr gefahren|fallen fiel gefallen|fangen fing gefangen|finden fand gefunden|fliegen flog geflogen
geben gab gegeben|gehen ging gegangen|gewinnen gewann gewonnen|greifen griff gegriffen|halten hielt gehalten|heißen hieß geheißen|helfen half geholfen|kennen kannte gekannt|kommen kam gekommen|laden lud geladen|lassen ließ gelassen|laufen lief gelaufen|leihen lieh geliehen|lesen las gelesen|liegen lag gelegen
nehmen nahm genommen|nennen nannte genannt|raten riet geraten|rufen rief gerufen|schaffen schuf geschaffen|schlafen schlief geschlafen|schlagen schlug geschlagen|schließen schloss geschlossen|schneiden schnitt geschnitten|schreiben schrieb geschrieben|schwimmen schwamm geschwommen|sehen sah gesehen|senden sandte gesandt|singen sang gesungen|sitzen saß gesessen
sprechen sprach gesprochen|stehen stand gestanden|steigen stieg gestiegen|sterben starb gestorben|tragen trug getragen|treffen traf getroffen|treiben trieb getrieben|treten trat getreten|trinken trank getrunken|tun tat getan|vergessen vergaß|verlieren verlor verloren|versprechen versprach versprochen|wachsen wuchs gewachsen|werfen warf geworfen|wissen wusste gewusst|ziehen zog gezogen
`;

const FORMS: Readonly<Partial<Record<NamedLanguage, string>>> = { en: ENGLISH, de: GERMAN };
/** Endings that an irregular form may have: thoughts, gingen, gingst. */
const ENDINGS: Readonly<Partial<Record<NamedLanguage, readonly string[]>>> = {
  en: ['s'],
  de: ['en', 'st', 't'],
};
const baseByFormByLanguage = new Map<NamedLanguage, ReadonlyMap<string, string>>();

/** The base word of an irregular lower-case form; otherwise the form itself. */
export function baseForm(word: string, language: NamedLanguage): string {
  const table = FORMS[language];
  if (table === undefined) return word;
  let baseByForm = baseByFormByLanguage.get(language);
  if (baseByForm === undefined) {
    baseByForm = readForms(table);
    baseByFormByLanguage.set(language, baseByForm);
  }
  const known = baseByForm.get(word);
  if (known !== undefined) return known;
  for (const ending of ENDINGS[language] ?? []) {
    const base = word.endsWith(ending) ? baseByForm.get(word.slice(0, -ending.length)) : undefined;
    if (base !== undefined) return base;
  }
  return word;
}

function readForms(table: string): ReadonlyMap<string, string> {
  return new Map(
    table
      .trim()
      .split(/[|\n]/u)
      .filter(Boolean)
      .flatMap((entry) => {
        const [base = '', ...forms] = entry.split(' ');
        return forms.map((form) => [form, base] as const);
      }),
  );
}
