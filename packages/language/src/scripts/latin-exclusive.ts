/**
 * Groups of words of which one excludes the others where it stands in their place: opposites, and things of one kind. Base forms; a comma between groups, `|` between what
 * excludes each other, a space between words that say the same. A word may be in several groups.
 */
export const LATIN_EXCLUSIVE =
  'increase raise grow rise|reduce decrease lower cut drop shrink,strengthen|weaken,improve|worsen deteriorate,lengthened|shortened,tightened|loosened,expand|contract shrink,gain|lose,profit|loss,import|export,' +
  'upload|download,arrive|leave depart,agree|disagree,support|oppose,connect|disconnect,attach|detach,encrypt|decrypt,push|pull,merge|split,accelerate|decelerate,' +
  'wet|dry,rich|poor,young new|old,early|late,cheap|expensive,public|private,legal|illegal,lawful|unlawful,senior|junior,east|west|north|south,eastern|western|northern|southern,' +
  'optional|mandatory required obligatory compulsory,manual|automatic,manually|automatically,synchronous|asynchronous,static|dynamic,temporary|permanent,temporarily|permanently,' +
  'light|dark heavy,fast quick|slow,quickly|slowly,strong|weak,high|low,big large|small little,long tall|short,full|empty,input|output,read|write,send|receive,sent|received,' +
  'buy|sell,encourage|discourage,approve|deny,lock|unlock,install|uninstall,easy simple|difficult hard complex,safe|dangerous,guilty|innocent,same identical|different,' +
  'true|false,success|failure,upgrade|downgrade,horizontal|vertical,asleep|awake,friend ally|enemy,attack|defend,begin start|end finish stop,' +
  'create|destroy delete,deposit|withdraw,employed|unemployed,entrance|exit,enter|exit leave,even|odd,exterior|interior,inner|outer,forget|remember,front|back rear,lead|follow,' +
  'major|minor,married|single divorced unmarried,near|far,next|previous,parent|child,mother|father|sister|brother|son|daughter|uncle|aunt|husband|wife|cousin|grandmother|grandfather,' +
  'sender|recipient receiver,summer|winter|spring|autumn,thick|thin,tight|loose,top|bottom,upper|lower,victory|defeat,visible|hidden invisible,wide broad|narrow,benefit|harm,' +
  'beneficial|harmful,buyer|seller,client|server,lender|borrower,day|night,morning|evening|afternoon|noon|midnight,cool cold|warm hot,dirty|clean,employer|employee,forward|backward,' +
  'give|take,good|bad,landlord|tenant,majority|minority,teacher|student pupil,doctor|patient,advantage|disadvantage,hit|miss,stable|unstable,ripe|unripe,appear|disappear,' +
  'trust|distrust,male|female,man|woman,boy|girl,men|women,king|queen,lawyer|judge,red|blue|green|yellow|black|white|brown|gray|orange|purple|pink,gold|silver|bronze|copper|iron|steel,' +
  'cat|dog|horse|bird|fish|cow|pig|sheep,tea|coffee|water|beer|wine|milk|juice,car|bus|train|plane|bike bicycle,apple|pear|orange|banana|lemon,alpha|beta,primary|secondary,' +
  'plaintiff|defendant,ancestor|descendant,numerator|denominator,row|column,prefix|suffix,hardware|software,frontend|backend,' +
  'groß|klein,alt|jung neu,gut|schlecht,schnell|langsam,lang|kurz,hoch|niedrig,billig|teuer,öffentlich|privat,leicht|schwer,voll|leer,nass|trocken,reich|arm,stark|schwach,' +
  'früh|spät,mutter|vater|schwester|bruder|sohn|tochter|onkel|tante,sommer|winter|frühling|herbst,morgen|abend|nachmittag|nacht,rot|blau|grün|gelb|schwarz|weiß|braun|grau,' +
  'katze|hund|pferd|vogel,tee|kaffee|wasser|bier|wein|milch,mieter|vermieter,käufer|verkäufer,kaufen|verkaufen,erhöhen|senken,gewinn|verlust,vorne|hinten,oben|unten,innen|außen,' +
  'grande|petit,vieux vieille|jeune nouveau nouvelle,bonne|mauvais mauvaise,public publique|privé privée,légal|illégal,lourde|léger légère,pleine|vide,' +
  'mère|père|soeur|frère|fils|fille,rouge|bleue|verte|jaune|noire|blanc blanche,chat|chien|cheval,grande|pequeño pequeña,viejo vieja|joven nuevo nueva,' +
  'bueno buena|malo mala,público pública|privado privada,lleno llena|vacío vacía,madre|padre|hermana|hermano|hijo|hija,rojo roja|azul|verde|amarillo|negro negra|blanco blanca,gato|perro|caballo,' +
  'keep retain|remove delete drop discard,null|undefined|nan,linear|exponential|quadratic|logarithmic,readonly|writable,mutable|immutable,lossless|lossy,eager|lazy,local|remote,online|offline,' +
  'active|inactive,inclusive|exclusive,serial sequential|parallel,blocking|nonblocking,positive|negative,inbound|outbound,ingress|egress,clockwise|anticlockwise counterclockwise,' +
  'stdin|stdout|stderr,json|yaml|toml|xml|csv,string|number|boolean|integer|float|array,staging|production,debug|release,weekend|weekday weekdays,born|died,hire|fire,gross|net,debit|credit,asset|liability,' +
  'acute|chronic,benign|malignant,hypertension|hypotension,systolic|diastolic,winner|loser,host|guest,ceiling|floor,breakfast|lunch|dinner,once|twice|thrice,cover include|exclude,join|quit leave,land|leave depart,raised|lowered,acquit|convict,diesel|petrol gasoline,wide wider|narrower,shipped|deliver,cancel|postpone,advance|arrears,eagerly|lazily,memory|disk,lift|impose introduce,knee|elbow|shoulder|hip|ankle|wrist,' +
  'heart|liver|kidney|lung|stomach|brain,eingeschaltet|ausgeschaltet,öffnet öffnen|schließen,gekündigt|verlängert,einschalten|ausschalten,' +
  'eingang|ausgang,ankunft|abfahrt,montags|dienstags|mittwochs|donnerstags|freitags|samstags|sonntags,ouvre ouvrent|ferme ferment,chaude|froide,arrivée|départ,' +
  'abre abren abrió abrem|cierra cierran cerró fecha fecham fechou,entrada|salida saída,apre aprono|chiude chiudono,caldo calda|freddo fredda,entrata|uscita,alto alta|basso bassa baixo baixa,' +
  'vecchio vecchia|giovane nuovo nuova,buono buona|cattivo cattiva,pieno piena|vuoto vuota,madre|padre|sorella|fratello|figlio|figlia,rosso rossa|blu|verde|giallo gialla|nero nera|bianco bianca,gatto|cane|cavallo,' +
  'mãe|pai|irmã|irmão|filho|filha,vermelho vermelha|azul|verde|amarelo amarela|preto preta|branco branca,cheio cheia|vazio vazia,velho velha|jovem novo nova,cão cachorro|gato|cavalo,' +
  'opent openen|sluit sluiten,open|dicht,calientes|fríos frías,warm heet|koud,groot grote|kleine,oud oude|jonge nieuwe,hoog hoge|laag lage,moeder|vader|zus|broer|zoon|dochter,rood rode|blauwe|groen groene|geel gele|zwart|witte,hond|kat|paard,' +
  'açılır açar açık|kapanır kapatır kapalı,sıcak|soğuk,yeni|eski,dolu|boş,anne|baba|kardeş|oğul|kız,kırmızı|mavi|yeşil|sarı|siyah|beyaz,kedi|köpek,' +
  'otwiera otwarta otwarte|zamyka zamknięta zamknięte,duży duża|mały mała,nowy nowa|stary stara,ciepły ciepła gorący|zimny zimna,pełny pełna|pusty pusta,matka|ojciec|siostra|brat,' +
  'czerwony czerwona|niebieski niebieska|zielony zielona|czarny czarna|biały biała,pies|kot|koń';
