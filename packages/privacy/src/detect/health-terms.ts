/** Names of conditions that are separate words, as pattern sources. */
export const HEALTH_WORDS: readonly string[] = [
  // English
  "diabetes|diabetic|(?:(?:breast|lung|skin|colon|bowel|prostate|ovarian|cervical|pancreatic|liver|stomach|thyroid|bone|brain|blood) )?cancer|leuk(?:a)?emia|tumou?rs?|lymphoma|melanoma|hiv(?:[- ]positive)?|aids|syphilis|gonorrh(?:o)?ea|chlamydia|herpes|asthma|epilepsy|epileptic|stroke(?! of)|heart (?:attack|failure|disease)|hypertension|high blood pressure|angina|arrhythmia|depression|bipolar(?: disorder)?|schizophreni[ac]|anxiety disorder|panic attacks?|ptsd|ocd|adhd|add|autis(?:m|tic)|asperger(?:'s)?|dementia|alzheimer(?:'s)?|parkinson(?:'s)?|multiple sclerosis|migraines?|eczema|psoriasis|lupus|celiac|coeliac|crohn(?:'s)?|ibs|anorexia|bulimia|eating disorder|alcoholism|addiction|miscarriage|infertility|pregnant|pregnancy|menopause|abortion|ivf|erectile dysfunction|kidney (?:failure|disease|stones)|gallstones|copd|pneumonia|covid(?:-19)?|tuberculosis|anemia|anaemia|an(?:a)?emic|sleep apn(?:o)?ea|insomnia|burnout|suicidal|self-harm|gout|sciatica|slipped disc|hernia|glaucoma|cataracts?|tinnitus|vertigo|shingles|sepsis|mononucleosis|endometriosis|pcos",
  // German
  'zuckerkrank(?:heit)?|krebs(?:erkrankung)?|brustkrebs|lungenkrebs|darmkrebs|prostatakrebs|hautkrebs|leukämie|schlaganfall|herzinfarkt|herzinsuffizienz|bluthochdruck|asthma|epilepsie|depression(?:en)?|depressiv|schizophrenie|angststörung|panikattacken?|demenz|multiple sklerose|migräne|neurodermitis|schuppenflechte|zöliakie|magersucht|bulimie|essstörung|alkoholsucht|drogensucht|fehlgeburt|schwanger(?:schaft)?|wechseljahre|abtreibung|unfruchtbar(?:keit)?|nierenversagen|nierensteine|lungenentzündung|tuberkulose|blutarmut|schlafapnoe|gicht|bandscheibenvorfall|leistenbruch|grauer star|gürtelrose|reizdarm|herzrhythmusstörung(?:en)?|syphilis|tripper',
  // French
  'diabète|diabétique|cancer du \\p{L}+|leucémie|tumeur|infarctus|avc|accident vasculaire cérébral|hypertension|asthme|épilepsie|dépression|dépressi(?:f|ve)|schizophrénie|trouble anxieux|crises? de panique|démence|sclérose en plaques|migraines?|eczéma|maladie cœliaque|anorexie|boulimie|alcoolisme|fausse couche|enceinte|grossesse|ménopause|avortement|ivg|insuffisance rénale|pneumonie|anémie|apnée du sommeil|goutte|sciatique|hernie|zona|séropositi(?:f|ve)|sida|vih',
  // Spanish, Portuguese, Italian
  'diabético|diabética|diabetes|cáncer|leucemia|tumor|infarto|derrame cerebral|ictus|hipertensión|asma|epilepsia|depresión|esquizofrenia|trastorno de ansiedad|ataques? de pánico|esclerosis múltiple|migrañas?|eccema|celíac[oa]|celiaquía|bulimia|alcoholismo|aborto|embarazada|embarazo|menopausia|neumonía|apnea del sueño|gota|ciática|sida|vih|hernia discal',
  'câncer|cancro|hipertensão|pressão alta|depressão|esquizofrenia|ansiedade|enxaquecas?|grávida|gravidez|avc|enfarte|pneumonia|demência|alzheimer|hérnia|tensão alta|vih|sida',
  "diabetico|diabetica|diabete|cancro|tumore|leucemia|ipertensione|depressione|schizofrenia|disturbo d'ansia|attacchi? di panico|demenza|sclerosi multipla|emicrani[ae]|celiachi[ac]|celiac[oa]|anoressia|alcolismo|incinta|gravidanza|polmonite|sciatica|ernia|cardiopatia|hiv",
  // Dutch, Polish, Nordic, Turkish
  'suikerziekte|kanker|borstkanker|longkanker|beroerte|hartaanval|hoge bloeddruk|astma|epilepsie|depressie|schizofrenie|angststoornis|dementie|migraine|zwanger(?:schap)?|miskraam|longontsteking|jicht|hernia',
  'cukrzyc[ayęą]|rak(?:a)? \\p{L}+|nowotwór|białaczk[aięą]|udar|zawał|nadciśnieni[ea]|astm[aęyą]|padaczk[aięą]|depresj[aięą]|schizofreni[aięą]|migren[ayęą]|ciąż[ayęą]|w ciąży|poronieni[ea]|zapaleni[ea] płuc|otępieni[ea]',
  'cancer|högt blodtryck|hjärtinfarkt|astma|epilepsi|depression|schizofreni|demens|migrän|gravid|lunginflammation|masennus|syöpä|diabeetikko|verenpainetauti|şeker hastalığı|kanser|tansiyon|depresyon|hamile|astım',
  // Russian, Ukrainian, Greek, Arabic, Hebrew, Hindi
  'диабет(?:а|ом|у|е)?|рак(?:а|ом|у)? \\p{L}+|онкологи\\p{L}+|лейкоз\\p{L}*|опухол\\p{L}+|инсульт\\p{L}*|инфаркт\\p{L}*|гипертони\\p{L}+|астм\\p{L}+|эпилепси\\p{L}+|депресси\\p{L}+|шизофрени\\p{L}+|вич|спид|гепатит\\p{L}*|мигрен\\p{L}+|беремен\\p{L}+|аборт\\p{L}*|пневмони\\p{L}+|туберкул[её]з\\p{L}*|деменци\\p{L}+|анеми\\p{L}+|аллерги\\p{L}+ на \\p{L}+',
  'διαβήτη[ςσ]?|καρκίνο[ςσυ]?|κατάθλιψη|άσθμα|السكري|سرطان|اكتئاب|סוכרת|סרטן|דיכאון|मधुमेह|कैंसर|अवसाद',
];

/** Endings of names of conditions, in languages that borrow them from Greek. */
export const HEALTH_STEMS: readonly string[] = [
  '\\p{L}{3,16}(?:itis|ítis|ite aiguë|itide|itída)',
  '(?:arthr|hepat|bronch|gastr|derm|col|sinus|pancreat|mening|cyst|nephr|tend[io]n|phleb|diverticul|cirrh|fibr|thromb|scler|tubercul|psych|neur|silic|ost[eé]opor|endom[eé]tri|arthr|scoli|n[eé]phr|k[eé]rat)(?:o|ó|ô)?(?:sis|se|si|ose|za)',
  '(?:arthr|hépat|bronch|gastr|col|sinus|pancréat|méning|cyst|tendin|conjonctiv|appendic)ite',
  '(?:hepat|artr|bronqu|gastr|sinus|tendin|apendic|dermat|mening)itis|(?:hepat|artr|bronqu|gastr|sinus|tendin|apendic|dermat|mening)ite',
  '\\p{L}{3,16}(?:emia|aemia|émie|ämie)(?<!academia|bohemia|bohème|nemia|premia|academ\\p{L}+)',
  '(?:carcin|sarc|melan|lymph|lymf|linf|gli|aden|my[eé]l|neur[oa]bl|hepat|glauc|fibr|hämat|hemat|angi)om[ae]?',
  '(?:neuro|cardio|nephro|retino|myo|kardio|neur[oó]|arthro|encephalo)path(?:y|ie|ia)',
  '(?:agora|claustro|arachno|klaustro)(?:ph|f)ob(?:ia|ie|i)',
];

/** Medicines for a single condition. */
export const MEDICINES: readonly string[] = [
  'sertralin[ea]?|fluoxetin[ea]?|citalopram|escitalopram|venlafaxin[ea]?|bupropion|prozac|zoloft|lexapro|lithium carbonate|quetiapin[ea]?|olanzapin[ea]?|risperidon[ea]?|ritalin|adderall|methylphenidat[e]?|xanax|alprazolam|diazepam|lorazepam|insulina?|insuline|metformina?|metformine|ozempic|semaglutid[ea]?|levothyroxin[ea]?|l-thyroxin|methotrexat[e]?|tamoxifen|antiretroviral\\p{L}*|truvada|methadon[ea]?|naltrexon[ea]?|antabuse|viagra|sildenafil|warfarin|marcumar|statins?|ramipril|lisinopril|salbutamol|ventolin|chemotherapy|chemo(?:therapie)?|chimiothérapie|quimioterapia|chemioterapia|химиотерапи\\p{L}+|dialysis|dialyse|diálisis|антидепрессант\\p{L}*|antidepressants?|antidepressiv\\p{L}+|инсулин\\p{L}*',
];
