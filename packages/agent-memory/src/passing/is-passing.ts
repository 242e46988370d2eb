import { isProgressReport } from './is-progress-report.ts';
import { saysMore } from './says-more.ts';

/*
 * What is so for a moment: "is waiting for the build", "just now". A word such as "currently" alone tells nothing: "the currently supported LTS line" is
 * so for years.
 */
const PASSING: readonly RegExp[] = [
  // English
  /\b(?:just now|right now|at the moment|for the moment|as we speak|as i type|(?:a|one|two|a few|some) (?:moments?|seconds?|minutes?|hours?) ago|momentarily|in a (?:moment|minute|second|bit)|be right back|brb|so far today|(?:later|earlier) today|(?:this|tonight['’]s) (?:morning|afternoon|evening)|still (?:going|running|loading|compiling|thinking|working on (?:it|that|this)))\b/iu,
  /(?:\b(?:is|are|am|was|were|be|been|seems?|feels?|looks?|got|getting)|['’](?:s|m|re)) (?:(?:now|still|currently|just|very|really|a bit|quite|so|too|also) )*(?:waiting|busy|tired|hungry|thirsty|sleepy|typing|thinking|loading|compiling|away|afk|bored|annoyed|frustrated|confused|stuck|about to|on (?:hold|a call|the phone|a break|lunch)|in a (?:meeting|call|hurry)|running late|late today|having (?:lunch|dinner|breakfast|a (?:break|coffee|meeting)))\b/iu,
  /(?:\b(?:is|are|am|was|were)|['’](?:s|m|re)) (?:currently|now|presently|right now) (?!working|living|studying|renting|serving|saving|training|teaching|learning|building|writing|planning|attending|pursuing|employing|offering|using|leading|hiring|recruiting|charging|accepting|selling|shipping|stocking|supporting|requiring|sponsoring|hosting|earning|paying|owning|managing|maintaining|producing|manufacturing|importing|exporting|developing|following|dating|seeing|expecting|seeking|undergoing|receiving|recovering|raising|growing|operating|publishing|enforcing|staying|residing|subletting|lodging|taking (?!a (?:look|break|screenshot))|running (?:for|(?:an?|the|our) (?!(?:\p{L}+ )?(?:tests?|checks?|builds?|jobs?|scripts?|quer(?:y|ies)|commands?|linters?|migrations?|suites?|pipelines?|analysis|benchmarks?)(?!\p{L}))))\p{L}+ing\b/iu,
  /(?:\b(?:is|are|am|was|were)|['’](?:s|m|re)) (?:(?:currently|now|presently|still|just) )*(?:(?:out|off|gone) (?:for|at|to) (?:lunch|dinner|breakfast|coffee|a (?:walk|run|smoke|coffee|drink|bite))|at (?:lunch|dinner|breakfast)|asleep|in the shower|stuck in traffic|on (?:his|her|my|their|the) way)\b/iu,
  /(?:\b(?:is|are|am|was|were)|['’](?:s|m|re)) (?:currently|presently|right now) (?:out|off|away|offline|online|down|unavailable|unreachable|sick|ill|on (?:vacation|holiday|leave|a train|a plane|the train))(?=[.!,;]|$| (?:for|with|at|until|till)\b)/iu,
  /^(?:currently|now|presently),? (?:\p{L}+ )?(?:is |are |am )?\p{L}+ing\b/iu,
  /\b(?:waiting|awaiting|pending) (?:for |on )?(?:a |an |the |your |their |his |her |user |user['’]s )*(?:response|reply|answer|input|confirmation|approval|feedback|review|build|result|results|output|deploy|ci|tests?)\b/iu,
  /^(?:i(?: will|['’]ll| am going to|['’]m going to)|let me|next,? i(?: will|['’]ll)?) (?:\p{L}+ )?(?:check|look|read|run|open|fix|try|see|start|write|test|search|continue|proceed|update|review)(?!\p{L})[^.]{0,60} (?:next|now|first|then|again|shortly|soon)[.!]?$/iu,
  /^i(?:['’]ve| have)? just (?:opened|started|ran|pushed|committed|read|checked|saved|closed|sent|tested|looked)(?!\p{L})/iu,
  /^i(?:['’]m| am) (?:running|testing|checking|reading|opening|building|compiling|installing|searching|looking|deploying)(?!\p{L}).*(?:\bnow\b|\b(?:a|one) (?:minute|second|moment)\b)/iu,
  /^(?:let me|next,? i(?: will|['’]ll)) (?:check|look|read|run|open|try|see|test|search)(?!\p{L})[^.]{0,40}[.!]?$/iu,
  // German
  /^ich (?:lasse|führe|starte|teste|prüfe|lese|öffne|suche|baue) (?:gerade|jetzt|eben|kurz)(?!\p{L})|^ich (?:schaue|sehe|prüfe|teste|lese) (?:mir )?(?:das|es) (?:kurz|mal|gleich|gerade|jetzt)(?!\p{L})/iu,
  /(?<!\p{L})(?:gerade eben|soeben|im moment|im augenblick|momentan|zurzeit gerade|gleich wieder da|vor (?:einer|ein paar|wenigen|einigen|zwei|fünf) (?:sekunden?|minuten?|stunden?)|heute (?:morgen|früh|vormittag|nachmittag|abend))(?!\p{L})/iu,
  /(?<!\p{L})(?:ist|bin|sind|war|waren|wirkt) (?:(?:gerade|noch|jetzt|heute|sehr|etwas|derzeit|immer noch|so) )*(?:müde|beschäftigt|hungrig|durstig|genervt|abgelenkt|verwirrt|unterwegs|in eile|am telefon|in einer besprechung|in einem meeting|in der pause)(?!\p{L})|(?<!\p{L})warte(?:t|n|ten|te)? (?:\p{L}+ )?(?:auf)(?!\p{L})|(?<!\p{L})hat (?:gerade|jetzt|noch) (?:pause|feierabend|keine zeit)(?!\p{L})|(?<!\p{L})(?:läuft|lädt|kompiliert|tippt|arbeitet|denkt) (?:gerade(?!\p{L})(?! (?:als|an|bei|für|in)(?!\p{L}))|(?:noch|jetzt|derzeit)(?:[.!…]*$|,))/iu,
  // French
  /(?<!\p{L})(?:en ce moment|à l['’]instant|pour l['’]instant|tout de suite|il y a (?:un instant|quelques? (?:instants?|minutes?|secondes?|heures?)|une minute|deux minutes)|ce (?:matin|soir)|cet après-midi)(?!\p{L})/iu,
  // An infinitive and no place: "vient de Bretagne" says where from.
  /(?<!\p{L})vien(?:t|s|nent) (?:tout )?(?:juste )?(?:de |d['’])\p{Ll}+(?:er|ir|re)(?!\p{L})/u,
  /(?<!\p{L})(?:est|sont|suis|était|semble) (?:(?:encore|toujours|très|un peu|actuellement) )*(?:en train d|fatiguée?s?|occupée?s?|affamée?s?|en réunion|en pause|au téléphone|coincée?s?|perdue?s?|énervée?s?)|(?<!\p{L})(?:attend|attends|attendons|attendent|en attente) (?:de |d['’]|que |une? |la |le |les |l['’]|sa |son |votre |ta )*(?:réponses?|retours?|résultats?|confirmation|validation|builds?|tests?|compilation|fin|relecture|revue|approbation|utilisateur|déploiement|serveur|suite|instructions?)(?!\p{L})/iu,
  /^je (?:regarde|lis|vérifie|lance|ouvre|corrige|teste|cherche|continue) maintenant(?!\p{L})/iu,
  /^je (?:regarde|lis|vérifie|lance|ouvre|teste|cherche)(?!\p{L}).*(?:un instant|une (?:minute|seconde))|(?:est|sont) (?:encore |toujours )?en cours[.!]?$/iu,
  // Spanish, Portuguese, Italian
  /(?<!\p{L})(?:espera|esperan|aspetta|aspettano|aguarda|aguardam) (?:una? |la |uma |a |o )?(?:respuesta|confirmación|resultado|risposta|conferma|risultato|resposta|confirmação)(?!\p{L})|^(?:ora|adesso) (?:leggo|guardo|controllo|apro|cerco|eseguo|provo)(?!\p{L})|^(?:agora|ahora) (?:estou|estoy) \p{L}+ndo(?!\p{L})/iu,
  /^(?:yo )?estoy (?:ejecutando|probando|compilando|revisando|leyendo|buscando|abriendo|comprobando|verificando)(?!\p{L})|^(?:eu )?estou (?:executando|rodando|testando|compilando|verificando|lendo|abrindo|a (?:executar|testar|compilar|verificar|ler|abrir))(?!\p{L})|^(?:io )?sto (?:eseguendo|provando|compilando|controllando|leggendo|aprendo|cercando|verificando)(?!\p{L})/iu,
  /(?<!\p{L})(?:ahora mismo|en este momento|por el momento|hace (?:un momento|unos? (?:minutos?|segundos?)|poco|un rato)|esta (?:mañana|tarde|noche)|acaba de|neste momento|agora mesmo|há (?:pouco|um minuto|alguns minutos)|esta (?:manhã|tarde|noite)|acabou de|in questo momento|proprio ora|al momento|poco fa|un attimo fa|stamattina|stasera)(?!\p{L})/iu,
  /(?<!\p{L})(?:está|están|estoy|estaba|parece|estão|estou|estava) (?:(?:muy|un poco|todavía|aún|ahora|actualmente|muito|ainda|agora|um pouco) )*(?:cansad[oa]s?|ocupad[oa]s?|esperando|escribiendo|cargando|pensando|compilando|en una reunión|trabajando(?! (?:en (?!ell[oa]|es[oae]|est[oae])|desde|para|como|con))|hambrient[oa]s?|aburrid[oa]s?|com fome|em reunião|a esperar|digitando|carregando|trabalhando(?! (?:em|n[oa]s?|num|numa|desde|para|como|com)(?!\p{L}))|molest[oa]s?|confundid[oa]s?)(?!\p{L})|(?<!\p{L})(?:è|sono|era|sembra) (?:(?:ancora|molto|un po['’]) )*(?:stanc[oahi]+|occupat[oaie]|in riunione|in attesa|affamat[oaie]|annoiat[oaie])(?!\p{L})|(?<!\p{L})sta(?:nno)? (?!(?:lavor|studi|impar|viv|cresc|costru|scriv|cerc|frequent|insegn|progett|svilupp)[a-z]+ndo (?:a|ad|in|al|alla|allo|all['’]|da|dal|dalla|per|con|come|un|una|il|la|lo|l['’]|casa|lavoro)(?!\p{L}))\p{L}+ndo(?!\p{L})/iu,
  // Dutch
  /(?<!\p{L})(?:op dit moment|zojuist|net nu|zo meteen|een (?:moment|minuut|paar minuten) geleden|vanochtend|vanmiddag|vanavond)(?!\p{L})|(?<!\p{L})(?:is|ben|zijn|was) (?:(?:nu|nog|even|erg|heel) )*(?:moe|bezig|aan het \p{L}+|hongerig|in gesprek|in vergadering)(?!\p{L})|(?<!\p{L})wacht(?:en)? (?:nog )?op(?!\p{L})/iu,
  /^ik (?:draai|test|kijk|controleer|lees|open|zoek) (?:nu|even|zo)(?!\p{L})/iu,
  // Russian, Ukrainian
  /^(?:я )?сейчас (?:я )?(?:запускаю|проверяю|читаю|смотрю|открываю|собираю|тестирую|ищу)(?!\p{L})/iu,
  /(?<!\p{L})(?:прямо сейчас|только что|в данный момент|в этот момент|сию минуту|(?:минуту|секунду|час|пару минут|несколько минут) назад|сегодня (?:утром|днём|днем|вечером)|сейчас (?:\p{L}+ )?(?:выполняется|запускается|собирается|загружается|ждёт|ждет|ждут|жду|занята?|заняты|работает(?! (?:на|в|во|с|со|под|как|через|по|без)(?!\p{L}))|пишет|думает|грузится|идёт|идет|спит|ест|на встрече|на созвоне|в отпуске|устал\p{L}*)|(?:ждёт|ждет|ждут|жду|ожидает|ожидаем|ожидают|ожидаю) (?:ответа?|подтверждения|сборк[иу]|результата?|отклика|проверки|ревью)|щойно|прямо зараз|зараз (?:чекає|зайнят\p{L}*))(?!\p{L})|(?<!\p{L})(?:очень |сильно |немного |пока )?(?:устал|устала|устали|голоден|голодна|занят|занята|занят[ыо])(?: \p{L}+)?[.!…]*$/iu,
  // Japanese, Chinese, Korean
  /(?:たった今|ちょうど今|ただいま|今すぐ|今のところ|さっき|先ほど|(?:数|\d+)?(?:秒|分|時間)前に?|今朝|今晩|今夜)|(?:今(?!は)|現在)(?:は|、)?[^。]{0,30}(?<=(?:実行|確認|処理|起動|停止|入力|検索|解析|修正|編集|更新|送信|受信|電話|会議|移動|作業|待機|生成|保存|接続|閲覧|分析|ダウンロード|アップロード|インストール|コンパイル|ビルド|デプロイ|テスト|デバッグ|レビュー)し|待っ|考え|読み込ん|読ん|(?<!面倒を|様子を)見|調べ|開い|動い|走っ|食べ|飲ん|寝|休ん|話し|向かっ|悩ん|困っ|打っ|眺め|降っ|書い)(?:て|で)い(?:る|ます|た|ました)(?:ところ)?[。．!！]?$|(?:返事|返信|回答|応答|確認|承認|結果|入力|ビルド)を?(?:待って|待ち)|(?:疲れて|忙し|眠い|眠たい|お腹(?:が|を)(?:空|す))(?:い(?:る|ます|た)|いてい(?:る|ます))?/u,
  /(?:今|現在)[、は]?(?:実行|処理|確認|読み込み|ビルド|コンパイル|作業|待機)中(?:です|だ|である)?[。．!！]?$/u,
  /(?:刚刚|剛剛|刚才|剛才|此刻|眼下|(?:几|幾|\d+)?(?:秒|分钟|分鐘|小时|小時)(?:之)?前|今早|今晚|今天(?:早上|上午|下午|晚上))|(?:^我现在在|正在)(?=.{0,4}(?:运行|執行|执行|编译|編譯|构建|建置|测试|測試|加载|載入|读取|讀取|读(?:取|下|文|代|这|那|第)|查看|检查|檢查|检索|搜索|查找|分析|下载|下載|上传|上傳|安装|安裝|重启|重啟|启动|啟動|输入|輸入|打字|思考|浏览|瀏覽|打开|關閉|关闭|保存|生成|删除|刪除|编辑|編輯|调试|修复|部署|同步|扫描|提交|推送|拉取|克隆|合并|解析|阅读|看(?:文|代|日|这|那)|写(?:代码|脚本|测试)|跑|重新|处理(?:请求|任务|文件|数据)|进行(?:中|测试|构建|部署)|吃饭|吃午|吃晚|吃早|睡觉|开会|打电话|休息|开车|洗澡|做饭|赶))|正在(?:等待|等|处理|更新|忙)[^，,]{0,2}[。.！!…]*$|(?:数据库|服务器|系统|程序|页面|应用|测试|构建|脚本|任务|进程|下载|部署)[^，,]{0,4}正在|(?:等待|等着|等著|在等)(?:.{0,12})(?:回复|回覆|回应|答复|确认|確認|结果|結果|输入|批准|构建|審核|审核)|(?:很|有点|有點|太|非常)?(?:累了|困了|饿了|餓了|忙着|忙著)|(?:现在|現在|目前)(?:很|有点|有點|太|非常)(?:忙|累|困|饿|餓)/u,
  /(?:방금|지금 막|바로 지금|조금 전|잠시 후|(?:몇|\d+) ?(?:초|분|시간) 전|오늘 (?:아침|오전|오후|저녁))|(?:지금|현재)[^.]{0,30}(?:(?<=(?:실행|확인|처리|생각|검색|로드|로딩|다운로드|업로드|설치|빌드|컴파일|테스트|배포|수정|편집|저장|입력|분석|검토|디버깅|시작|종료|통화|회의|이야기|대기|작업|생성)하|읽|기다리|불러오|돌리|먹|마시| 보| 열| 자| 쉬)고 있(?:다|습니다|어요|음)|는 중)|(?:답변|응답|회신|확인|승인|결과|입력|빌드)[을를]? ?(?:기다리|대기)|(?:피곤|바쁘|배고프|졸리)/u,
  // Arabic, Hindi
  /(?:الآن فقط|في هذه اللحظة|في الوقت الحالي|حاليا ينتظر|قبل (?:قليل|لحظات?|دقيقة|دقائق|ثوان)|هذا الصباح|هذا المساء|هذه الليلة|(?:ينتظر|تنتظر|ننتظر|أنتظر|بانتظار|في انتظار)\s)|(?:متعب|مشغول|جائع|نعسان)(?:ة|ون|ين)?(?: الآن| حاليا| جدا)?[.!؟]*$/u,
  /(?:अभी-अभी|अभी अभी|इस समय|इस वक्त|फिलहाल|थोड़ी देर पहले|कुछ (?:मिनट|सेकंड|घंटे) पहले|आज (?:सुबह|शाम|दोपहर))|अभी [^।]{0,30}(?:रहा|रही|रहे) (?:है|हैं|हूँ|था|थी|थे)|(?:इंतज़ार|इंतजार|प्रतीक्षा) (?:कर|में)|(?:थका|थकी|थके|व्यस्त|भूखा|भूखी) (?:हुआ |हुई |हुए )?(?:है|हैं|हूँ)/u,
];

/** What holds again and again, or for good. */
const LASTING =
  /\b(?:always|usually|generally|typically|often|every|each|whenever|never|by default|prefers?|policy|supported|permanently|as a rule|on (?:mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays)|allerg(?:y|ic))\b|(?<!\p{L})(?:immer|meistens|normalerweise|jede[nrms]?|nie(?:mals)?|grundsätzlich|bevorzugt|toujours|d['’]habitude|chaque|jamais|par défaut|préfère|siempre|normalmente|cada|nunca|por defecto|prefiere|sempre|di solito|ogni|mai|altijd|meestal|elke?|nooit|всегда|обычно|кажд\p{L}+|никогда|по умолчанию|предпочита\p{L}+|завжди|ніколи)(?!\p{L})|(?:いつも|毎(?:日|週|月|年|回|朝|晩)|必ず|常に|総是|总是|總是|每(?:天|周|週|月|年|次)|通常|从不|從不|默认|預設|항상|매(?:일|주|월|년|번)|보통|절대|हमेशा|हर (?:दिन|बार|सप्ताह)|कभी नहीं)|(?:دائما|عادة|كل (?:يوم|أسبوع|مرة)|أبدا)/iu;

/** What names a year is told of more than a moment. */
const YEAR = /(?<![\p{L}\p{N}./:_-])(?:19|20)\d\d(?=年|년|[^\p{L}\p{N}./:_-]|[.]?$)/u;

/** What takes months: "is writing a novel", "is learning Catalan", "is thinking about changing jobs". */
const UNDERTAKEN =
  /(?<!\p{L})(?:novel|memoir|thesis|dissertation|textbook|trilogy|roman(?!\p{L})|buch|doktorarbeit|dissertation|livre|thèse|mémoires|novela|libro|tesis|romanzo|tesi|romance|livro|tese|роман|книгу|диссертацию|permis de conduire|son permis|bébé|bebé|bebê)(?!\p{L})|(?<!\p{L})(?:until|bis|jusqu['’]en|hasta|fino al?|até|до) (?:\p{L}+ )?(?:19|20)\d\d|сейчас (?:работа|жив|уч)|小説|小说|論文|论文|\bthinking (?:about|of) (?:\p{L}+ing\b|an? (?:\p{L}+ )?(?:career|job|change|move|divorce|degree|child|baby|house|business|sabbatical)\b)|\bwaiting for (?:\p{L}+ ){0,3}approval\b(?! (?:to merge|of the (?:pr|pull))|$|[.!])|\bwaiting for (?:\p{L}+ ){0,5}(?:permit|visa|licen[cs]e|grant|verdict|transplant|surgery|diagnosis|donor|asylum|divorce|inheritance|citizenship|custody)\b/iu;

/** "Right now we support Node 22": what somebody has, owns or supports is so for longer, said of now or not. */
const HAS_NOW =
  /^(?:right now|at the moment|for the moment|at present),? (?:we|our|i|my|they|their|he|she|it|the (?:company|team|product|library|api|user))(?: \p{L}+){0,3}? (?:own|owns|have|has|support|supports|use|uses|offer|offers|employ|employs|cost|costs|live|lives|work|works|rent|rents|(?:customer|client|supplier|vendor|employer|doctor|landlord|manager|maintainer|editor)s? (?:is|are))\b/iu;

/*
 * What a program or a person is seen doing this minute, by whole sentences: who, and an act that takes minutes. Working, living or studying somewhere is
 * none, "currently" or not.
 */
const SEEN: readonly RegExp[] = [
  // English
  /^(?:the |our )?(?:user|assistant|agent|model|server|database|machine|printer|service|app|system|build|job|tests?|ci|pipeline|browser|laptop|computer|deploy|deployment|page|editor|terminal)s?(?: has| have)? just (?:opened|closed|started|finished|logged|clicked|ran|typed|sent|pasted|uploaded|asked|pressed|saved|selected|stopped|crashed|restarted)(?!\p{L})/iu,
  /(?:\b(?:is|are)|['’]s) (?:(?:now|still|currently|just) )*(?:browsing|looking at|checking(?! in )|reading (?:the|a|an|through)|reviewing|scrolling|viewing|inspecting|debugging|rebooting|restarting|starting up|booting|warming up|shutting down|loading|syncing|rebuilding|(?:eating|having) (?:lunch|dinner|breakfast|a break))(?!\p{L})(?! for )/iu,
  /(?:\b(?:is|are)|['’]s) (?:being \p{L}+|(?!working|living|studying|learning|training|renting|running for|planning)\p{L}+ing) (?:now|right now)[.!]?$|\bstill (?:running|building|loading|compiling|pending)[.!]?$/iu,
  /^(?:next|now|then),? i(?: will|['’]ll| am going to|['’]m going to) \p{L}+|^i(?: will|['’]ll| am going to|['’]m going to) .{1,60} (?:next|now)[.!]?$/iu,
  // German
  /(?<!\p{L})(?:wird|werden) (?:gerade|derzeit|momentan|soeben) \p{L}+(?: \p{L}+)?[.!]?$|(?<!\p{L})hat (?:gerade|eben|soeben) .{1,60}(?:t|en)[.!]?$|(?<!\p{L})(?:läuft|laufen|lädt|laden) noch[.!]?$/iu,
  /(?<!\p{L})(?:prüft|schaut|liest|öffnet|startet|sucht|testet|tippt|fährt|lädt|sieht|schließt|isst|wartet) (?:sich )?(?:(?:gerade|momentan|soeben)(?!\p{L})|(?:jetzt|derzeit)[.!…]*$)|(?<!\p{L})(?:prüft|schaut|tippt|wartet) (?:sich )?(?:jetzt|derzeit)(?!\p{L})|^ich (?:öffne|lese|prüfe|starte|teste|suche|schließe|ändere|behebe) (?:nun|jetzt|gleich|als nächstes)(?!\p{L})/iu,
  // French
  /(?<!\p{L})en cours d[e'’] ?(?!route)\p{L}+(?:tion|ment|age)(?!\p{L})|(?<!\p{L})(?:consulte|lit|regarde|ouvre|vérifie) (?:actuellement|encore|maintenant|à l['’]instant)(?!\p{L})(?! (?:à|dès|de|depuis|jusqu|tous|chez)(?!\p{L}))|(?<!\p{L})(?:démarre|redémarre|charge|compile|tourne|tournent) (?:actuellement|encore|maintenant|à l['’]instant)(?:[.!…]*$|,)|^j['’]?(?:e )?\p{L}+e maintenant(?!\p{L})/iu,
  // Spanish, Portuguese, Italian
  /(?<!\p{L})se (?:está|están) \p{L}+ndo(?: ahora)?[.!]?$|(?<!\p{L})(?:está|están) (?:viendo|mirando|revisando|arrancando|iniciando|abriendo|cargando|leyendo|comprobando|comiendo|reiniciando)(?!\p{L})|^ahora \p{L}+o (?:el|la|los|las|un|una) /iu,
  /(?<!\p{L})(?:está|estão) (?:vendo|olhando|revisando|iniciando|abrindo|carregando|lendo|verificando|almoçando|reiniciando)(?!\p{L})|^agora \p{L}+o (?:o|a|os|as) |(?<!\p{L})sta(?:nno)? (?:guardando|controllando|avviando|aprendo|caricando|leggendo|verificando|mangiando|riavviando)(?!\p{L})/iu,
  // Russian
  /(?<!\p{L})(?:сейчас|в данный момент) (?:проверяет|смотрит|читает|открывает|просматривает|запускает|загружает|ест|обедает|(?!наход|явля|назыв|учит|занима|пользу|поддерж|использ|продаётся|продается|производ|хран|счита)\p{L}+(?:ется|ится|ются|ятся))(?!\p{L})|^сейчас я \p{L}+(?:ю|у)(?!\p{L})|(?<!\p{L})ещ[её] (?:выполня|ид[её]|загруж|собира)\p{L}*[.!]?$/iu,
  // Japanese, Chinese
  /^(?:これから|次に|今から).{1,30}(?:ます|る)[。！]?$|(?:現在|今)[^。]{0,10}中(?:です|だ|である)?[。．!！]?$|^我(?:现在(?:就|去|来|先|开始)?|接下来|马上|这就)(?=.{0,8}(?:运行|執行|执行|编译|編譯|构建|建置|测试|測試|加载|載入|读取|讀取|读(?:取|下|文|代|这|那|第)|查看|检查|檢查|检索|搜索|查找|分析|下载|下載|上传|上傳|安装|安裝|重启|重啟|启动|啟動|输入|輸入|打字|思考|浏览|瀏覽|打开|關閉|关闭|保存|生成|删除|刪除|编辑|編輯|调试|修复|部署|同步|扫描|提交|推送|拉取|克隆|合并|解析|阅读|看(?:文|代|日|这|那)|写(?:代码|脚本|测试)|跑|重新|处理(?:请求|任务|文件|数据)|进行(?:中|测试|构建|部署)|吃饭|吃午|吃晚|吃早|睡觉|开会|打电话|休息|开车|洗澡|做饭|赶|处理|更新|修改|看))/u,
];

/** Words that are named and not said: a status, a label, a title. */
const NAMED = /["“„«「『][^"“”„«»「」『』]{1,80}["”“»」』]/gu;

/** What says of the words before it that they are a name: "Right now is the name of the podcast". In English; elsewhere names stand in quotes. */
const IS_NAME =
  /^.{1,40}? (?:is|was) (?:the (?:name|title) of|called|a (?:podcast|song|film|movie|book|band|album|show)\b)/iu;

const EVERY_FORM: readonly RegExp[] = [...PASSING, ...SEEN];

/** Of this minute, whatever the verb beside it. */
const THIS_MINUTE =
  /^(?:just now|right now|as we speak|soeben|gerade eben|à l['’]instant|zojuist|net nu|только что|сию минуту|щойно)$/iu;

function isOfMoment(text: string, form: RegExp): boolean {
  const found = form.exec(text);
  if (found === null) return false;
  return !saysMore(text, found.index, found.index + found[0].length, THIS_MINUTE.test(found[0]));
}

/** True for a text that tells what is so for a moment and no longer. */
export function isPassing(text: string): boolean {
  const said = text.replace(NAMED, '…').replace(IS_NAME, '… is');
  return (
    !LASTING.test(said) &&
    !YEAR.test(said) &&
    !UNDERTAKEN.test(said) &&
    !HAS_NOW.test(said) &&
    (EVERY_FORM.some((form) => isOfMoment(said, form)) || isProgressReport(said))
  );
}
