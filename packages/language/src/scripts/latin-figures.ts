import type { ScriptWords } from './script-words.ts';

/** Numbers, units and dates in Latin letters, without words that are also everyday words. */
export const LATIN_FIGURES: ScriptWords = {
  numbers:
    '0 1 zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen|' +
    '0 1 - - zwei drei vier fünf sechs sieben acht neun zehn - zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn|2 1 ' +
    'deux trois quatre cinq - - huit neuf dix onze douze treize quatorze quinze seize|2 1 dos tres cuatro cinco seis siete ocho nueve diez ' +
    '- doce trece catorce quince dieciséis diecisiete dieciocho diecinueve - veintiuno veintidós veintitrés veinticuatro veinticinco ' +
    'veintiséis veintisiete veintiocho veintinueve|2 1 - tre quattro cinque - sette otto nove dieci undici dodici tredici quattordici ' +
    'quindici sedici|2 1 dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze|2 1 twee drie vier vijf zes zeven ' +
    'acht negen tien - twaalf|2 1 iki üç dört beş altı yedi sekiz dokuz|2 1 två tre fyra fem - sju åtta nio tio elva tolv|4 1 - - seks syv otte|8 1 åtte - - elleve|2 1 dwa trzy cztery pięć sześć ' +
    'siedem osiem dziewięć dziesięć jedenaście dwanaście|2 1 dwie|2 1 dva tři čtyři pět šest sedm osm devět deset jedenáct dvanáct|2 1 dvě|3 1 tri ' +
    'štyri päť šesť sedem osem deväť desať|4 1 štiri - - - - - deset|4 1 četiri - - sedam osam|2 1 kettő három négy öt - hét nyolc kilenc tíz|2 1 ' +
    'két|2 1 kaksi kolme neljä viisi - seitsemän kahdeksan yhdeksän kymmenen|2 1 kaks kolm neli viis kuus seitse kaheksa üheksa kümme|3 1 trei ' +
    'patru cinci șase șapte - nouă zece|3 1 tiga empat - - tujuh delapan sembilan sepuluh|3 1 trys keturi penki šeši septyni aštuoni devyni|2 1 ' +
    'divi trīs četri pieci seši septiņi astoņi deviņi desmit|2 1 δύο τρεις τέσσερις πέντε έξι επτά οκτώ εννέα δέκα|3 1 τρία τέσσερα|20 10 twenty thirty forty fifty sixty seventy eighty ninety|20 10 ' +
    'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig|20 10 vingt trente quarante cinquante soixante|20 10 veinte treinta ' +
    'cuarenta cincuenta sesenta setenta ochenta noventa|20 10 venti trenta quaranta cinquanta sessanta settanta ottanta novanta|20 10 vinte ' +
    'trinta quarenta cinquenta sessenta setenta oitenta noventa|20 10 twintig dertig veertig vijftig zestig zeventig tachtig negentig|20 10 ' +
    'yirmi otuz kırk elli altmış yetmiş seksen doksan|12 1 dozen|20 1 vingts',
  ordinals:
    'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth ' +
    'seventeenth eighteenth nineteenth twentieth',
  magnitudes:
    '100 hundred hundreds hundert cent cien cento honderd yüz|1e3 thousand thousands tausend mille mil mila k duizend|1e6 million millions ' +
    'mn mio millionen millón millones milione milioni milhão milhões m|1e9 billion billions bn milliarde milliarden mrd milliard milliards ' +
    'miliardo miliardi bilhão bilhões b|1e12 trillion trillions tn billionen',
  units:
    '% ％ percent pct percents percentage prozent|$ dollar dollars usd us$|€ euro euros eur|£ pound pounds gbp|¥ ￥|yen jpy|yuan cny rmb|₹ ' +
    'rupee rupees inr|₽ ruble rubles rub|km kilometre kilometres kilometer kilometers kilómetros chilometri quilômetros|m metre metres ' +
    'meter meters mètres metros metri|cm centimetre centimetres centimeter centimeters|mm millimetre millimetres millimeter millimeters|mi ' +
    'mile miles|ft foot feet|inch inches|yd yard yards|kg kilogram kilograms kilo kilos|g gram grams|mg milligram milligrams|μg µg mcg ' +
    'microgram micrograms|lb lbs|t tonne tonnes ton tons|l litre litres liter liters|ml millilitre millilitres milliliter milliliters|°c ' +
    'celsius|°f fahrenheit|s sec secs second seconds sekunde sekunden|ms millisecond milliseconds|min mins minute minutes minuten minuti ' +
    'minutos|h hr hrs hour hours stunde stunden heures horas|d day days tage tagen jours días giorni dias|week weeks woche wochen semaines ' +
    'semanas settimane|month months monat monate monaten mois meses mesi|decade decades jahrzehnt jahrzehnte décennies décadas decenni|' +
    'century centuries jahrhundert jahrhunderte siècles siglos secoli|year years jahr jahre jahren ans años anni anos|kb|mb|gb|tb|hz|khz|' +
    'mhz|ghz|w|kw|mw|gw|kwh|v|mph|kmh km/h|bp bps',
  months: {
    en: 'january|jan february|feb march|mar april|apr may june|jun july|jul august|aug september|sep|sept october|oct november|nov december|dec',
    de: 'januar|jänner februar märz april mai juni juli august september oktober november dezember',
    fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
    es: 'enero febrero marzo abril mayo junio julio agosto septiembre|setiembre octubre noviembre diciembre',
    it: 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
    pt: 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
    nl: 'januari februari maart april mei juni juli augustus september oktober november december',
    tr: 'ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık',
  },
  weekdays:
    'monday tuesday wednesday thursday friday saturday sunday|montag dienstag mittwoch donnerstag freitag samstag sonntag|- - - - - ' +
    'sonnabend -|lundi mardi mercredi jeudi vendredi samedi dimanche|lunes martes miércoles jueves viernes sábado domingo|lunedì martedì ' +
    'mercoledì giovedì venerdì sabato domenica|segunda-feira terça-feira quarta-feira quinta-feira sexta-feira - -|maandag dinsdag woensdag ' +
    'donderdag vrijdag zaterdag zondag|pazartesi salı çarşamba perşembe cuma cumartesi -|mandag tirsdag onsdag torsdag fredag lørdag søndag|' +
    'måndag tisdag onsdag torsdag fredag lördag söndag|pondělí úterý středa čtvrtek pátek sobota neděle|- - středu - - sobotu neděli|' +
    'poniedziałek wtorek środa czwartek piątek sobota niedziela|- - środę - - sobotę niedzielę|hétfő kedd szerda csütörtök péntek szombat ' +
    'vasárnap|hétfőn kedden szerdán csütörtökön pénteken szombaton -|maanantai tiistai keskiviikko torstai perjantai lauantai sunnuntai|' +
    'maanantaina tiistaina keskiviikkona torstaina perjantaina lauantaina sunnuntaina|senin selasa rabu kamis jumat sabtu -|isnin - - khamis jumaat - ahad|pirmadienis ' +
    'antradienis trečiadienis ketvirtadienis penktadienis šeštadienis sekmadienis|pirmadienį antradienį trečiadienį ketvirtadienį ' +
    'penktadienį šeštadienį sekmadienį|- marți miercuri joi vineri sâmbătă duminică|ponedeljek torek sreda četrtek petek sobota nedelja|' +
    '- - sredo - - soboto nedeljo|pondelok utorok streda štvrtok piatok sobota nedeľa|ponedjeljak utorak srijeda četvrtak petak subota ' +
    'nedjelja|esmaspäev teisipäev kolmapäev neljapäev reede laupäev pühapäev|pirmdiena otrdiena trešdiena ceturtdiena piektdiena sestdiena ' +
    'svētdiena|dilluns dimarts dimecres dijous divendres dissabte diumenge|' +
    // Scripts without a module of their own. The Greek names from Monday to Thursday are also ordinals.
    '- - - - παρασκευή σάββατο κυριακή|երկուշաբթի երեքշաբթի չորեքշաբթի հինգշաբթի ուրբաթ շաբաթ կիրակի|' +
    'திங்கள் செவ்வாய் புதன் வியாழன் வெள்ளி சனி ஞாயிறு',
};
