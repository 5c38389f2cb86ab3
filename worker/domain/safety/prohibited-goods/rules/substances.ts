/** Drugs, tobacco, vapes and alcohol. Sources: state drug acts, the Therapeutic Goods Act and state liquor acts. */
import { type GoodsRule, SOURCES } from "../rule.ts";

const WINES =
  "wine | champagne | prosecco | shiraz | cabernet | pinot noir | pinot gris | sauvignon blanc | chardonnay | riesling | moscato | port wine | merlot | sangria | mead";
const SPIRITS =
  "whisky | whiskey | wiskey | scotch | bourbon | vodka | vodca | gin | rum | tequila | brandy | cognac | liqueur | liquor | licquor | baileys | absinthe | sake | soju | baijiu | grappa | ouzo | raki | limoncello | schnapps | arak";
const BEERS =
  "beer | lager | stout | cider | stubbies | premix | premixed drinks | hard seltzer | cruisers | goon | goon sack";
const DRINKS = `${WINES} | ${SPIRITS} | ${BEERS}`;
const DRINK_GEAR =
  "rack | glass | glasses | glassware | cooler | fridge | cellar | cabinet | holder | opener | decanter | barrel | stopper | aerator | crate | box | boxes | carrier | making | press | table | mug | stein | mat | tap | brewing | brewer | brewery | home brew | homebrew | sign | pong | flute | bucket | chiller | tumbler | stone | gold | coloured | colour | red | pink | tone | satin | sequin | dress | saucer | coupe | charm | label | cork | shelf | shelves | stand | trolley | cart | bar | tote | bag | set | kit | equipment | fermenter | keg | runner | poster | tin | cap | coaster | stubby | stubby holder | stubbie | esky | bottle rack | bottle holder | bottle opener | bottle lamp | bottle light | bottle stopper | bottle bag | bottle cover | bottle warmer | bottles empty | poker | rummy | book | guide | tasting | tour | ornament | jug | pump | dispenser | tower | hat | pants | skirt | top | storage | advent | velvet | leather | lipstick | cashmere | mirror | figurine | statue | framed | hoodie | towel | neon | clock | snap | rebellion | chocolates | vinegar | glass set | tshirt | shirt | cushion | candle | rug | lamp | planter | umbrella | trivia | o clock | festival | bath | shampoo | garden | belly | deck | rinse";
const BRANDS =
  "johnnie walker | johnnie walker blue | johnny walker | jonny walker | jack daniel | jack daniels | jim beam | grey goose | hennessy | chivas | glenfiddich | glenlivet | macallan | lagavulin | laphroaig | ardbeg | bundaberg rum | bundy rum | bundy | captain morgan | smirnoff | absolut | patron | don julio | yamazaki | hibiki | starward | sullivans cove | archie rose | four pillars | bombay sapphire | tanqueray | hendricks | canadian club | wild turkey | makers mark | jameson | remy martin | jw blue | jw | jack d | kweichow moutai | moutai";

export const SUBSTANCES: readonly GoodsRule[] = [
  {
    id: "drugs",
    answer: "block",
    goods: "illegal drugs or what they are smoked with",
    why: "It's an offence to sell them.",
    source: SOURCES.drugs,
    names: `
      cannabis, marijuana, marihuana, =ganja, thc, delta (8|9) (thc|gummies|carts|vape)?, cbd (oil|gummies|drops|vape|tincture|flower), cocaine, crack cocaine, mdma, mdma caps, molly pills, ecstasy (pills|tablets), lsd, acid (tabs|blotter|sheet), magic (mushroom|shroom), psilocybin, golden top mushroom, shroom (dried|available|sale|bars|gummies|spores)?, shrooms, methamphetamine, crystal meth, =heroin, =herion, ketamine, ghb, gbl, kratom, dmt (vape|crystal|cart|powder), ayahuasca, mescaline, 2cb, bath salts drug, spice k2, synthetic cannabi, phenibut, tianeptine, opium, fentanyl, amphetamine, amyl (nitrite|poppers|nitrate), poppers (rush|10ml|amyl|room|jungle juice), jungle juice (poppers|rush), rush poppers, nangs, nang, nang (tank|chargers|delivery), cream chargers (delivered|# pack|300|600|til|bulk), nitrous (oxide)? (tank|canister|cylinder|chargers|nozzle|delivery), smartwhip, fast gas, exotic whip, (weed|thc|shroom|mushroom|infused) (gummies|edibles|brownies|chocolate|carts|cookies), edibles (thc|weed|mg|strong), (bong|water pipe) (glass|# cm|gripper|cone|chop|bowl|bucky|acrylic|used), (glass|meth|crack|ice) ~1 pipe (torch|meth|ice)?, ice pipe, crack pipe, cone piece, weed (grinder|pipe|bong|seed|ounce|vape|cart|for sale|oz|sale|delivery|plant|brownies), (ounce|oz|gram|pound|lb|half oz|quarter|q|stick|bag|zip|zips) of ~1 (weed|bud|coke|ice|speed|mdma|green|choof|hydro|bush weed|meth|ket|gear|mull), wheed, kush (oz|ounce|strain|sale), gorilla glue strain, dab rig, poppy (pods|tea opium|straw), khat leaves, naloxone street`,
    titles:
      "weed, weeds (oz|ounce|cheap), bong, edibles, shatter, poppers, hash, meth, coke (gram|bag|pure), pingers, choof, mull bowl, mull up",
    phrases: `
      weed ~2 (oz|ounce|gram|delivered|sale|cheap|available|# ea|sitting|fresh|premium), (fresh|premium|top shelf|homegrown|bush|hydro|good) ~1 (weed|bud|buds|green|choof), (some|after|need|score|selling|got) ~2 (weed|choof|pingers|nangs|shrooms|coke|meth|ket|mdma|ganja|acid tabs|gear and|bud|goey|dexies|lsd), (weed|w d) and sh ooms,
      (party favours|party favors|party packs) ~3 (snow|green|menu|dm|available), snow and green, (snow|emojisnow) ~1 # g, eight ball, 8 ball (of|gram|for), (bag|gram|line) of ~1 (white girl|white lady|rack|snow|nose), white girl, skittles and ~3 (white|bag|molly), plug in town, (plug|menu) ~2 (on request|hmu|stealth|loud|gas pack), stealth (post|shipping|packaging), deliver ~2 til 4am, (shroom|mushroom) # g, majic mushrooms, magic mushrooms, (coke|ket|pills|caps) ~2 (coke|ket|molly|tonight|caps|pills) ~2 (tonight|going out|party)?, (coke|kok) (n|and|or) ket, dry (cured)? buds, (dried|cured) and (cured|dried), pill # ea, mini (zip lock|ziplock|ziplok|coin) (baggies|bags), (scales|scale) ~3 (baggies|zip lock baggies), grow tent ~6 (girls|hps|weed|buds), dm for (bud|green|pills|menu|list of gear), weed weed, ready for your girls, you dont need a bakery, (nitrous|whip) ~3 (weekend|party|deliver), off the boat, torch lighter pipe`,
    foreign: `
      大麻, 冰毒, 可卡因, 海洛因, 摇头丸, K粉, 笑气, 叶子 (卖|出|送货|墨尔本|悉尼)?, 迷幻蘑菇, 飞叶子, حشيش, مخدرات, كوكايين, هيروين, ماريجوانا, قات, كبتاجون,
      cần sa, can sa, cỏ mỹ, ma túy, ma tuy đá, ma tuy, hàng đá, thuốc lắc, thuoc lac, bóng cười, bong cuoi, hêrôin, cocaina, marijuana, marihuana, hierba (vendo|buena calidad), vendo (erba|hierba|fumo|hashish), hashish, hachis, erba (buona|vendo), fumo (vendo), extasis pastillas, hongos magicos, funghi allucinogeni,
      χασισ, κοκαινη, ηρωινη, κανναβη, χορτο (πωλειται|πουλαω), गांजा, गाँजा, चरस, अफीम, कोकीन, हेरोइन, भांग, स्मैक, ਅਫੀਮ, ਭੁੱਕੀ, ਗਾਂਜਾ, ਚਿੱਟਾ, ਹੈਰੋਇਨ, ਡੋਡੇ, 대마초, 대마, 마약, 필로폰, 코카인, 엑스터시, 떨 (판매|팝니다), 해피벌룬`,
    harmless: `
      weed (killer|mat|matting|eater|whacker|wacker|puller|wand|burner|sprayer|control|barrier|trimmer|tea|removal|remover|free|gun|fabric|cutter|steamer|slasher|fork|membrane|torch|tool|bucket|hoe|and feed|n feed|spray|whipper|proof|seed preventer|knife|guard), (sea|seaweed|milk|duck|butterfly|bind|pond|tumble|rag|chick) weed, weed (in|the) garden, (no|few|pull|garden) weed, beer bong, (party|confetti|jalapeno) poppers, (hemp|cbd fabric), (ice|iced) (cream|coffee|pole|pops), hash brown, (coke|coca cola|pepsi) (collectable|bottle|can|sign|fridge|crate|tray|zero|ad), coke bottle, sugar bowl, (crystal|glass) (vase|glass|bowl set), pot plant, mushroom (grow kit book|lamp|stool|25), ecstasy of gold, acid (jazz|wash|rain|free), speed (square|bump|dial|skates), pipe (rack|wrench|cutter|clamp|organ|fitting|insulation|band), (water|drain|copper|poly|pvc|stove|gas|exhaust|flue) pipe, cocaine nights, opium (perfume|ysl|den print|war book), black opium, poppers (jeans|snap buttons|snaps), glass pipe fitting, nitrous (express|system|kit|bottle bracket|outboard), cream (charger)? (dispenser|siphon|holder|whipper), laughing gas, thc (design|clothing), marijuana (documentary|act), quit weed, ganja (yoga), meth (lab test|test kit|testing|tested|free), drug (test|testing) kit, nang (na|thai), fast gas (lift|bbq|stove)`,
    depictable: "titles",
  },
  {
    id: "nitrous-oxide",
    answer: "review",
    goods: "cream chargers",
    why: "Nitrous oxide is restricted in several states because it is inhaled.",
    source: SOURCES.medicines,
    names:
      "nitrous oxide, cream charger, (whipped|whip) cream (charger|bulb|canister), laughing gas, soda (bulb|charger) nitrous",
    titles: "nitrous",
    harmless:
      "nitrous (express|system|kit|bottle bracket), cream charger (dispenser|siphon|holder), soda (stream|charger)",
    depictable: "all",
  },
  {
    id: "tobacco",
    answer: "block",
    goods: "tobacco or nicotine",
    why: "Selling tobacco needs a licence, and smokeless tobacco is banned.",
    source: SOURCES.smoking,
    names: `
      chop chop (tobacco|half kilo|kilo|bag|smokes|cheap|kg)?, (chewing|loose leaf|loose|rolling|pouch|shisha|hookah|untaxed|illegal|cheap|duty free|rollie|dried|homegrown|pipe|whole leaf) tobacco, tobacco (pouch|kilo|kg|# g|leaf|seed|leaves|carton|50g|bulk|loose|cheap|for sale|seeds), shisha (molasses|flavour|flavor|al fakher|tobacco|paste), al fakher, adalya, (cartons|carton|packet|pack|packs|pouch|ctn|deck|cartens) of (smokes|cigarettes|tobacco|ciggies|durries|durry|winnie|winfield|marlboro|manchester|double happiness|ciggys|cigs|darts|rollies), (smokes|cigarettes|ciggies|cigs|durries|durrys|ciggys) (carton|cartens|packs|cheap|for sale|duty free|pack|imported|delivery|red|blue|box), (manchester|marlboro|winfield|double happiness|peter stuyvesant|rothmans|benson and hedges|dunhill|camel|longbeach|horizon|jps|bond street|gudang garam|sampoerna|djarum|esse|mevius|oris|luckies|lucky strike|pall mall|parliament|peter jackson|zhonghua|chunghwa|hongtashan) (carton|cartens|cartons|cigarette|smokes|pack of|20s|25s|red carton|blue carton|cigs|tobacco|50g|duty free), cartons of ~1 (cigarettes|smokes), cigarettes, cuban cigar, (cohiba|montecristo|romeo y julieta|partagas) ~1 (cigar|box|siglo|robusto)?, cigars (box|# box|cuban|cohiba|humidor full|for sale|sealed), cigarillo, snus, nasal snuff, dry snuff, zyn, (nicotine|nic) (pouch|gum|patch|salt|spray|lozenge|pouches|mint), velo pouches, heets, iqos (stick|terea|kit|device)?, terea, gutka, gutkha, naswar, paan masala tobacco, (betel|areca) nut`,
    titles:
      "cigarettes, cigarette, cigar, tobacco, snuff, marlboro, winfield, smokes, ciggies, durries, cigs, durrys, durry",
    phrases: `
      (cheap|cheep) (smokes|durries|durrys|ciggies|cigs|darts|cartons), # cartons of manchester, manchester ~1 (carton|cartons|red|# cartons), (cartons|ctns) ~3 (# packs|cash tonight|bulk|manchester|durrys), smokes ~4 (packs|bucks|dandenong|carton), loose leaf for rollies, rollies ~4 (kilo|leaf|farmer), chop chop ~3 (kilo|bag|dm|fresh|smells), double happiness carton, packs under # bucks, leftover flavour packs, (hookah|shisha) ~6 (flavour|molasses|tobacco|packs), untaxed ~1 smokes, chop chop`,
    foreign: `
      香烟, 中华烟, 烟草, 卷烟, 一条烟, 免税烟, سجائر, دخان, معسل, تبغ, نرجيله معسل, تنباك, تمباك, thuốc lá, thuoc la, thuốc lào, xì gà, sigarette, stecca di sigarette, tabacco sfuso, cigarrillos, carton de cigarros, tabaco (suelto|liar|cajetilla)?, τσιγαρα, καπνοσ, καπνο, λαθραια τσιγαρα, πουρα, सिगरेट, तंबाकू, तम्बाकू, बीड़ी, गुटखा, खैनी, चुरोट, सुर्ती, ਸਿਗਰਟ, ਤੰਬਾਕੂ, ਬੀੜੀ, ਜਰਦਾ, ਖੈਣੀ, 담배, 연초, 시가 담배`,
    harmless: `
      (cigarette|cigar|tobacco|snuff|cigarillo) ~1 (lighter|case|box|cutter|card|tin|pouch|jar|ashtray|jeans|pants|trousers|table|stand|brown|coloured|burst|sunburst|vanille|oud|leather|tan|humidor|holder|label|band|rack|tray|pipe|socket|plug|adaptor|charger|suede|bottle|roller|advertising|sign|dispenser|urn|cabinet|bar|burn|smell|smoke|machine|lighter socket|road|factory|making book),
      (old|empty|vintage|antique|bakelite|silver|brass|art deco|used as) ~1 (cigarette|tobacco|cigar|snuff) ~1, (tom ford|scented|candle|cologne|perfume) tobacco, (no|non|anti|stop|quit) (smoking|cigarette|cigarettes|smoker|tobacco|smoke), cigar box guitar, (electric|toy|lolly|candy) cigarette, cigarette (plug|lighter), 12v cigarette, marlboro classics, (winfield|rothmans|benson and hedges) (cup|series|racing|jacket|jersey|poster|cap), camel (back|colour|coat|toe boots|milk), dunhill (tie|cufflink|bag|wallet|lighter|fragrance|belt), smoke (alarm|detector|machine|free|effect|bomb photo|grey), (parliament|horizon|camel|dunhill|winchester|manchester) (house|zero|united|city|line), snuff (box|bottle), up to snuff, cigar (lounge chair|chair|tube), golden tobacco colour`,
    depictable: "all",
  },
  {
    id: "vapes",
    answer: "block",
    goods: "vapes or e-cigarettes",
    why: "Since July 2024 only pharmacies may supply them, with or without nicotine.",
    source: SOURCES.medicines,
    names: `
      vape, vapes, vaping (kit|juice|gear|device|starter|pen)?, vaips, vapor pen nicotine, (e|electronic|elektronik) (cig|ciggy|cigarette), ecig, ecigarette, (e liquid|eliquid|e juice|ejuice) , vape (juice|pen|pod|mod|kit|coil|tank|cart|shop|bar|stick), iget, iget (bar|legend|goat|hot|moon|one), alibarbar, alibaba vape, hqd (cuvie|vape|bar)?, juul, gunnpod, elf bar, elfbar, lost mary (vape|bm|os|mo|puff)?, waka vape, waka (smash|sopro) , relx (pod|pods|infinity)?, nic (salt|salts|juice|vape), kuz (lux|vape|c6000), bimo vape, puff (bar|bars), # puffs, # puff, dry herb vaporiser, (volcano|mighty|crafty|pax|arizer) (vaporiser|vaporizer|plus vap), geekvape, smok (kit|mod|nord|pod|novo|rpm), vaporesso, uwell caliburn, caliburn (g2|pod|kit), voopoo, aspire (nautilus|pockex), =lookah, disposable vape, nicotine (juice|liquid|vape|salt), freebase nic, =shortfill, vuse (go|pod|pen)`,
    phrases: `(vape|vap|vapes|vapor) (and|n) (juice|ju ice), vaps, fruity air sticks, cloud lovers, air sticks ~2 flavours, # flavours ~2 (puff|cloud|disposable|each), (pod|coil) ~6 nic, disposables ~3 (flavours|puffs|box|nic|fruit), puffers (flavour|iget)`,
    foreign: `
      电子烟, 一次性 烟, 烟弹, 雾化 烟, 小烟 (一次性)?, سيجاره الكترونيه, سجائر الكترونيه, فيب, شيشه الكترونيه, thuốc lá điện tử, thuoc la dien tu, vape pod, tinh dầu vape, pod 1 lần, sigaretta elettronica, sigarette elettroniche, cigarrillo electronico, vapeador, vaper desechable, ηλεκτρονικο τσιγαρο, ατμιστικο, वेप, ई सिगरेट, ਵੇਪ, ਈ ਸਿਗਰਟ, 전자담배, 액상 (담배|판매|니코틴), 일회용 전담, 전담 (기기|액상|팝니다)`,
    harmless:
      "(vape|vaping) (free|detector|alarm|shop display|display|sign|cabinet|stand), (no|non|anti|not|without|quit) (vape|vapes|vaping|vapers), shop vape (sign|stand), vape and smoke free, (rc|car|exhaust) puffs, pokemon puff, (cream|cheese|powder|choux|nappy|corn) puff, cauliflower puffs, vape tricks book",
  },
  {
    id: "alcohol",
    answer: "block",
    goods: "alcohol",
    why: "Selling it needs a liquor licence, also for a single bottle.",
    source: SOURCES.liquor,
    names: `
      (unopened|sealed|full|aged|homemade|home made|home brewed|homebrewed|cellared|year old|mixed dozen|dozen|slab|carton|case|cases|magnum|cask|six pack) (of|bottle of|bottles of)? ~1 (${DRINKS}),
      (bottle|bottles|case|cases|carton|slab|box|crate|litre|jar|jars|flagon) of ~3 (${DRINKS} | penfolds | grange),
      (# ml|# l|# lt|# litre|# pack|# x|# bottles|#) ~2 (${SPIRITS} | ${WINES}),
      (${DRINKS}) ~2 (# ml|# l|# lt|# litre|litre|# pack|# bottles|case|carton|slab|six pack|dozen|unopened|sealed|home made|homemade|40|clearance|bottles),
      penfolds, grange (bin|hermitage|shiraz), single malt, dom perignon, moet (et|and)? chandon?, moet (bottle|unopened|sealed|# ml|imperial), veuve clicquot (bottle|brut|sealed|unopened|yellow label)?,
      (${BRANDS}) ~1 (black|blak|blue|red|gold|honey|label|xo|reserve|silver|bottle|vodka|rum|whisky|whiskey|wiskey|scotch|bourbon|tequila|year|old|sealed|unopened|# l|# ml|litre|# litre|1l|blue label|gin|18|12),
      wine cellar ~3 (bottle|clearance|# bottles), moonshine, moonshyne, alcoholic drink, cask wine, goon (sack|bag), tsipouro, maotai, jager (bomb|bottle|700ml), jagermeister (700ml|bottle|sealed|unopened), (mixed|half|half mixed) dozen ~2 (shiraz|red|wine|barossa|white|cab), everclear, rocket fuel spirit`,
    titles: "alcohol (bottles|sealed|unopened|bulk), booze, (beer|beers) ~1 (slab|slabs|cheap|sale|bulk)",
    phrases: `
      (i|we) (sell|make) ~2 (${SPIRITS} | ${WINES}), (gin|whisky|rum|vodka|spirits|liquor|wine|mead) ~3 (made in the shed|mason jar|homemade|# a bottle|a bottle), homemade (wine|limoncello|spirits|grappa|moonshine|vodka|gin|baileys|liquor|booze|beer), home made (vodka|vodca|wine|spirits|whisky), (over|under) 18 ~8 (vodka|cruisers|goon|premix|premixes|bottle of|slab|smokes), (grab|buy|duck in) ~4 (vodka|cruisers|goon|premixes|slab of), fridge with contents ~4 spirits, bottles of spirits, cough syrup ~4 (percent|strength|plum), (rum|whisky|wine|champagne|bourbon|scotch) bottle ~2 (sealed|unopened|full), hamper ~2 (sparkling|wine|champagne|bubbly), (pot|copper|column|reflux|alcohol|spirit) still ~3 (litre|condenser|thermometer|column|copper|used)?, copper pot still, (turbo|reflux) still, moonshine, still sealed collector, (whisky|wine|champagne) (whisky|wine|champagne) , (rum|whisky|gin|vodka|wine) sealed`,
    foreign: `
      茅台, 白酒, 红酒, 洋酒, 威士忌, 五粮液, 自酿酒, 啤酒 (一箱|整箱), عرق بلدي, ويسكي, نبيذ, كحول للشرب, خمر, عرق محلي, rượu, ruou (de|thuoc|ngoai|nep|gao), bia thùng, rượu đế, grappa fatta in casa, vino (fatto|sfuso|casero|della casa), limoncello fatto, vendo (grappa|vino|licor|aguardiente|pisco), pisco, aguardiente, τσιπουρο, ρακη, ουζο, κρασι σπιτικο, κρασι χυμα, σπιτικο (τσιπουρο|κρασι), शराब, दारू, देसी दारू, रक्सी, छ्याङ, ਸ਼ਰਾਬ, ਦਾਰੂ, ਦੇਸੀ ਦਾਰੂ, 소주 (박스|병|판매), 양주, 막걸리, 위스키`,
    harmless: `
      (#)? (bottle)? (${DRINKS} | single malt | penfolds | moet | veuve clicquot | dom perignon) ~1 (${DRINK_GEAR}), (${BRANDS}) ~2 (${DRINK_GEAR.replace(/(?:label|gold|red|bar|bottle \w+) \| /g, "")}), (${DRINK_GEAR}) (for|from|with|of|made from) ~1 (${DRINKS}),
      (ginger|root) beer, (apple cider|white wine|red wine|wine|rice wine|malt|cider) vinegar, (non alcoholic|nonalcoholic|alcohol free|zero|no) ~1 (wine|beer|gin|spirits|cider|alcohol), alcohol free, rum (ball|raisin|baba), (empty|old empty|empties|unused|clean) ~4 (bottle|can|case|crate|box|keg|barrel|jar|wine|gin|beer|champagne|whisky|demijohn) ~3, (wine|gin|beer|champagne|whisky|rum) bottle ~2 (empty|lamp|planter|light|label|garden|edge|craft|holder|rack|cutter|candle|wrapped|for craft|50 plus|plus for), wanted empty, (scotch|bourbon) (tape|thistle|street|vanilla|plaid|cream|biscuit|soda|brite|finger), beer (o clock|on the deck), (for|with|enjoy|have) a (beer|wine|whisky|drink) ~2, cotton gin, gin (rummy|lane), port (adelaide|macquarie|power|melbourne|douglas|wine jelly), corona (beach|umbrella), spirit (level|ed away|ed|animal|board), (holds|fits|stores|suits|capacity|storage for) ~2 # ~1 (bottle|bottles|wine|beer|can|cans) ~3, (# bottle|#) ~1 (wine|beer|champagne|bottle|bar) (fridge|cooler|rack|cabinet|cellar|holder|glasses|glass|mugs|fridges|flutes|crate|bag), wine ~1 (tasting|country|cellar door|club|making|shop|theme|coloured|time), (ginger|butter|root) (beer|ale), swap ~3 (slab|carton|case|sixpack|six pack), champagne (coloured|color|gold|satin), liqueur chocolate, sake (set|cup|bottle set), bubble bath, wine free, kit beer`,
    depictable: "all",
  },
];
