import { LATIN_CUES } from './latin-cues.ts';
import { LATIN_EXCLUSIVE } from './latin-exclusive.ts';
import { LATIN_FIGURES } from './latin-figures.ts';
import type { ScriptWords } from './script-words.ts';

/**
 * Words of languages in Latin letters, with the few that are known of Greek and Hebrew: English, German, French, Spanish, Italian, Portuguese, Dutch,
 * Turkish, and negators of some more. A word that is also an everyday content word of another language is left out.
 */
export const LATIN: ScriptWords = {
  ...LATIN_CUES,
  ...LATIN_FIGURES,
  exclusive: LATIN_EXCLUSIVE,
  negator:
    'not nothing nowhere neither nor cannot hardly scarcely barely non aint dont doesnt didnt isnt wasnt werent wont cant couldnt shouldnt ' +
    'wouldnt hasnt havent hadnt nicht keinem keiner keines niemals niemand nichts nirgends weder kaum pas rien guère ni nul nulle jamás ' +
    'nadie ninguno tampoco nessuna niente né neanche nemmeno não ninguém nem niet geen nooit inte icke ej ikke inga inget ingen aldrig ' +
    'aldri utan uden uten bez nigdy nikdy není değil yok asla tidak bukan không לא אין δεν μην hiç hiçbir yoktur değildir without ohne sans ' +
    'senza sem zonder sin never none nobody kein keine keinen nie jamais aucun aucune nunca ningún ninguna mai nessuno nessun nenhum ' +
    'nenhuma no ei eivät emme nije nisu nema nėra nav nincs չի չեմ չես չեն չէ չենք չեք ոչ இல்லை না নেই নয় არ არა కాదు లేదు નથી',
  privative: 'without ohne sans senza sem zonder sin',
  denial:
    'doubt doubts doubted doubtful fail fails failed failing failure deny denies denied refuse refuses refused refusal lack lacks lacked false falsely untrue incorrect ' +
    'unable unlikely impossible prohibited forbidden banned stop stopped avoid avoids avoided prevent prevents prevented decline declines ' +
    'declined against absence verboten interdit prohibido vietato proibido yasak yasaktır',
  intent:
    'try tries tried trying attempt attempts attempted want wants wanted hope hopes hoped wish wishes wished intend intends intended seek seeks sought aim aims aimed threatens threatened ' +
    'consider considers considered considering plan plans planned planning promise promises promised offer offers offered prepare prepares prepared preparing ' +
    'propose proposes proposed pledge pledges pledged vow vows vowed agree agrees agreed decide decides decided expect expects expected scheduled',
  untrue:
    'false untrue incorrect wrong denied fake myth lie hoax debunked nonsense misconception joke inaccurate mistaken disproved retracted ' +
    'outdated obsolete lol falsch unwahr lüge mythos unsinn veraltet faux mensonge mythe canular falso falsa mentira mito incorrecto bugia ' +
    'bufala errato sbagliato incorreto errado onwaar fout onjuist leugen verouderd falskt fel lögn løgn usant forkert nieprawda fałsz ' +
    'kłamstwo nepravda lež yanlış yalan asılsız rumor rumour gerücht rumeur bulo boato myths lies hoaxes misconceptions jokes falsehood falsehoods rumors rumours ' +
    'mythen lügen gerüchte irrtum irrtümer mythes mensonges mitos mentiras bugie miti',
  reply: 'nope nein non nee nej nei ne hayır όχι',
  quantifier:
    'any fewer both either least nearly almost partly approximately roughly maximum minimum more less jeden fast beide mindestens ' +
    'höchstens tout plusieurs presque todo varios casi quasi só about only solely merely nur seulement sólo solamente soltanto somente ' +
    'apenas alleen',
  exception:
    'excluding until but se unless if wenn falls sofern si tenzij except excepting außer sauf excepté excepto salvo tranne exceto',
  modal: 'would allegedly reportedly probably supposedly dürfte würde',
  function:
    'no about but se an the of in on at by for from to with and or as is are was were be been being has have had do does did it its this ' +
    'that these those he she they his their there which who whom than then so also into over der die das den dem des ein eine einen einem ' +
    'ist sind war waren werden und oder im am auf von zu zum zur mit für bei le la les un une du de et ou à au aux est sont était dans en ' +
    'par pour sur avec que qui ce el los las y o es son fue del al con por para lo una il gli i è sono di da nel della os um uma na dos é ' +
    'são ve bir bu şu ile için her wird',
  all:
    'her altijd all every each always everyone everybody anyone anybody alle allen aller jeder jede jedes immer tous toutes chaque toujours ' +
    'todos todas cada siempre tutti tutte ogni sempre tüm bütün herkes daima hep elk elke iedereen',
  some:
    'half hälfte moitié mitad metà metade soms some several sometimes einige manche manchmal quelques certains certaines parfois algunos algunas veces alcuni alcune alguns ' +
    'algumas kimi bazı bazıları birkaç bazen sommige',
  many:
    'many most mostly usually often much viele meisten oft beaucoup souvent plupart muchos mayoría molti muitos çoğu çok birçok sıksık ' +
    'meeste vaak',
  few: 'az few little nadiren peu pocas poche pochi pocos poucos rarely rarement seldom selten weinig wenige zelden',
  none: 'never none nobody kein keine keinen nie jamais aucun aucune nunca ningún ninguna mai nessuno nessun nenhum nenhuma no',
  possible:
    'can could darf darfst dürfen dürft dürften kan kann kannst kun kunnen können könnt könnte könnten könntest könntet mag may might ' +
    'mogelijk mogen olabilir perhaps peut peuvent peux pode podem podemos poderia poderiam poderá poderão podes podrá podrán podrás ' +
    'podría podrían podrías podéis possiamo possibly possono potete potrebbe potrebbero potresti pourraient pourrait pourriez pouvez ' +
    'pouvons puede pueden puedes puoi può yapılabilir',
  required:
    'must shall should ought muss müssen müsste soll sollen sollte sollten doit doivent devrait devraient debe deben debería deberían deve ' +
    'devono dovrebbe devem deveria moet moeten müsst müssten sollst sollt solltest solltet muß dois devez devons devra devront devrez debes ' +
    'debéis debemos deberá deberán deberás debías devi dobbiamo dovete dovrà dovresti dovrebbero deves devemos deverá deverão deveriam ' +
    'gerek gerekir gerekiyor lazım zorunda zorunlu şart',
  will: 'wird will fera va seront será serán sarà saranno zal zullen',
  only:
    'only solely merely nur seulement sólo solamente soltanto somente apenas alleen exclusively ausschließlich lediglich seul seuls seule ' +
    'seules uniquement únicamente yalnızca sadece yalnız',
  condition:
    'unless if wenn falls sofern si tenzij except excepting außer sauf excepté excepto salvo tranne exceto solange eğer sürece',
  exclusion: 'except excepting außer sauf excepté excepto salvo tranne exceto',
  joiner:
    'and but while whereas although though because or nor yet hence thus therefore which who und aber während obwohl weil sondern denn doch ' +
    'sowie wobei oder weshalb et mais tandis donc puisque ou lorsque qui dont y e pero mientras aunque porque pues sino ma mentre sebbene ' +
    'perché quindi oppure mas enquanto embora pois maar terwijl hoewel omdat dus ve ama fakat ancak çünkü oysa veya',
  finite:
    'is are was were has have had does did will would can could may might must shall should be been it he she they we i you this that there ' +
    'everybody everyone nobody somebody someone everything nothing all many most people ist sind war waren haben hatte hatten wird werden ' +
    'wurde wurden kann können muss müssen darf soll es er sie wir ich alle jeder niemand das est sont était étaient ont avait sera peut ' +
    'doit il elle ils elles nous tous chacun personne cela ça son era eran fue fueron está están ha han hay será puede debe él ella ellos ' +
    'todos nadie eso esto è sono erano hanno sarà può deve lui lei loro tutti nessuno questo é são foi foram estão tem têm há pode ele ela ' +
    'eles ninguém isso zijn heeft hebben wordt worden zal kan moet hij zij ze iedereen het dit dır dur dür idi oldu olur vardır herkes ' +
    'hiçbir',
  label:
    'above according achtergrond addition additional allgemein altro answer antwoord antwoorden antwort antworten aperçu autres ' +
    'ayrıntılar background bağlam beispiel bekannt bekend below bilgi bilgiler bref brief bron bronnen cevap chiave clave clés con ' +
    'conclusie conclusione conclusión conclusão connu contesto context contexte contexto data date datum detail detalhes detalles ' +
    'dettagli diğer document domanda détails einleitung einzelheiten ejemplo elenco ergebnis ergebnisse esempio example exemple ' +
    'exemplo fact fait fakt fakten fato fatti fatto fazit feit feiten file find finding folgende folgt follow following fonte fonti ' +
    'found frage fragen fuente further general gerçek gerçekler grund gründe hecho here hintergrund how info información informatie ' +
    'information informationen informazioni informações instance introduction item kaynak kaynaklar key know known kurz laut learn ' +
    'learned lijst list lista liste main more name not nota note notitie notiz notizen notlar open other otros outros overige overview ' +
    'overzicht page particular pergunta point pontos pregunta principais pro punkt punkte punten punti puntos quelle quellen question ' +
    'reason reference resposta respuesta result resultaat resultado resultaten resumen resumo riassunto riepilogo risposta risultati ' +
    'risultato réponse résultat résumé sabe sabemos sagt samenvatting sappiamo savons say secondo section see seguente seguenti ' +
    'seguinte segundo según selon short show siehe siguiente sonuç sonuçlar soru sorular source status steht step suivant sum summary ' +
    'table tell thema time topic update value vault vedi veja ver voir volgende volgens voorbeeld vraag vragen weitere weten what when ' +
    'where who why wichtig wichtigste wissen words yanıt zeigt zie zusammenfassung örnek özet überblick übersicht',
  and: 'and und et y e i en ve sowie',
  or: 'or oder ou o u veya',
  present:
    'is are am has have ist sind hat haben est sont a ont es son está están è sono ha hanno é são tem estão heeft hebben',
  past:
    'was were had been war waren hatte hatten wurde wurden était étaient fut furent avait avaient era eran fue fueron estaba había erano fu ' +
    'furono aveva avevano eram foi foram tinha werd werden idi',
  future: 'will shall wird werden sera seront fera aura será serán sarà saranno serão zal zullen olacak',
  saying:
    'according acredita afferma affirmait affirme afirma afirmou afirmó alleged alleges argued argues assumed assumes behauptet ' +
    'behauptete believe believed believes claim claimed claims crede cree croit dedi dice dijeron dijo disait disse dit diyor diz ' +
    'glaubt glaubte göre hoped hopes laut meint meinte pense reported reports sagt sagte said say says secondo segundo según selon ' +
    'sostiene stated states suggested suggests suspected suspects söyledi tells think thinks thought told volgens zegt zei zufolge',
  soft:
    'a_menudo almost bazen beinahe casi fast frequentemente gelegentlich genellikle generally generalmente geralmente généralement ' +
    'habituellement largely manchmal meist meistens mostly nearly normalerweise normally normalmente occasionally oft often parfois ' +
    'partly presque quasi raramente rarely rarement seldom solitamente sometimes soms souvent spesso sık talvolta teilweise typically ' +
    'usually vaak',
  proviso: 'eğer vorausgesetzt',
  former:
    'former formerly previously ex erstwhile ehemalige ehemaliger ehemaligen ehemaliges ehemaligem ehemals vormals früher frühere früherer ' +
    'früheren ancien ancienne anciens anciennes anciennement autrefois antiguamente anteriormente antigo antiga antigamente precedentemente ' +
    'voormalig voormalige vroeger vroegere voorheen eskiden',
  think:
    'believe believes crede cree creer croire croit denken denkt expect expects glauben glaubt pensar seem seems think thinks want ' +
    'wants',
  honorific: 'don doña dr frau herr madame monsieur mr mrs ms prof señor señora signor signora sir sr sra',
  turns:
    'least|most,over|under,up|down,on|off,because|despite,mindestens|höchstens,moins|plus,über|unter,first|last,north|south,east|west,win|lose,buy|sell,' +
    'bought|sold,start|end,started|ended,starts|ends,begins|ends,began|ended,sus|alt,lighter ' +
    'lightest|heavier heaviest,leichter|schwerer,länger|kürzer,stärker|schwächer,schneller|langsamer,wärmer|kälter,billiger|teurer,más mais|' +
    'menos,più|meno,hafif|ağır,uzun|kısa,büyük|küçük,yüksek|düşük,hızlı|yavaş,ucuz|pahalı',
  rates:
    'h hourly,every hour,each hour,stündlich,jede Stunde,die Stunde,in der Stunde,toutes les heures,chaque heure,de l’heure,cada hora,a la hora,ogni ora,elk uur,her saat,saatte|' +
    'd daily,every day,each day,nightly,every night,täglich,tägliche,täglichen,jeden Tag,am Tag,quotidien,quotidienne,tous les jours,chaque jour,diario,diaria,diariamente,cada día,al día,todos os dias,' +
    'diário,diária,ao dia,giornaliero,giornaliera,ogni giorno,dagelijks,dagelijkse,elke dag,her gün,günde,günlük|' +
    'week weekly,biweekly,fortnightly,every week,each week,wöchentlich,wöchentliche,wöchentlichen,jede Woche,die Woche,in der Woche,hebdomadaire,toutes les semaines,chaque semaine,semanal,cada semana,a la semana,à semana,' +
    'settimanale,ogni settimana,wekelijks,wekelijkse,elke week,her hafta,haftada,haftalık|' +
    'month monthly,bimonthly,every month,each month,monatlich,monatliche,monatlichen,jeden Monat,im Monat,den Monat,mensuel,mensuelle,tous les mois,chaque mois,le mois,mensual,cada mes,al mes,mensal,ao mês,todo mês,' +
    'mensile,ogni mese,maandelijks,maandelijkse,elke maand,her ay,ayda,aylık|' +
    'year yearly,annual,annually,biannual,biannually,semiannual,every year,each year,jährlich,jährliche,jährlichen,jedes Jahr,im Jahr,annuel,annuelle,tous les ans,chaque année,par année,l’année,anual,cada año,al año,anualmente,ao ano,todo ano,' +
    'annuale,annuo,ogni anno,jaarlijks,jaarlijkse,elk jaar,her yıl,yılda,yıllık',
  aside: 'before after vor nach avant après antes después depois prima dopo voor önce sonra',
  sides:
    'prior until till til since by from following preced* ahead later earlier past through to than onward onwards between within post pre start* end* deadline ' +
    'due expir* bis seit ab depuis jusqu* desde hasta da dal fino até na sinds tot beri kadar',
  changed:
    'moved|changed|switched|migrated|rose|risen|fell|fallen|grew|grown|increased|decreased|dropped|cut|raised|reduced|lowered|shifted|renamed|rescheduled|postponed|upgraded|downgraded|' +
    'transferred|converted|relocated|went|gone|climbed|shrank|declined|updated|bumped|enlarged|expanded|widened|lengthened|shortened|doubled|halved|stieg|sank|fiel|zog|wechselte|ge*stiegen|gesunken|gefallen|gezogen|umgezogen|gewechselt|umgestellt|' +
    'erhöht|gesenkt|verschoben|verlegt|umbenannt|geändert|passée?s?|augmenté*|baissé|déménagé|reporté*|migré|pasó|pasaron|subió|bajó|cambió|mudó|migr*|aumentó|trasladó|passat*|' +
    'salit*|sces*|trasferit*|spostat*|passou|subiu|mudou|caiu|aumentou|migrou|gestegen|gedaald|verhuisd|gewijzigd|verplaatst|verzet|verlaagd|verhoogd',
  fromTo:
    "from=to|into von|vom=auf|nach|zu|in de|du|d’|d'=à|au|a|al|para da|dal|dall’|dall'=a|al|ad de|do|da=para van=naar|tot",
  instead:
    'instead of|in place of|replaced|rejected|abandoned|discarded|ruled out|phased out|(?<!(?:is|are|was|were|be|been|being|get|gets|got)\\s)used to|anstelle von|anstatt|au lieu de|à la place de|en lugar de|en vez de|invece di|al posto di|em vez de|in plaats van',
  replaced:
    '(?:was|were|has been|have been|got) (?:replaced|succeeded|superseded) by|(?:a|ont) été remplacée?s? par|fue (?:reemplazad|sustituid)[oa] por|è stat[oa] sostituit[oa] da|foi substituíd[oa] por|werd vervangen door',
  opposites:
    'increase increases increased increasing rise rises rose risen rising grow grows grew grown growing climbed up|decrease decreases ' +
    'decreased decreasing fall falls fell fallen falling drop drops dropped dropping decline declines declined declining shrank shrink,if|' +
    'unless,before|after,above|below beneath,more greater|less fewer,larger bigger|smaller,higher highest|lower lowest,longer longest|' +
    'shorter shortest,older oldest elder|younger youngest newer newest,faster fastest quicker|slower slowest,stronger strongest|weaker weakest,better ' +
    'best|worse worst,earlier earliest|later latest,cheaper cheapest|dearer costlier,maximum|minimum,accept accepts accepted approve ' +
    'approves approved|reject rejects rejected refuse refuses refused,allow allows allowed permit permits permitted|forbid forbids forbade ' +
    'forbidden prohibit prohibits prohibited ban bans banned,won wins win|lost loses lose,enable enables enabled|disable disables disabled,include ' +
    'includes included including|exclude excludes excluded excluding,succeed succeeds succeeded pass passes passed|fail fails failed,inside|outside,open opens opened|closed closes shut gesloten,left|right,inwards inward|outwards outward,indoors indoor|outdoors outdoor,deprecated|recommended,alive|dead,present|absent,upstream|downstream,' +
    'ascending|descending,offen geöffnet|geschlossen,links|rechts,ouvert ouverte|fermé fermée,gauche|droite,abierto abierta|cerrado cerrada,izquierda|derecha,aperto aperta|chiuso chiusa,sinistra|destra,' +
    'aberto aberta|fechado fechada,esquerda|direita,everyone ' +
    'everybody anyone anybody|nobody,gestiegen stieg stiegen steigt steigen erhöht zugenommen wuchs|gesunken sank sanken sinkt sinken ' +
    'gefallen fiel verringert abgenommen,vor|nach,größer größte|kleiner kleinste,höher höchste|niedriger niedrigste,älter|jünger,besser|' +
    'schlechter,früher|später,erlaubt zulässig|verboten unzulässig,maximal|minimal,augmenté augmente augmentent hausse monté|diminué ' +
    'diminue diminuent baisse baissé chuté,avant|après,meilleur meilleure|pire,autorisé autorisés autorisée autorisées permis|interdit ' +
    'interdits interdite interdites,subió sube suben subieron aumentó aumenta creció|bajó baja bajan bajaron disminuyó disminuye cayó,antes|' +
    'después,mayor mayores|menor menores,mejor mejores|peor peores,permitido permitidos permitida permitidas|prohibido prohibidos prohibida ' +
    'prohibidas,máximo|mínimo,con|sin,prima|dopo,love loves loved likes liked|hate hates hated dislike dislikes disliked,hot|cold,heating heated heats|' +
    'cooling cooled cools,hired hires hire|fired fires fire,add adds added|remove removes removed,confirm confirms confirmed|deny denies denied,online|offline,' +
    'internal|external,positive|negative,alive|dead,' +
    'lent lends lend|borrowed borrows borrow,liebt mag|hasst,bestanden besteht|durchgefallen,heiß|kalt,aime|déteste,chaud chaude|froid froide,ama|odia odeia,caliente quente|frío frio',
  binding: {
    en:
      'a an the of in on at by for from to with and or but as is are was were be been being has have had do does did it its this that these ' +
      'those he she him his her hers they them their there here which who whom whose what when where why how than then so also into over ' +
      'about i me my we us our you your if because while during after before through between under out up off very just such some any yes no ' +
      'not too',
    de:
      'der die das den dem des ein eine einen einem einer eines ist sind war waren wird werden wurde wurden und oder aber in im am an auf von ' +
      'zu zum zur mit für bei aus nach über unter er sie es ich wir ihr ihm ihn ihnen sich sein seine seiner ihre ihrem mein unser man als ' +
      'wie dass auch noch nur nicht kein keine hat haben hatte diese dieser dieses jede jeder welche wenn weil ja nein',
    fr:
      'le la les un une des du de et ou au aux est sont était étaient a ont être avoir dans en par pour sur avec sans que qui dont se ce cet ' +
      'cette ces il elle ils elles on nous vous je tu son sa ses leur leurs mon ma mes ne pas plus mais comme aussi très si oui non',
    es:
      'el la los las un una unos unas de del al a y o u en con por para sin sobre es son era eran fue fueron ser estar está están que quien ' +
      'cual se su sus lo le les él ella ellos ellas yo tú nosotros mi mis pero como más muy también no sí si ya hay este esta estos estas ha ' +
      'han',
    it:
      'il lo la i gli le un uno una di del della dei degli delle dello e o a al alla ai in nel nella nei con per su sul sulla da dal dalla è ' +
      'sono era erano essere che chi cui si suo sua suoi lui lei loro io noi voi ma come anche più molto non sì se ha hanno questo questa',
    pt:
      'o a os as um uma uns umas de do da dos das e ou em no na nos nas ao à aos com por para sem sobre é são era eram foi foram ser estar ' +
      'que quem se seu sua seus suas ele ela eles elas eu nós mas como mais muito também não sim já este esta isso tem têm',
    nl:
      'de het een van en of in op aan bij met voor door naar uit over is zijn was waren wordt worden werd er hij zij ze wij we jij je u dat ' +
      'die dit deze niet geen ook maar als dan hun haar zijn te om heeft hebben nog wel ja nee',
    tr:
      've ile bir bu şu o da de ki için gibi çok daha en ne mi mı mu mü olarak olan oldu olduğu değil var yok ama veya sonra önce kadar onlar ' +
      'her',
  },
  irregular:
    'betrug=beträgt betrugen=betragen went=goes,go wrote=write+ made=make+ had=has,have said=say+ got=get+ gave=give+ took=take+ came=come+ saw=see+ knew=know+ ran=run+ ' +
    'began=begin+ built=build+ bought=buy+ brought=bring+ sold=sell+ sent=send+ paid=pay+ kept=keep+ left=leave+ led=lead+ met=meet+ ' +
    'held=hold+ found=find+ became=become+ lay=lie+ stood=stand+ thought=think+ lost=lose+ won=win+ drove=drive+ grew=grow+ flew=flies,fly ' +
    'wore=wear+ rose=rise+ fell=fall+ felt=feel+ told=tell+ taught=teaches,teach chose=choose+ ate=eat+ drank=drink+ slept=sleep+ sat=sit+ ' +
    'sang=sing+ spent=spend+ spoke=speak+ drew=draw+ fed=feed+ fought=fight+ hid=hide+ shook=shake+ wove=weave+ broke=break+ ging=geht,' +
    'gehen kam=kommt,kommen gab=gibt nahm=nimmt sah=sieht fand=findet stand=steht lag=liegt blieb=bleibt schrieb=schreibt sprach=spricht ' +
    'hielt=hält ließ=lässt lief=läuft traf=trifft trug=trägt fuhr=fährt half=hilft begann=beginnt verlor=verliert gewann=gewinnt hieß=heißt ' +
    'saß=sitzt zog=zieht brachte=bringt dachte=denkt wusste=weiß kannte=kennt bekam=bekommt trank=trinkt aß=isst konnte=kann musste=muss ' +
    'durfte=darf wollte=will trat=tritt schlief=schläft verließ=verlässt fit=fait prit=prend vint=vient pouvait=peut devait=doit ' +
    'voulait=veut faisait=fait prenait=prend venait=vient tenait=tient hizo=hace tuvo=tiene tenía=tiene pudo=puede podía=puede puso=pone ' +
    'dio=da dijo=dice vino=viene quiso=quiere iba=va supo=sabe fece=fa faceva=fa ebbe=ha prese=prende scrisse=scrive disse=dice venne=viene ' +
    'vide=vede poteva=può doveva=deve stava=sta fez=faz fazia=faz teve=tem pôde=pode pôs=põe deu=dá disse=diz veio=vem quis=quer ia=vai ' +
    'soube=sabe ging=gaat kwam=komt gaf=geeft nam=neemt zag=ziet vond=vindt stond=staat lag=ligt bleef=blijft schreef=schrijft hield=houdt ' +
    'liep=loopt kon=kan moest=moet mocht=mag wilde=wil deed=doet kocht=koopt dacht=denkt sprak=spreekt dronk=drinkt at=eet',
  shows:
    'above add archivo arquivo así aus befehl beispiel below block call calls can code comando command commande commands comme como ' +
    'config configuration così datei du e e.g ejecuta ejecute ejemplo enter esegui esempio example examples execute executes exemple ' +
    'exemplo exécute exécutez fichier file first flag folgende folgenden following function führe g gebruik here i i.e invoke kann ' +
    'kommando lancez ligne like line lines linha looks línea man method mit next note nutze nutzt on opdracht option our output paste ' +
    'peut please puede puedes puoi put query reads result riga rode run running runs say script see seguente seguinte setting settings ' +
    'shell show shown shows sie siguiente snippet so suivant suivante terminal then through try type usa use used uses using utilise ' +
    'utilisez utiliza verwende verwendet via você voer voorbeeld vous we write you your zeile',
  relation:
    'over than before after instead versus vs into against under above below als vor nach statt über unter que avant après antes después ' +
    'prima dopo',
  direction: 'to from',
  contrary: 'gegen contre',
  bond: 'by of for with without via von zu für an de a por para sin sobre pour par vers da per contro',
  agent: 'by von vom par por da dal dalla door',
  unnamed:
    'i the a an this that these those he she it they we you his her its their our my your in on at by for from of to with and or but as if ' +
    'when while after before since until although though because during however also both each all some many most more other according ' +
    'following there here then no not one two three mr mrs ms dr st january february march april may june july august september october ' +
    'november december monday tuesday wednesday thursday friday saturday sunday internet god am pm ad bc deinen ihren euren laut le la les ' +
    'un une des il elle el los las una lo gli der die das ein eine er sie es wir und',
  nameJoiner: 'of the de la del di da du von van der den and & el al bin for le',
  german:
    'der die das dem einem einen einer eines ein eine und oder ist sind waren nicht kein keine wird werden wurde wurden mit auf im für gegen ' +
    'vom zur zum bei beim nach aus über unter durch wegen sich haben seine ihre auch wie wenn steht geht',
  greek:
    'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma sigma tau upsilon phi chi psi omega',
};
