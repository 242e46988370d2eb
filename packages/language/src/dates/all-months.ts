import { EVERY_SCRIPT } from '../scripts/every-script.ts';
import { LATIN } from '../scripts/latin.ts';

/** The other languages that have a stemmer here, and three without. */
const FURTHER_MONTHS: Readonly<Record<string, string>> = {
  bg: 'януари февруари март април май юни юли август септември октомври ноември декември',
  cs: 'ledna|leden února|únor března|březen dubna|duben května|květen června|červen července|červenec srpna|srpen září října|říjen listopadu|listopad prosince|prosinec',
  da: 'januar februar marts april maj juni juli august september oktober november december',
  el: 'ιανουαρίου φεβρουαρίου μαρτίου απριλίου μαΐου ιουνίου ιουλίου αυγούστου σεπτεμβρίου οκτωβρίου νοεμβρίου δεκεμβρίου',
  fi: 'tammikuuta|tammikuu helmikuuta|helmikuu maaliskuuta|maaliskuu huhtikuuta|huhtikuu toukokuuta|toukokuu kesäkuuta|kesäkuu heinäkuuta|heinäkuu elokuuta|elokuu syyskuuta|syyskuu lokakuuta|lokakuu marraskuuta|marraskuu joulukuuta|joulukuu',
  hu: 'január február március április május június július augusztus szeptember október november december',
  hy: 'հունվարի|հունվար փետրվարի|փետրվար մարտի|մարտ ապրիլի|ապրիլ մայիսի|մայիս հունիսի|հունիս հուլիսի|հուլիս օգոստոսի|օգոստոս սեպտեմբերի|սեպտեմբեր հոկտեմբերի|հոկտեմբեր նոյեմբերի|նոյեմբեր դեկտեմբերի|դեկտեմբեր',
  id: 'januari februari maret april mei juni juli agustus september oktober november desember',
  lt: 'sausio|sausis vasario|vasaris kovo|kovas balandžio|balandis gegužės|gegužė birželio|birželis liepos|liepa rugpjūčio|rugpjūtis rugsėjo|rugsėjis spalio|spalis lapkričio|lapkritis gruodžio|gruodis',
  no: 'januar februar mars april mai juni juli august september oktober november desember',
  pl: 'stycznia|styczeń lutego|luty marca|marzec kwietnia|kwiecień maja|maj czerwca|czerwiec lipca|lipiec sierpnia|sierpień września|wrzesień października|październik listopada|listopad grudnia|grudzień',
  ro: 'ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie',
  sl: 'januar|januarja februar|februarja marec|marca april|aprila maj junij|junija julij|julija avgust|avgusta september|septembra oktober|oktobra november|novembra december|decembra',
  sv: 'januari februari mars april maj juni juli augusti september oktober november december',
  ta: 'ஜனவரி பிப்ரவரி மார்ச் ஏப்ரல் மே ஜூன் ஜூலை ஆகஸ்ட் செப்டம்பர் அக்டோபர் நவம்பர் டிசம்பர்',
  uk: 'січня|січень лютого|лютий березня|березень квітня|квітень травня|травень червня|червень липня|липень серпня|серпень вересня|вересень жовтня|жовтень листопада|листопад грудня|грудень',
};

/** The month names of every known language. */
export const MONTHS: Readonly<Record<string, string>> = Object.assign(
  {},
  ...[LATIN, ...EVERY_SCRIPT].map(({ months }) => months),
  FURTHER_MONTHS,
);

/** The form after "in", if it differs: `в марте`, `maaliskuussa`. */
export const MONTHS_BEHIND_IN: Readonly<Record<string, string>> = {
  ru: 'январе феврале марте апреле мае июне июле августе сентябре октябре ноябре декабре',
  uk: 'січні лютому березні квітні травні червні липні серпні вересні жовтні листопаді грудні',
  pl: 'styczniu lutym marcu kwietniu maju czerwcu lipcu sierpniu wrześniu październiku listopadzie grudniu',
  cs: 'lednu únoru březnu dubnu květnu červnu červenci srpnu - říjnu - prosinci',
  fi: 'tammikuussa helmikuussa maaliskuussa huhtikuussa toukokuussa kesäkuussa heinäkuussa elokuussa syyskuussa lokakuussa marraskuussa joulukuussa',
  hu: 'januárban februárban márciusban áprilisban májusban júniusban júliusban augusztusban szeptemberben októberben novemberben decemberben',
  el: 'ιανουάριο φεβρουάριο μάρτιο απρίλιο μάιο ιούνιο ιούλιο αύγουστο σεπτέμβριο οκτώβριο νοέμβριο δεκέμβριο',
};

/** The short forms of all languages except English, one or several per month with `|` between; `-` for none. */
export const SHORT_MONTHS: Readonly<Record<string, string>> = {
  de: 'jan feb mär apr - jun jul aug sept|sep okt nov dez',
  fr: 'janv févr - avr - - juil - sept oct nov déc',
  es: 'ene feb mar abr may jun jul ago sept oct nov dic',
  it: 'gen feb mar apr mag giu lug ago set ott nov dic',
  pt: 'jan fev mar abr mai jun jul ago set out nov dez',
  nl: 'jan feb mrt apr - jun jul aug sep okt nov dec',
  ru: 'янв февр мар апр - июн июл авг сент окт нояб дек',
  tr: 'oca şub mar nis may haz tem ağu eyl eki kas ara',
  hi: 'जन॰ फ़र॰ - - - - जुल॰ अग॰ सित॰ अक्टू॰ नव॰ दिस॰',
  cs: 'led úno bře dub kvě čvn čvc srp zář říj lis pro',
  da: 'jan feb mar apr - jun jul aug sep okt nov dec',
  el: 'ιαν φεβ μαρ απρ μαΐ ιουν ιουλ αυγ σεπ οκτ νοε δεκ',
  fi: 'tammi helmi maalis huhti touko kesä heinä elo syys loka marras joulu',
  hu: 'jan febr márc ápr máj jún júl aug szept okt nov dec',
  hy: 'հնվ փտվ մրտ ապր մյս հնս հլս օգս սեպ հոկ նոյ դեկ',
  id: 'jan feb mar apr - jun jul agu sep okt nov des',
  no: 'jan feb mar apr - jun jul aug sep okt nov des',
  pl: 'sty lut mar kwi - cze lip sie wrz paź lis gru',
  ro: 'ian feb mar apr - iun iul aug sept oct nov dec',
  sl: 'jan feb - apr - jun jul avg sep okt nov dec',
  sv: 'jan feb - apr - - - aug sep okt nov dec',
  ta: 'ஜன பிப் மார் ஏப் - - - ஆக செப் அக் நவ டிச',
  uk: 'січ лют бер квіт трав черв лип серп вер жовт лист груд',
};
