/** Copies, papers, uniforms, accounts, tickets and schemes. Sources: Trade Marks, Copyright, Criminal Code and Fair Trading Acts. */
import { type GoodsRule, SOURCES } from "../rule.ts";

const LUXURY =
  "louis vuitton | louis viton | louie vuitton | luis viton | lv | gucci | guchi | chanel | rolex | prada | dior | hermes | birkin | balenciaga | fendi | burberry | versace | cartier | omega | tag heuer | breitling | patek | audemars | hublot | yeezy | jordan | nike | nikes | adidas | new balance | airpods | apple watch | iphone | ugg | north face | moncler | canada goose | ralph lauren | lacoste | ray ban | raybans | oakley | tiffany | pandora | yves saint laurent | ysl | off white | supreme | stussy | essentials | trapstar | dyson | airwrap | designer bag | designer handbag | designer watch | designer shoes | designer sunglasses | designer | handbag | handbags | sneakers | jersey | jerseys | guernsey | coach | michael kors | goyard | celine | bottega | van cleef | bulgari | labubu | beats | jbl | makita battery | milwaukee battery | mac makeup | kylie | charms | perfume | submariner | daytona | watch | watches";
const FAKE =
  "replica | replicas | replika | fake | faux copy | copy | coppy | copies | counterfeit | knock off | knockoff | knock offs | dupe | dupes | imitation | super clone | superclone | clone | aaa | aaa quality | 1 1 | mirror quality | mirror | high quality copy | rep | reps | not authentic | non genuine | unauthentic | inauthentic | thai copies | turkish | unbranded copy | super rep | lookalike";

export const FRAUDS: readonly GoodsRule[] = [
  {
    id: "counterfeit",
    answer: "block",
    goods: "copies of brands",
    why: "Selling goods with a false trade mark is an offence.",
    source: SOURCES.trademarks,
    names: `
      (${FAKE}) ~2 (${LUXURY}), (${LUXURY}) ~3 (replica|replicas|fake|copy|counterfeit|knock off|knockoff|dupe|imitation|super clone|superclone|clone|aaa|aaa quality|mirror quality|1 1|reps|super rep|not authentic|not real but|thai copies|thai copy), counterfeit, mirror (quality|grade) (bag|handbag|watch|designer|shoes), (7|7a|aaa|star|god) (star|grade|tier|batch) ~1 (replica|bag|handbag|copy|sneakers), ljr batch, pk batch, dhgate (bag|link|shoes), pandabuy, super rep, (jordan|jordan 1|yeezy|nike) ~1 reps, (proxy|fake|replica) ~1 (pokemon|cards|mtg|charizard|magic card), (pokemon|mtg|magic) cards proxy, proxy (cards|card|gold), (fake|prop|counterfeit|movie) ~2 (money|notes|dollars|dollar notes|banknotes), prop money, fake ~2 notes, copy ~1 pandora, (replica|designer) designer`,
    phrases: `
      (its|it is|this is|they are|these are) (a)? (good|high quality|very good)? (fake|replica|copy|knock off), not (a)? (authentic|genuine|original|real) (one|brand|item|gucci|chanel|lv|nike), not original but, not real but 1, (${LUXURY}) ~6 (not original|not sure if genuine|cant promise its real|can t promise its real|no papers|bought in bali|from bali|from china|no receipt from market|lookes real|looks real|from market), (bali|turkey|phuket|thailand|market) ~2 (louis|gucci|rolex|ray bans|copy), (super|good|best|jordan|high tier) ~2 (rep|reps) ~2 (batch|size|1 1|ljr)?, reps (jordan|yeezy|dunk|batch), (logo|box) ~4 (comes from china|dupe), all brands ~2 (star|replica), (tag heuer|rolex|omega|gucci) style`,
    foreign: `
      高仿, 复刻, A货, 假货 名牌, 1比1, 精仿, 超A, 莆田, تقليد درجه اولى, تقليد ماركات, ماركات مقلده, كوبي ماركه, تقليد, hàng fake, hàng nhái, super fake, hàng replica, hang fake, túi fake, (borsa|borse|orologio|scarpe) ~1 (replica|falso|tarocco|contraffatto), replica perfetta, (replicas|imitacion|clon) ~1 (de)? (nike|adidas|gucci|rolex|marca|calidad), calidad aaa, μαιμου (τσαντα|ρολοι), απομιμηση, αντιγραφο ρολοι, नकली (गुच्ची|घड़ी|ब्रांड|माल|नोट|नोटहरू)?, फर्स्ट कॉपी, ਪਹਿਲੀ ਕਾਪੀ, ਨਕਲੀ ਘੜੀ, ਫਸਟ ਕਾਪੀ, 짝퉁, 레플리카, 미러급, 이미테이션`,
    harmless: `
      (not|no|never|isnt|arent|without|dont sell) (a)? (fake|replica|copy|copies|counterfeit|knock off), fake (plant|grass|fur|leather|tan|nail|eyelash|lash|flower|turf|book|candle|snow|blood|tree|fireplace|greenery|ivy|succulent|nails kit), faux (fur|suede|leather|mantle), watch (replica|copy) of (the|a) (movie|film), (air|hard|signed|advance|photo|review|proof) copy, copy (cat|cats|copycat|of the receipt|of receipt|and paste), copycat, replica (eames|ship|olympic|chair|lamp|stool|sofa|wegner|tolix|model|car|engine|furniture|panton|arco|torch), imitation (game|pearls|leather|fur|crab), mirror (quality polish|ball), clone (wars|high), (rep|reps) (weights|bench),  (genuine|authentic|real) ~2 (not a copy)`,
  },
  {
    id: "pirated",
    answer: "block",
    goods: "copied films, games or software, and access to paid channels",
    why: "Selling copies or access without the owner's permission infringes copyright.",
    source: SOURCES.copyright,
    names: `
      (pirate|pirated|bootleg|bootlegged|burnt|burned|copied|cracked|ripped|dubbed) ~2 (dvd|dvds|cd|cds|game|games|movie|movies|software|blu ray|office|adobe|windows|ps2|ps1|discs), iptv ~1 (box|subscription|channels|12 months|lifetime|reseller|service)?, 1ptv, (jailbroken|jailbreak|fully loaded|unlocked) (fire stick|firestick|android box|apple tv|switch|ps4|ps5|amazon stick|box|stick), (modded|chipped|hacked|jailbroken|softmodded) ~2 (switch|xbox|ps2|ps3|ps4|ps5|playstation|wii|3ds|psp), r4 (card|cards|cartridge|loaded|#), flashcart loaded, (hacked|cracked|shared|lifetime|cheap|stolen|premium) ~2 (netflix|spotify|disney|stan|kayo|youtube premium|adobe|chatgpt|office|hulu|prime) ~1 (account|accounts|premium|login|subscription)?, (netflix|spotify|kayo|stan|disney|foxtel|hbo|canva|chatgpt|adobe|steam|psn|office|vpn) (account|accounts|acount|premium|login|logins|sub) ~1 (lifetime|life time|hacked|cheap|shared|1 year|12 months|#|sale), =hakked, (windows|office) ~3 (key|keys|licence|product key) ~1 (#|cheap|digital|instant|bulk), (windows 10|windows 11|office 365|office 2021) key, product keys, # (channels|movies|games) ~2 (loaded|free|pay once|for life|included), hard drive ~3 movies, movies and full, satellite card sharing, cccam, dongle (cracked|crack), (free|all) ~1 (foxtel|kayo|sky) ~1 (for life|channels)?, roms (loaded|preloaded), (loaded|preloaded) ~2 (roms|# games)`,
    titles: "iptv, bootleg, burned dvds",
    phrases: `
      (all)? (movies|channels|foxtel|kayo|netflix) (for)? free for life, loaded with ~1 (hundreds|thousands|#) (of)? (roms|games|movies), all channels ~1 free, all the footy and movies, one little stick, modded nintendo, can play anything, (plug into tv|full game of thrones), hacked spotify, # channels`,
    foreign:
      "破解 电视盒, 电视盒子 (免费|破解|永久)?, 盗版, 网飞 账号, اشتراك iptv, قنوات مشفره, برامج مقرصنه, فك تشفير, xem tất cả các kênh, kênh lậu, hộp iptv, tài khoản netflix, pezzotto, todo el futbol gratis, peliculas piratas, cuentas netflix, canales premium gratis, πειρατικα, συνδρομητικα καναλια, पायरेटेड, नेटफ्लिक्स अकाउंट, ਨੈੱਟਫਲਿਕਸ ਅਕਾਊਂਟ, 불법 iptv, 넷플릭스 계정, 윈도우 정품키",
    harmless:
      "(no|never|not|isnt|no burnt) (pirate|jailbroken|modded|copies|burnt|burned|hacked), (original|genuine) (cases|discs), burnt orange, jailbreak (escape|puzzle), office ~3 boxed ~2 key, burned (out|orange|sienna), copied key, pirate (ship|costume|party|lego|playmobil|treasure|hat|booty|flag|set), pirates (caribbean|of), burn (book), life hack, hack saw, fire stick 4k amazon original",
  },
  {
    id: "hacking",
    answer: "block",
    goods: "devices and services to spy, break in or steal data",
    why: "Listening devices, hidden cameras in private places, card skimmers and break-ins to accounts are offences.",
    source: SOURCES.surveillance,
    names: `
      keylogger, key logger, spyware, (spy|hidden|covert|nanny|pinhole) (cam|camera) ~3 (bedroom|bathroom|shower|clock|pen|charger|smoke detector|toilet|wifi|usb|tiny|glasses|change room|in|mini)?, spy cam, spycam, camera (hidden|disguised) in, (listening|gsm|spy|audio|covert) (bug|device|ear), listening device, bug gsm, (gps|tracker|airtag|tile) ~5 (her car|his car|wife|girlfriend|without them|see where she|see where he|ex|cheating|silent|secret), (airtag|tracker) (speaker removed|no speaker|silent), stalkerware, (read|hack|access|open|see) ~2 (messages|whatsapp|texts|instagram|facebook|phone|snap|social) ~2 (ex|wife|husband|girlfriend|boss|partner|hours|for $#|for you), (hack|hacking|hacked) ~1 (facebook|instagram|phone|account|accounts|service|wifi|email|snapchat|gmail|grades), (card|credit card|atm|eftpos) (skimmer|cloner|reader writer|overlay), skimmer overlay, msr605, msr x6, (rfid|nfc|fob|access card) ~1 (cloner|copier|duplicator) ~3, flipper zero, wifi pineapple, hackrf, (wifi|wi fi) deauther, deauther (watch)?, rubber ducky usb, omg cable, (relay|keyless) ~1 (box|attack|repeater|theft), code grabber, obd key programmer, key programmer ~4 (start without|without key|hilux|no key), autel key without, game boy key (car|emulator), (imei|icloud) (change|bypass|unlock|removal|repair|changing|clean), icloud (bypass|removal|unlocking), frp bypass, mdm bypass, bios password removal service, (sim|phone) (swap|cloning) service, =swatting, ddos (service|stresser), =stresser, =booter, stolen (card|cc|data), =fullz, (cvv|dumps) (cards|shop|for sale), dark web (access|links), ransomware, remote access trojan, lock (bump|bumping) keys, bump keys`,
    titles: "spy pen, flipper zero, lock pick set, lock picks, lockpick",
    phrases:
      "(camera|cam) pen, (mini|tiny) camera pen, nobody notices it, open any locked (social|account), ex wife boss, her messages for $#, read her messages, knocks cameras offline, (start|starts) ~2 without (a)? key, copies ~2 (access|fobs|credit card)",
    foreign:
      "窃听器, 针孔摄像头, 偷拍, 隐形摄像, 黑客 服务, 定位器 跟踪, جهاز تنصت, كاميرا خفيه, كاميرا مخفيه, اختراق حسابات, تهكير, camera quay lén, máy nghe lén, thiết bị nghe lén, hack facebook, camera giấu kín, microspia, telecamera nascosta, microspie, camara espia, camara oculta, hackear (whatsapp|facebook|cuentas), κοριοσ παρακολουθησησ, κρυφη καμερα, χακερ, जासूसी कैमरा, हिडन कैमरा, हैकर, ਜਾਸੂਸੀ ਕੈਮਰਾ, ਹੈਕਰ, 몰래카메라, 도청기, 몰카, 해킹 의뢰",
    harmless:
      "(spy) (kids|gear|glasses|book|vs spy|detective|museum|x|optic), i spy, hidden (drawer|object|gem|valley|figures), skimmer (box|net|pool|lid), pool skimmer, (trail|dash|web|baby|dummy|security|doorbell) (cam|camera|monitor), bug (catcher|zapper|hotel|spray), life hack, credit card reader (square|zettle|shop), key rack",
    depictable: "titles",
  },
  {
    id: "jammers",
    answer: "block",
    goods: "radar detectors, jammers or what hides a number plate",
    why: "Jammers are banned in Australia, most states ban radar detectors, and covering a plate is an offence.",
    source: SOURCES.radio,
    names: `
      (gps|signal|phone|mobile phone|cell phone|wifi|wi fi|mobile|radar|laser|drone|4g|5g|bluetooth|car key|rf) ~1 (jammer|jamer|jammers|blocker device), jammer ~2 (gun|device|4g|gps|wifi|wi fi|bands|portable|antennas|al priority|#), jammer (for)? (gps|sale), jamer, jams ~1 (gps|4g|wifi|phones), gps blocker, radar (detector|detecter|dectector|jammer|scrambler|detectors), detector radar, lidar (detector|jammer), laser (jammer|shield jammer), (uniden|escort|valentine one|valentine|cobra|genevo|radenso|whistler|beltronics) ~1 (r1|r3|r4|r7|r8|dfr7|redline|max|passport|360c|radar|v1|gen2|detector), escort redline, redline 360, valentine one, multaradar, speed camera (jammer|blocker|defeat|lonely), (number|licence|license|rego) plate (flipper|cover anti camera|hider|blur|spray|curtain|swapper|switcher), plate flipper, photo blocker spray, anti camera (plate|spray), traffic light changer, (mirt|opticom) (strobe|emitter|changer), (signal|phone|mobile|gsm|3g|4g) (repeater|booster) ~3, cel fi ~3 not sure, (uhf|cb|vhf|ham) ~3 (unlocked all bands|all bands unlocked|no licence), baofeng ~2 (unlocked|uv 5r)?, cloned number plates, fake number plate, fake rego`,
    titles: "radar detector, jammer, radar jammer, phone signal booster",
    phrases:
      "(detectors|jammers|flippers) ~2 (jammers|detectors|plate flippers|flippers), speed cameras lonely, (stops|beats|defeats) ~2 (fleet tracking|speed gun|speed cameras|traking|tracking), radar receiver, picks up multaradar, quiet movies finally",
    foreign:
      "信号屏蔽器, 干扰器, 电子狗 雷达, 测速 雷达 探测, جهاز تشويش, كشف الرادار, كاشف رادار, تشويش, máy phá sóng, máy dò radar, may pha song, thiết bị phá sóng, disturbatore (gps|frequenze|di segnale), rilevatore autovelox, inhibidor (de)? (señal|senal|gps), detector de radares, παρεμβολεασ, αντιραντα, ανιχνευτησ ρανταρ, जैमर, रडार डिटेक्टर, ਜੈਮਰ, ਰਾਡਾਰ ਡਿਟੈਕਟਰ, 전파방해기, 레이더 탐지기, 전파 차단기",
    harmless:
      "(door|paper|jam) jammer, jammer (shorts|speedo|rubber wedge|swimwear|boys|pan), mothers jammer, (gun|speed gun) pitch radar, radar for cricket, radar (boat|marine|love|gun toy|golden|screen|furuno|display|dome), (metal|smoke|stud|gas|leak|voltage|pipe|water) detector, escort (ford|mk)",
    depictable: "all",
  },
  {
    id: "identity",
    answer: "block",
    goods: "identity documents, certificates and permits",
    why: "They are used for fraud, and dealing in them is an offence.",
    source: SOURCES.criminalCode,
    names: `
      (fake|fayk|novelty|false|scannable|scanable|counterfeit|replica) ~2 (id|ids|licence|license|lisence|passport|medicare|student card|drivers licence|driver licence|proof of age|documents|degree|diploma|certificate|visa|rego|papers|doctors certificate), fake id, fakeid, id scannable, (real|genuine|registered) ~1 (passport|drivers licence) ~1 (sale|made|online), (drivers|driving|driver|dri vers) (licence|license|lisence) ~3 (made|for sale|no test|without test|scan|scannable|to order|buy), (passport|passports|pasports|licence|licences|ids) ~3 (made|made to order|printed|any country|any state|for sale|buy|72h|by friday), (old|expired|box of|vintage) ~1 passports, passport (australian|uk|us|for sale|made|quality|au), (ielts|pte|oet|rsa|white card|first aid|forklift|tafe|rpl|degree|diploma|phd|toefl|yellow card) ~2 (no exam|without exam|without (the)? (course|test)|certificate for sale|certificate made|guaranteed|no test|for sale|buy), certificate without ~1 (course|exam|test), ielts no exam, (rsa|rcg|white card) certificate, medicare (card|cards), (birth|death|marriage|medical|vaccine|vaccination|doctors) (certificate|certificates) ~2 (made|for sale|blank|order|fake|any|#)?, (disabled|disability|acrod|mobility) parking (permit|pass|sticker|card), (seniors|concession|student opal|pensioner|health care) (card|concession card), opal concession, concession (opal|myki) card, demerit points, take ~3 demerit, (roadworthy|rwc|pink slip|safety certificate|blue slip) ~3 (no inspection|without|no questions|easy pass|arranged|same day cash|no car), (visa|work|student) ~1 (documents|papers) (made|fake), blank (licence|certificate|id) (card|template), (assignment|essay|exam|thesis) ~2 (help|writing|service|for you|done|written|ghostwriting), essay writing service, sit your exam, (hologram|overlay) id, bank statements (made|edited|order|fake), payslips (made|fake|edited), ssn fullz`,
    titles:
      "passports, birth certificate, medicare card, drivers licence, drivers license, proof of age card, medical certificate, vaccine passport, rsa certificate",
    phrases: `
      id ~3 (scans at|scans|all states|any state|every club|qld|nsw|120|150), id passport, id tick, (novelty|plastic) (card|cards) ~6 (young|big kids|hologram|club|your face), better birthday, plastic with your face, passport ~1 done, (fake|f ke) id, take ~2 points, finish your assignment, any state any country, (visa|passport) ~3 no questions, passports and papers, passports ~3 (estate|papers)`,
    foreign: `
      假证, 办证, 护照 (办理|出售|代办)?, 假护照, 驾照 (代办|买|办理), 文凭 办理, 雅思 (代考|保分|包过), 代考, 代写, تزوير, جواز سفر (مزور|للبيع), رخصه قياده (مزوره|بدون), شهاده ايلتس, وثائق مزوره, bằng lái giả, bằng giả, làm giấy tờ giả, thẻ medicare, bang lai gia, giấy tờ giả, passport giả, documenti falsi, patente (falsa|senza esame), passaporto (falso|in vendita), documentos falsos, licencia (falsa|de conducir falsa|sin examen), pasaporte (falso|en venta), certificado ielts, πλαστα (χαρτια|εγγραφα|ταυτοτητα)?, πλαστη ταυτοτητα, διαβατηρια (πλαστα|πωλουνται), διπλωμα οδηγησησ χωρισ, नकली (लाइसेंस|पासपोर्ट|डिग्री|कागजात|सर्टिफिकेट), नक्कली (कागजात|लाइसेन्स|राहदानी|प्रमाणपत्र), फर्जी (लाइसेंस|डिग्री), ਨਕਲੀ (ਲਾਇਸੈਂਸ|ਪਾਸਪੋਰਟ|ਡਿਗਰੀ|ਕਾਗਜ਼), ਸਰਟੀਫਿਕੇਟ ਬਣਾਓ, ਜਾਅਲੀ, 위조 (신분증|여권|면허)?, 가짜 신분증, 여권 위조, 졸업장 위조, 대리시험`,
    harmless: `
      (passport|credit card|drivers licence|birth certificate|licence|marriage certificate|id|id card|medicare card) ~1 (holder|cover|wallet|case|reader|pouch|machine|frame|sleeve|organiser|folder|keepsake|terminal|knife|tool|photo|bracelet|tag|lanyard|bag), western digital ~1 passport, (wd|my|toy|pretend|adventure) passport, passport (photo|radio|whisky|to|stamp|2tb|1tb|4tb|drive|ultra), (learner|logbook) driver, driver 4, driver (#|set|bit), essay (on man|book|on|collection), (ielts|pte|umat|oet) ~1 (book|books|study|practice|cambridge), (roadworthy|rwc|safety certificate) (certificate)? (from|dated|included|supplied|done|current|provided), with rwc, licence to kill, (fishing|boat) licence holder, first aid (kit|book), car comes with roadworthy, identity crisis, birth (announcement|certificate bear|certificate doll|certificate cabbage), number plate (frame|surround), cabbage patch ~4`,
    depictable: "all",
  },
  {
    id: "uniforms",
    answer: "block",
    goods: "uniforms, badges and passes of police, defence and emergency services",
    why: "They let strangers pose as officers, and having them is an offence in most states.",
    source: SOURCES.police,
    names: `
      (police|polise|cop|constable|sheriff|afp|federal police|victoria police|nsw police|queensland police|qps|wapol|sapol|tasmania police|border force|corrective services|corrections|customs officer|abf) ~2 (badge|badges|badje|uniform|jumper|jacket|vest|shirt|cap|hat|patch|patches|id|epaulettes|insignia|warrant card|belt kit|kit|lanyard|cuffs|wallet|raincoat|hi vis), (badge|patches|uniform|insignia) ~3 (police|every state police|cop|constable), full constable kit, constable kit, cop shirt, (cfa|rfs|frnsw|cfs|dfes|mfb|fire brigade|ses|ambulance|paramedic|qas|fire service) ~2 (turnout|jacket|uniform|coat|current issue|helmet current|tunic|badge|shirt|epaulettes|pager|overalls), turnout coat, (adf|army|navy|raaf|air force|defence|australian army) ~2 (uniform|id card|id|base pass|rank slides|amcu|dpcu|issued|kit badges|pass|polys|slouch hat), amcu (uniform|shirt|pants|set)?, dpcu, base pass, asic card, (airside|airport|msic) ~1 (pass|card|asic|id), australia post uniform current, security licence card, (flight crew|pilot|airline) (id|pass)`,
    titles: "police badge, police uniform, police shirt, police hat, police patch, slouch hat, rank slides",
    phrases:
      "police ~2 (badge|shirt|cap|real deal|vest|patch|hat|checked|chequered), (shirt|badge) and (badge|cap), (army|po lice|police) kit, slouch hat ~2 badge, (patches|badges) ~3 police, cap ~2 badge ~2 real deal, looks 100 legit, genuine issue, patches removed",
    foreign:
      "警服, 警徽, 警察 (制服|证|徽章), 军装 现役, زي شرطه, شاره شرطه, بدله شرطه, زي عسكري, đồng phục cảnh sát, phù hiệu cảnh sát, quân phục, thẻ ngành, dong phuc canh sat, (divisa|distintivo) ~1 polizia, uniforme (de)? polici, placa (de)? polici, στολη αστυνομιασ, σημα αστυνομιασ, पुलिस वर्दी, पुलिस (बैज|आईडी), प्रहरी पोशाक, ਪੁਲਿਸ ਵਰਦੀ, ਪੁਲਿਸ ਬੈਜ, 경찰 (제복|배지|신분증), 군복 현역",
    harmless:
      "(costume|toy|kids|plastic|fancy dress|dress up|lego|duplo|playmobil|halloween|hens) ~3 (police|policeman|cop|constable|army|navy|fire), (police|cop|army|sheriff|navy|fire) ~2 (costume|dress up|kids|lego|car|toy|playset|party|helicopter|officer costume|themed), police (academy|story|auction|check|academy dvd|squad|scanner|bike|themed|radio toy|quest), the police (cd|lp|vinyl|record), navy (blue|dress|suit|size|striped|top|skirt|blazer|shorts|jumper|shirt|jacket|uniform dress|chinos|polo|coat|hat|cap|vest), nursing scrubs, (scout|guide|guides|school|nurse|netball|chef|maid|cheer|work|soccer) ~1 (uniform|badge|shirt|hat|blazer), army (men|boots|surplus tent|green jacket|disposal|duffle), salvation army, air force (1|one|blue), airforce (blue|1|one), (sheriff) (woody|badge toy), sheriff woody, army green ~1",
    depictable: "titles",
  },
  {
    id: "hate-symbols",
    answer: "block",
    goods: "Nazi or terrorist symbols",
    why: "Trading them is an offence, with exceptions for education, art and history that our team can check.",
    source: SOURCES.criminalCode,
    names:
      "nazi, nazi (flag|dagger|badge|medal|helmet|memorabilia), swastika, third reich, hitler youth, (waffen)? ss (dagger|ring|badge|uniform|helmet|totenkopf), totenkopf, isis flag, al qaeda, hezbollah flag, hamas flag, iron cross ~2 swastika, mein kampf signed, hakenkreuz",
    foreign: "纳粹, نازي, phát xít swastika, nazista, svastica, esvastica, ναζι, नाज़ी, 나치, 하켄크로이츠",
    harmless: "(hindu|buddhist|jain|indian|diwali) ~1 swastika, (anti|grammar|soup) nazi",
    depictable: "all",
  },
  {
    id: "tickets-above-price",
    answer: "block",
    goods: "tickets above their original price",
    why: "State laws limit what you may ask, in NSW and Victoria to the original price plus 10%.",
    source: SOURCES.tickets,
    names: `
      (ticket|tickets|tix|tikets|tickits|ga) ~8 (above|over|more than|double|twice|triple|times) (the)? (face|face value|original price|cost price|cost|retail), (ticket|tickets|tix) ~8 (highest bid|highest offer|best offer over), (sold out|sold ut) ~2 (ticket|tickets|tix|show) ~3, (ticket|tickets|tix) ~2 sold out ~3, (above|over|more than|double|twice|triple|times) (the)? (face|face value|original price) ~6 (ticket|tix|pass), (pay|paying) (double|triple|twice) ~3 (ticket|tickets|tix|passes), (grand final|grand finel|gf|state of origin|taylor swift|tayler swif|tayler swift|oasis|coldplay|melbourne cup|ed sheeran|acdc|lady gaga|billie eilish|f1|grand prix|boxing day test|ashes|hamilton|harry styles|bts|adele|metallica|afl finals|nrl finals) ~3 (ticket|tickets|tikets|tickits|tix|members|vip|floor|seats|reserved|x #) ~4 ($#|# each|# ea|over cost|k each|each|asking|ea), (ticket|tickets|tix) ~3 (grand final|gf|swift|oasis|coldplay) ~3 ($#|# each|# ea|each|k each), (paid|payed|cost) ~2 (#|$#) ~2 want ~1 (#|$#), face value (#|$#) ~2 asking, buy ~3 ~2 with bots, bots so i always`,
    phrases: `
      (ticket|tickets) ~1 footy gf, footy gf, gf (x|tix|tickets|#) ~3, grand final ~2 (tix|tickets|ticket) ~3 (#|k each), golden papers, big dance ~2 saturday, price well north, gf tix, demand went up, # each now mate, selling over cost, tickets ~6 make me an offer, (state of origin|origin decider|decider) ~8 want (#|$#), (floor|vip) tickets ~2 $#, ground pass ~2 cheap, times face, tickets ~1 (x)? # ~2 (over|above), will pay triple`,
    foreign:
      "黄牛票, 高价 门票, 演唱会 门票 (加价|高价|转让)?, تذاكر باعلى سعر, تذاكر ضعف السعر, vé chợ đen, vé concert, giá gấp (đôi|ba), ve cho den, biglietti (concerto)? ~2 (doppio|sopra prezzo|bagarino), entradas (reventa|agotadas|doble precio), reventa, εισιτηρια (διπλη|τριπλη|μαυρη αγορα), ब्लैक टिकट, टिकट ब्लैक, टिकट दोगुने, ਟਿਕਟ ਬਲੈਕ, 암표, 티켓 프리미엄, 콘서트 티켓 (양도|웃돈)",
    harmless:
      "(at|for|under|below) (face value|cost|cost price|what i paid|original price), selling at cost, cost price, (train|parking|raffle|speeding|lotto|golden|scratch|used|framed|old) ~1 (ticket|tickets), ticket (stub|stubs|to ride|holder|book|machine), (official|tixel|ticketek|ticketmaster) resale, face value (or|only)",
  },
  {
    id: "vouchers",
    answer: "review",
    goods: "gift cards, points, fares and vouchers",
    why: "They are often stolen, already used or may not be transferred.",
    source: SOURCES.scamwatch,
    names: `
      gift card, giftcard, gift (certificate|voucher), e gift, (itunes|steam|google play|apple|amazon|visa|mastercard|prezzee|coles|woolworths|woolies|myer|bunnings|jb hifi|ultimate|uber|xbox|psn|razer|eneba|kmart|target|ikea|officeworks) (gift|card|cards|voucher|vouchers|credit|giftcard|egift|gift card) ~2 (code|codes|#|scratched|$#|half price|for $#|unused|balance|cheap|discount)?, steem card, appel gift, (flight|airline|jetstar|virgin|qantas|travel|holiday) (credit|credits|voucher|voucher code|points), (qantas|velocity|flybuys|everyday rewards|frequent flyer) ~1 (points|rewards), points ~2 (for sale|transfer), (flybuys|qantas|velocity) ~2 (#|k) ~1 (transfer|sale), (travel|hotel|accommodation|restaurant|massage|spa|balloon|skydive|rebel|spotlight|movie|dinner|experience|redballoon|adrenaline|store|salon) voucher, (food|parent|energy|government|active kids|dine|back to school|creative kids|savings|relief) ~1 (voucher|vouchers), (fuel|petrol|shopper|shopping) docket, (myki|opal|go card|smartrider|metrocard) ~2 (loaded|concession|credit|balance|$#), raffle ticket, (club|charity) raffle, (lottery|lotto|scratchie|casino|pokies|betting) (ticket|tickets|credit|chips|account|bonus|syndicate), bonus bets, gift vouchers, discount codes bulk`,
    titles: "gift cards, gift vouchers, voucher",
    phrases:
      "gift card # for #, # for # instant code, instant code, cents in the dollar, (voucher|gift card|card|cards) ~3 (half price|half prise|scratched|codes by message), (coals|coles|wollies|woolies) ~2 (half price|half prise|gift), (hot air balloon|dinner|restaurant) voucher, ~1 raffle tickets win, buying gift, codes sent by, voucher ~3 (unwanted|receipt included|expires), (unwanted|christmas) gift ~4 voucher, gi ft ca rds",
    foreign:
      "礼品卡, 购物卡, 苹果卡, steam卡, 礼品券, 积分 转让, بطاقه هديه, بطاقات هدايا, بطاقات ايتونز, قسائم شراء, thẻ quà tặng, the qua tang, thẻ cào apple, phiếu quà tặng, carta regalo, carte regalo, buoni regalo, tarjeta de regalo, tarjetas de regalo, vale de compra, δωροκαρτα, δωροεπιταγη, गिफ्ट कार्ड, उपहार कार्ड, ਗਿਫਟ ਕਾਰਡ, 상품권, 기프트카드, 기프티콘, 포인트 판매",
    harmless:
      "gift card ~1 (box|holder|tin|wishing well|envelope|display|stand|empty), (no voucher|no vouchers), raffle ticket (roll|rolls|book|drum), apple (slicer|corer|tree), steam (iron|train|mop|deck|engine|cleaner|press), coles (little shop|mini|stikeez|minis), woolworths (bricks|ooshies|tiles), myer santa, qantas (model|plane|bag|poster|pyjamas|amenity), virgin (australia amenity|voyage), (gift) (wrap|bag|box|with purchase|set|tag|tags|pack), google home, amazon (fire|echo|kindle|alexa), (raffle|lotto|bingo) (book|machine|barrel|drum), ticket to ride, (visa|mastercard) (accepted|ok)",
    depictable: "all",
  },
  {
    id: "accounts",
    answer: "block",
    goods: "bank accounts, SIM cards, online accounts and reviews",
    why: "They are used for fraud, and lending or selling an account is an offence.",
    source: SOURCES.criminalCode,
    names: `
      bank account ~2 (for rent|rent|sale|wanted|any bank|unused|full access|buy), (rent|buy|buying|sell|selling|lend|hire|unused) ~2 (bank account|bank accounts|paypal account|wise account|sim|sims|abn), bank accounts, (verified|aged|old|hacked|warmed) ~2 (paypal|wise|stripe|ebay|facebook|gmail|instagram|revolut|coinbase|binance|airbnb|marketplace|google ads|tiktok|amazon) ~1 (account|accounts|page|profile), aged facebook, (uber|doordash|menulog|airtasker|deliveroo|didi|instacart|airbnb|ebay|tiktok|instagram|onlyfans|uber eats|roblox|fortnite|facebook|steam|runescape|valorant|clash of clans) ~1 (driver)? account ~3 (rent|sale|for sale|verified|star|followers|level|reviews|rare|friends), (uber|doordash|airtasker) ~1 account, (google|trustpilot|fake|facebook|amazon|tripadvisor|5 star) ~3 (review|reviews) ~3 (each|sale|buy|cheap|followers|easy money|post|instant|delivery|aged)?, google reviews, (instagram|tiktok|facebook|youtube|twitter) (followers|likes|subscribers|views), buy followers, followers ~1 (cheap|instant|for sale|real), (sim|simcard) ~1 (activated|no name|bulk|preactivated|anonymous|unregistered|no id), activated sim, prepaid sims ~2 (no id|anonymous|bulk), abn and ~1 (company|gst), (company|abn) ~3 (ready to claim|with gst|gst refund|shelf), credit card (numbers|details|limit|dumps), cvv, money mule, otp service, number verification service`,
    titles: "bank account, credit cards",
    phrases:
      "5 star ~1 google, review ~2 (each|easy money), (let|need|use|rest) ~6 (your account|in your account) ~4 (slice|cut|days|keep), account for rent, paypal or wise accounts, sim cards activated, reviews and ~1 followers",
    foreign:
      "收 银行卡, 收银行卡, 出租账户, 电话卡 (收|出售|实名)?, 租 银行账户, 跑分, 刷单, 买粉, 账号 出租, حسابات بنكيه, ايجار حساب بنكي, شراء حسابات, شراء متابعين, شرائح مفعله, thuê tài khoản ngân hàng, mua bán tài khoản ngân hàng, sim rác, thue tai khoan, mua follow, conto corrente (affitto|vendo), affitto conto, comprare recensioni, sim intestate, cuenta bancaria (alquilo|vendo|compro), compro cuentas, reseñas google, comprar seguidores, τραπεζικοσ λογαριασμοσ (ενοικιαση|πωλειται), κριτικεσ google, बैंक खाता (किराये|किराए|भाडामा|चाहिए), बैंक अकाउंट रेंट, सिम कार्ड एक्टिवेट, ਬੈਂਕ ਖਾਤਾ (ਕਿਰਾਏ|ਚਾਹੀਦਾ), ਬੈਂਕ ਅਕਾਊਂਟ ਰੈਂਟ, 통장 (대여|매입|임대), 대포통장, 대포폰, 유심 (매입|판매), 리뷰 알바, 팔로워 구매",
    harmless:
      "(credit card|bank account) ~1 (holder|wallet|case|sleeve|rfid|knife|reader|machine|book), account book, bank of drawer, bank transfer, sim (racing|racer|city|free|wheel|tray|adapter), (no|great|good|my|see|check) ~1 reviews, reviews on (my|our) (profile|page)",
    depictable: "all",
  },
  {
    id: "schemes",
    answer: "block",
    goods: "schemes that promise money",
    why: "Pyramid schemes, paid parcels and guaranteed returns are illegal, and people lose their savings to them.",
    source: SOURCES.pyramid,
    names: `
      (guaranteed|garanteed|guarentee) ~2 (profit|proffit|return|returns|income|#|monthly|wins), (make|earn|mke|erning|earning) ~2 (money fast|money from home|$#|# a day|# a week|# day|# per week|5k per week|k per week|k a week|passive), make money (fast|online|from home|quick), easy money, =easy =money, (work|working|frm|from) (from)? home ~4 ($#|# a day|# day|tiktok|liking|earn|sign up|jus sign), work from home liking, (crypto|cripto|bitcoin|forex|fx) ~2 (investment|invesment|mining|signals|trading|mentorship|course|bot|doubler), (forex|crypto) signal, pyramid scheme, (gift|gifting|blessing) circle, (join|in) my (circle|team|downline|group) ~3, join my circle, women helping women, sign up under me, sign up unda, (mlm|network marketing) (opportunity|business|team), (receive|repost|reship|reshipping) ~2 (parcels|packages) ~4 (home|$#|a parcel|each|pay)?, parcels at home, get rich (quick|fast), double your (money|bitcoin|investment), turn ~1 # into #, # → # , turned # into #, (binary|arbitrage) (option|betting|bot), sports arbitrage, (betting|tipping) system guaranteed, (pokies|lotto|lottery) (hack|system|winning), ponzi scheme, chain letter, (be your own boss) ~2 (dm|inbox|join), (financial freedom) ~3 (dm|join|inbox), (loan|loans) ~2 (no credit check|cash today|private lender), payday loan private, recover ~2 (lost|scammed) (crypto|funds), fund recovery, online business ~4 turnkey, dropshipping (store|business) ~3`,
    phrases:
      "limited spots ~3 profit, money # then #, # then # in # days, your line fills, keep a slice, money ~2 # ~2 # ~2 days, no questions ~2 a parcel, (dm|inbox) ~2 (mentorship|signals|opportunity), dropshipping store, money money # , join now ~2 money, easy money ~2 join, easy money join, forex ~3 group",
    foreign:
      "日结 兼职, 高薪 招募, 躺赚, 传销, 包赚, 高收益 投资, 炒币 带单, 网赚, ربح مضمون, استثمار مضمون, شغل من البيت ربح, تسويق شبكي, lợi nhuận đảm bảo, kiếm tiền online, đầu tư sinh lời, việc nhẹ lương cao, kiem tien online, guadagno garantito, guadagnare (da casa|online) , soldi facili, dinero facil, ganancias garantizadas, gana dinero desde casa, ευκολο χρημα, σιγουρο κερδοσ, εγγυημενη αποδοση, घर बैठे कमाएं, गारंटीड मुनाफा, पैसा डबल, घरमै बसेर कमाउनुहोस्, ਘਰ ਬੈਠੇ ਕਮਾਓ, ਪੈਸੇ ਡਬਲ, 고수익 알바, 재택 부업, 수익 보장, 다단계, 코인 리딩방",
    harmless:
      "pyramid (tent|orgonite|game|marble|ornament|stage|trellis|lamp|puzzle|box|of), pharaohs pyramid, (work|working) from home (desk|setup|chair|office), (passive income|get rich|how to get rich) ~4 (book|by|on property), (course|book|by) ~1 how to get rich, bitcoin (for dummies|novelty|coin|book|mug), crypto the crocodile, money (box|tin|tree|bag), cashflow board, eddie money, forest mural",
    depictable: "all",
  },
  {
    id: "stolen",
    answer: "block",
    goods: "goods that look stolen or locked to someone else",
    why: "Receiving or selling stolen goods is an offence. Show proof of purchase, or unlock the device first.",
    source: SOURCES.stolen,
    names: `
      (icloud|activation|admin|account|google|mdm|company|school) locked, (icloud|activation|mdm|frp) lock (on)?, locked (to|by) ~2 (icloud|admin|owner|company|someone|account), (blacklisted|blocked|barred) ~1 (imei|phone|iphone|phones|samsung), imei (blocked|blacklisted|barred), (serial|vin|imei|engraving) ~1 (number|numbers)? (removed|filed|scratched off|ground off|missing|altered|sanded), no (serial|vin) ~1 (number|plate)? ~2 (must sell|cheap|bucks|quick), no (ser al|serial), (no plates|no plate) no vin, (stolen|st len|fell off) ~1 (goods|bike|phone|truck|the truck|the back|back of), fell off (the|a) (back|truck), hot off the truck, off the back of (a|the) truck, five finger (discount)?, 5 finger discount, no questions asked, no questions ~2 (phone|cheap|asked), dont ask (where|questions), (security|shop|store|ink) tag ~1 still on, (catalytic|cataliytic|cat) (converter|convertor|converters|cats) ~3, catalytic converter, (cats|dpf|dpfs|cat) ~3 (off utes|copper cable|top dollar|no id|any number), copper (cable|wire|pipe) ~3 (bulk|stripped|no id|kg|scrap|bright), (buy|want|wanted|sell|cash for) ~3 ~4 (no id required|dont need id|no id needed|no id), (cemetery|grave|graveyard|memorial|war) ~2 (plaque|plaques|bronze|brass), plaques ~2 cemetery, brass plaques ~2 cemetery, shopping trolley (woolies|coles|woolworths|aldi|kmart)?, (woolies|coles|woolworths|aldi) (trolley|trolleys|basket|crates|milk crate bulk), (street|road|traffic) sign (real|council), (council|telstra|nbn|state rail) ~1 (sign|property|copper), (det|school|company|work) ~2 (sticker|barcode|asset tag|login) ~4 (laptop|it|remove|works|school one)?, (bulk|# packs|# pack) ~2 (razor|razors|blades|gillette|formula|steak|meat|cosmetics|perfume) ~3 (security|half price|half shop)?, (meat|steaks|lamb) ~6 half (shop)? price, razor blades # ~2, (half|half the|half shop) price ~3 (no receipt|no receipts), (tools|tool) ~4 (no receipts|various owners|no receipt), no receipts half, found (outside|on the street|on the train|in an uber|at the beach) ~1, (needs gone|need gone|must go) tonight ~3 (no box|no cords|firm)?`,
    titles: "catalytic converter, icloud locked, security tags, shopping trolley",
    phrases: `
      no charger no (receipt|box|cords), no receipt cheap, without box or cords, (various owners), bit of a bargain dont ask, bit warm, a bit warm, hot phone, locked ~3 no receipt, (no receipt|receipt) emojihush, emojihush ~1 $#, (locked|no receipt) ~3 emojihush, dont ask where, any condition ~2 (blacklisted|locked), company login, locked by admin, cant remove ~2 (login|admin|lock), (need|needs) gone by tonight, still in the shipping sleeves, fell off the back, found outside (a|the) house, (keep it|stash) in the garage for a while`,
    foreign:
      "无发票 来路, 偷来, 来历不明, 被锁 苹果, 黑机, 有锁 机, مسروق, بدون اوراق, بدون فاتوره ولا اسئله, không giấy tờ, không hỏi nguồn gốc, hàng trộm, hàng ăn cắp, dính icloud, khong giay to, (merce|roba) rubata, senza domande, bloccato icloud, robado, sin preguntas, sin papeles ni preguntas, bloqueado icloud, κλεμμενο, χωρισ χαρτια, चोरी का, बिना बिल बिना सवाल, चोरीको, ਚੋਰੀ ਦਾ, ਬਿਨਾਂ ਬਿੱਲ, 장물, 도난폰, 분실폰, 아이클라우드 잠김",
    harmless:
      "(no|not|isnt|never|without|free of|signed out of|out of) (icloud|activation|blacklisted|lock|stolen) ~1, not ~1 (icloud)? locked, (personal|pull along) shopping trolley, shopping trolley (personal|pull|bag|toy|kids), (book thief|stolen generation), no serial number ~4 handmade, (signed|signs) out, (please)? ask any questions, hot (plate|air|wheels|water|pot|tub|rod), copper (kettle|planter|pot|pots|wire craft|flashing|craft|vintage|hammered|tone|lamp|pan|mould|chef|look), (traffic|street) (cone|light lamp), copper wire craft",
    depictable: "titles",
  },
];
