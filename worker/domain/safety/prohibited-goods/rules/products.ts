/** Products that are banned, recalled or need care. Sources: ACCC Product Safety, electrical and gas regulators, EPAs. */
import { type GoodsRule, SOURCES } from "../rule.ts";

const SEAT =
  "car seat | carseat | child seat | booster | booster seat | capsule | baby capsule | child restraint | convertible seat";
const BABY =
  "rocker | rocka | sleeper | inclined sleeper | bassinet | bouncer | swing | cot | pram | high chair | highchair | walker | baby walker | baby gear | dock a tot | dockatot | napper | lounger";
const CORD = "cord | cable | lead | plug | wire | wiring | hose";
const APPLIANCE =
  "heater | heeter | dryer | washer | washing machine | dishwasher | toaster | kettle | oven | stove | cooktop | fridge | fan | lamp | drill | microwave | fryer | air fryer | hair dryer | iron | blanket | charger | power board | powerboard | tv | furnace | bbq | generator | hoverboard | scooter | ebike | e bike | rangehood";

export const PRODUCTS: readonly GoodsRule[] = [
  {
    id: "banned-products",
    answer: "block",
    goods: "products that are banned in Australia",
    why: "The ACCC has banned them because people were hurt.",
    source: SOURCES.productSafety,
    names: `
      (sky|flying|floating paper|chinese sky) lantern, (yo yo|yoyo) water ball, buckyball, bucky ball, (magnet|magnetic|neodymium) (ball|balls|bead balls|spheres|cube balls), neocube, (novelty|toy like|gun shaped) ~1 lighter, smokeless tobacco, konjac jelly, mini jelly cup, jelly cup konjac, fire footbag, monkey bike, gas mask asbestos, combustible candle holder, galaxy note 7, samsung note 7, (inflatable toy castle stakes), tongue stud gel, (incense|decorative) (alcohol burner|ethanol burner), (tabletop|table top) (ethanol|alcohol) burner, ethanol fire pot, water beads (bulk|expanding|toy), undeclared knives chewing, candle lead wick, pool pocket bikes, miniature motorbike no brake, (drop side|dropside) (cot|crib), cot dropside, cot bumper, baby pillow newborn, amber teething necklace, (glucomannan) tablets, dietary supplement glucomannan, kava (bulk|kilo|powder|root), pseudo sniffer, chewing tobacco`,
    harmless:
      "magnetic ball (catch|bearing|valve|game|toy set|dart), redmi note 7, (lego|toy) monkey bike, magnet (fishing|tiles)",
    depictable: "all",
  },
  {
    id: "recalled",
    answer: "review",
    goods: "recalled products",
    why: "A recalled product may only be sold once the supplier has fixed it.",
    source: SOURCES.recalls,
    names: `
      recalled, recaled, takata ~1 airbag, takata, under recall, lg resu, lg resu battery, (the one|one) they recalled, infinity ~1 cable, (was|were|been|is|are) ~1 recalled, (under|subject to|affected by|on) (a|the)? (product|safety)? recall, (no|without) recall (kit|fix|repair), banned ~1 (baby|rocker|cot|toy|product), (that|the) banned (rocker|sleeper|toy|cot), took ~1 off the market, pulled from ~1 (shelves|sale|shops), cant be sold in (shops|stores), (rock n play|rock and play|fisher price ~1 (sleeper|rocker)), made the news ~5 (washer|dryer|batch), batch that made the news, second hand airbag, used airbag`,
    titles: "recall",
    foreign:
      "召回, 召回款, سحب من السوق, مسحوب من السوق, bị thu hồi, thu hồi nhưng, bi thu hoi, (prodotto)? richiamato, ritirato dal mercato, producto retirado, retirado del mercado, ανακληθηκε, ανακληση προιοντοσ, वापस बुलाया गया, रिकॉल किया, ਰੀਕਾਲ, 리콜 (제품|대상)?",
    harmless:
      "(not|never|isnt|wasnt|no|hasnt been|without|not part of|not part of the|not on|check for) ~3 recall, (not|never|no|isnt|wasnt) ~3 recalled, total recall, recall (repair|work|fix) (done|completed|carried out), recalled (and|then) (fixed|repaired|replaced), i recall, (cant|dont|if i|as i|do) recall, recalling",
    depictable: "all",
  },
  {
    id: "unsafe-baby-goods",
    answer: "block",
    goods: "child seats, cots and sleepers that are damaged, expired or changed",
    why: "They may not protect a child, and most don't meet the mandatory standard.",
    source: SOURCES.carSeats,
    names: `
      (${SEAT}) ~8 (expired|exspired|out of date|past its expiry|past expiry|been in a crash|in a crash|in a crassh|crassh|in an accident|in accident|small accident|minor accident|in a bingle|a small crash|no label|no labels|no sticker|label has worn off|date label|no aussie standard|no standard|cut off|harness cut|strap cut|missing strap), (expired|american|us|imported|crashed) ~1 (${SEAT}), tether ~2 cut, (bunk bed|bunk) ~4 (no guard|no rails|no rail|without rails|no guard rails), inclined sleeper, (${BABY}) ~3 (recalled|banned|recal led|no standard), (recalled|banned|recaled) ~3 (${BABY}), cot ~3 (no sticker|slats missing|lead paint|broken slat), baby walker (no brake|wheels old), (car seats|seats) shipped in`,
    phrases: `baby sleep banned, baby sleep ~1 that banned, (${SEAT}) ~3 (date|expiry) ~3 (worn|missing), carseat was in`,
    harmless:
      "(never|not|hasnt|havent|isnt|no) ~3 (in a accident|in an accident|in any accident|in a crash|crash|crashes|expired|accident|accidents), (accident|crash) free, booster (cable|pump), dolls cot, capsule wardrobe",
  },
  {
    id: "damaged-safety-goods",
    answer: "review",
    goods: "helmets and safety gear that are damaged",
    why: "A helmet that has been in a crash no longer protects.",
    source: SOURCES.productSafety,
    names: `
      helmet ~4 (crack|cracked|been in one stack|in a stack|in a crash|crash damage|been dropped|cut in half|split|no label), (cracked|broken|crashed|dropped|damaged) ~1 helmet, (pool fence|pool fencing|pool gate) ~4 (old|non compliant|no spigots|no cert|second hand|panels), (life jacket|pfd|lifejacket) ~3 (ripped|perished|expired|torn), (smoke alarm|fire extinguisher) ~2 (expired|out of date|empty), harness (fall arrest|height) ~2 (expired|out of date), monkey bike, (mini motorbike|pocket bike|quad bike) ~3 (no front brake|no brake|no brakes)`,
    harmless:
      "(no|never|not|without|any) ~2 (crack|cracked|crash|crashed|crashes|drop|dropped|fall), never been in ~2, helmet (bag|display|stand)",
    depictable: "all",
  },
  {
    id: "unsafe-electrical-gas",
    answer: "block",
    goods: "unsafe electrical and gas goods",
    why: "They can burn, shock or poison someone, and may not be supplied without approval or repair.",
    source: SOURCES.electrical,
    names: `
      (${APPLIANCE}) ~4 (frayed cord|frayed|fray|frade|bare wire|bare wires|exposed wire|exposed wires|sparks|no compliance|no complience|no compliance plate|no complience plate|no approval|not certified|no rcm|caught fire|rewired it|shocks|tingle|hose cracked|cracked hose|gas leak|leaks gas|no earth|trips the power|burnt plug|melted plug), (frayed|frade|bare|exposed|cracked|melted) (${CORD}), (${CORD}) ~3 (frayed|frade|sparks|melted|cracked), ~2 sparks sometimes, no (rcm|approval sticker|compliance plate|complience plate|aussie plug approval), no rcm no brand, (homemade|home made|diy|home built|self built) ~2 (battery|batteries|powerwall|ebike battery|extension lead|charger|welder), hoverboard ~6 (2015|gets hot|no approval|gets hot on charge), gas (bottle|cylinder) ~5 (past test|past its test|out of test|out of date|no stamp|rusty|expired), (refill|refills|refilling|filling) ~3 gas bottle, gas bottles ~3 (done at our house|refilled), dodgy (dryer|heater|wiring|plug|toaster|lamp|charger|switch), tingle now, (swollen|bulging|puffed up|punctured|leaking|water damaged) ~1 (lithium|lipo)? battery, battery ~2 (swollen|bulging|puffed|leaking|gets hot), (indoor|indoors) ~3 (gas heater|butane heater|outdoor heater), portable gas heater ~2 indoor, caught fire once, goes good but ~2 (sparks|smoke), (asbestos|mercury) ~1 (heater|switch), unapproved ~1 (charger|heater|plug), (overseas|chinese|us|european) plug ~2 (heater|no adapter|rewired)`,
    titles: "frayed cord, faulty gas heater",
    phrases:
      "electric blanket ~4 (used|years|winters|old|second hand), emojizap ~1 tingle, plug dodgy, emojifire plug, compliance plate but works, h3ater ~2 no, no compliance plate",
    foreign:
      "漏电, 无认证 充电, 自制 电池, كهرباء مكشوفه, بدون شهاده امان, بطاريه صناعه منزليه, không có giấy chứng nhận, rò điện, hở điện, không kiểm định, filo scoperto, senza certificazione, fatto in casa batteria, cable pelado, sin certificado, calefactor sin, καλωδιο φθαρμενο, χωρισ πιστοποιηση, नंगा तार, बिना प्रमाणपत्र हीटर, ਬਿਨਾਂ ਸਰਟੀਫਿਕੇਟ ਹੀਟਰ, 누전, 인증 없는, 자작 배터리",
    harmless:
      "(no|not|never|cord is|cord perfect|without|isnt) ~1 (frayed|fray|sparks|swollen|bulging|leaking|tingle), (frayed|raw) (hem|denim|jeans|edge), cord (pants|jacket|skirt), sparks (joy|film|book|ink), electric blanket (box|bag|controller only|new|unopened), (new|unopened|sealed) ~1 electric blanket, spark plug, (test|tag) tested",
  },
  {
    id: "hazardous",
    answer: "block",
    goods: "asbestos, poisons or fuels",
    why: "They can harm the person who carries or uses them, and most may not be sold at all.",
    source: SOURCES.asbestos,
    names: `
      asbestos, asbestoss sheet, fibro (sheet|sheets|sheeting|cement|roof), old fibro, super six ~2 (sheet|roof|fencing|roof sheets), (1080|sodium fluoroacetate) ~1 (bait|poison)?, strychnine, cyanide, (sodium|potassium) cyanide, mercury (metal|liquid|elemental|bottle|quicksilver), liquid mercury, quicksilver (metal|bottle), (hydrochloric|sulphuric|sulfuric|nitric|hydrofluoric|battery|muriatic) acid, hydrofluoric, radioactive (material|source|ore|uranium|isotope), uranium, jerry can of (petrol|fuel|diesel), (petrol|diesel|fuel) ~3 (a litre|per litre|# litre|drum of|cheap litre|drums), (drum|drums|litre|litres|#l|# l) ~1 (of)? (petrol|diesel|unleaded|avgas|kerosene), stolen fuel, (red|farm) diesel (cheap|litres)?, paraquat, gramoxone, ddt, dieldrin, chlordane, lindane, aldrin, endosulfan, arsenic (powder|trioxide), thallium, ricin, phosphine tablets, white phosphorus, methyl bromide, lead paint (tin|old|litre), (chlorine|pool chlorine|bleach|acid|chemical|chemicals|poison|pesticide|herbicide) ~6 (decanted|unlabelled|unlabeled|no label|ice cream tub|ice cream tubs|milk bottle|soft drink bottle), decanted ~3 (tub|bottle|container), tannerite, caustic soda (drum|bulk|kg), chloroform, ether (lab|solvent bottle), hydrogen peroxide (50|70|90), creosote, pentachlorophenol, formaldehyde, gbl wheel cleaner, ant (poison|dust) old tin, rat poison (open|unlabelled|old)`,
    titles: "petrol, diesel fuel, poison, asbestos",
    phrases:
      "(pretty sure|maybe|might be|probably|never tested) ~2 asbestos, fibro ~6 never tested, farm chemicals ~3 (old|unlabelled), works on rats and everything",
    foreign:
      "石棉, 氰化物, 水银, 汽油 (出售|卖), 农药 (剧毒|百草枯), اسبستوس, سيانيد, زئبق, بنزين للبيع, amiăng, xyanua, thủy ngân, xăng (bán|lậu|lít), thuốc diệt cỏ paraquat, amianto, =eternit, cianuro, mercurio (liquido)?, benzina (vendo|litro), gasolina (vendo|litro), αμιαντο, κυανιο, υδραργυρο, βενζινη (πωλειται|λιτρο), एस्बेस्टस, साइनाइड, पारा (तरल)?, पेट्रोल बिक्री, ਤੇਜ਼ਾਬ, ਐਸਬੈਸਟਸ, 석면, 청산가리, 수은, 휘발유 판매",
    harmless: `
      (uranium|vaseline) glass, (no|non|not|zero|free of|contains no) asbestos, asbestos (free|removal|test|testing|tested|mask|awareness|removalist|survey|report|clearance), (mixer|powered|engine|pump|saw|auger|compressor|mower) ~1 petrol, (petrol|2 stroke petrol|4 stroke petrol) ~3 (mower|lawn mower|lawnmower|trimmer|whipper|snipper|chainsaw|chain saw|blower|generator|hedge|edger|engine|motor|pump|can|cap|tank|pressure|brush cutter|brushcutter|bowser|sign|car|scooter|rc|remote|log|mulcher|tiller|cultivator|auger|washer|powered|operated|model|go|blue|station|couch|colour|chipper|drill|saw|ute), (victa|honda|stihl|husqvarna|ryobi|mower|trimmer|chainsaw|blower|generator|unleaded|runs on|two stroke|four stroke|on|is there|any) ~2 petrol, diesel (fuel pump|fuel filter|fuel can|fuel tank|fuel injector|fuel cap|jeans|heater|watch|ute|car|engine|generator|4x4|auto|wagon|van|figure|turbo|manual|bag|belt|shirt), (vin|turbo|runs on) diesel, diesel fuel (pump|filter|can|tank|injector|cap), mercury (glass|outboard|records|thermometer|sable|topaz|retrograde|prize|music|capri), radioactive (man|t shirt|tee), (acid) (free|wash), poison (ivy|cd|lp|perfume|dior|green|band), dior poison, (fibro) (shack|print), lead (crystal|pencil|pencils|light), toxic waste, (jerry can) (empty|steel|holder), jerry can ~2 empty, 20 litre jerry, (uses|takes|holds) # litre ~2`,
    depictable: "all",
  },
  {
    id: "refrigerants",
    answer: "block",
    goods: "refrigerant gas",
    why: "Only holders of a refrigerant licence may buy and sell it.",
    source: SOURCES.refrigerants,
    names:
      "refrigerant ~1 (gas|bottle|cylinder)?, (r22|r12|r134a|r410a|r32|r404a|r290|hychill) (gas|bottle|cylinder|refrigerant|can|kg), freon, (aircon|air con|ac) regas (gas|kit|bottle|can)",
    harmless: "refrigerant (gauge|scale|hose|recovery|manifold|leak)",
  },
  {
    id: "infant-formula",
    answer: "review",
    goods: "infant formula",
    why: "Formula that was opened, expired or bought up can harm babies; sealed tins are checked by our team.",
    source: SOURCES.formula,
    names: `
      (baby|infant|toddler|goat|follow on|a2|aptamil|bellamys|bubs|s26|s 26|nan|karicare|similac|enfamil|holle|hipp|kendamil|neocate|bellamies|aptimil|baby milk) ~2 (formula|formular|milk powder|milk powda|powda|powder), (a2|aptamil|aptimil|bellamys|bellamies|bubs|karicare|s26|nan comfort|nan supreme|nan optipro|similac|kendamil|holle|illuma|neocate|oz farm|munchkin grass) ~3 (tin|tins|tinns|can|cans|carton|cartons|# tins|stage|profutura|gold|platinum|platnum|bulk|per case|wholesale|step|s3|s2), a2 ~1 (x|platinum|stage|s1|s2|s3|s4), (formula|formular) ~3 (tin|tins|t1ns|cans|carton|wholesale|bulk|pallet|sealed|unopened|expiry|expired|# tins|tins a week), (wholesale|bulk|buying|selling|pallet of) ~2 (baby)? formula, formula a2, cases of nan, baby formula, infant formula, human milk fortifier, formula china, a2 ~3 china, formula ~2 # parcel, daigou, (dai gou)`,
    foreign:
      "奶粉, 爱他美, 贝拉米, 代购 直邮, 三段, حليب اطفال, حليب رضع, sữa bột, sua bot, sữa a2, sữa công thức, latte in polvere, latte artificiale neonati, formula infantil, leche (de)? formula, leche en polvo bebe, βρεφικο γαλα, γαλα σε σκονη, शिशु फार्मूला, बेबी फॉर्मूला, बच्चों का दूध पाउडर, ਬੇਬੀ ਫਾਰਮੂਲਾ, ਦੁੱਧ ਪਾਊਡਰ, 분유, 압타밀",
    harmless:
      "(empty|clean|used|old) ~2 (formula|milk) ~1 (tin|tins), formula tins (for craft|for garden|empty), wanted empty ~2 formula, formula (dispenser|pitcher|container|maker|machine|mixer|1|one|booklet|ford|e|vee|storage|pro), baby formula (dispenser|container|maker|machine|tins for|prep), (perfect prep|breville) ~2 formula, (soft drink|skin|math|chemistry|hair|racing) formula, a2 (scale|print|poster|drawing|paper|sheet|frame|folder|canvas|easel|cutting|board|ratio|licence|portfolio|size|foam), a2b scooter, bellamy brothers, posters a2, (nan) (bread|naan), s26 ute, f1, goat ornament, # tins clean, milk (crate|frother|jug|bottle|can|churn)",
    depictable: "all",
  },
];

export const NOTED: readonly GoodsRule[] = [
  {
    id: "car-seats",
    answer: "note",
    goods: "child car seats",
    why: "Check that it's under ten years old, has never been in a crash, still has its labels and isn't recalled. Give the date of manufacture.",
    source: SOURCES.carSeats,
    titles: `
      (child|baby|infant|toddler|kids|convertible|booster|isofix|maxi cosi|britax|infasecure|safe n sound|mothers choice|nuna|joie) ~3 (car seat|carseat|booster|capsule), car seat, carseat, booster seat, baby capsule, child restraint, maxi cosi (vita|mico|titan|pria|rodifix|euro)`,
    phrases: "maxi cosi (vita|mico|titan|pria|rodifix|euro)",
    harmless:
      "car seat (cover|organiser|protector|gap|cushion|belt|massager|heater|mat|liner), (leather|racing|front|rear|bucket|doll|dolls|dog|pet|sheepskin) ~1 (car seat|carseat), carseat cover, sheepskin car seat",
    depictable: "all",
  },
  {
    id: "baby-sleep",
    answer: "note",
    goods: "cots and bunk beds",
    why: "Check that it meets the mandatory standard, has every part, and isn't recalled. Bunk beds need guard rails.",
    source: SOURCES.productSafety,
    titles:
      "(baby|portable|travel|folding)? cot, porta cot, portacot, bassinet, bunk bed, bunkbed, baby walker, (baby) sleeper",
    phrases: "(ikea|boori|sniglar|troll|love n care|grotime) ~1 cot",
    harmless:
      "cot (sheet|quilt|blanket|mobile|mattress|bedding|linen|protector|canopy|set linen), (bassinet|bunk bed) (sheet|quilt|cover|ladder|stand|mattress), (doll|dolls|toy|camping|baby doll) ~1 (cot|bassinet|bunk bed), terry cot, cot only sheets",
    depictable: "all",
  },
  {
    id: "prams",
    answer: "note",
    goods: "prams and strollers",
    why: "Check that brakes, harness and tether strap work, and that it isn't recalled.",
    source: SOURCES.recalls,
    titles: "pram, stroller, (bugaboo|uppababy|babyzen|yoyo|mountain buggy|thule) ~2 (pram|stroller|buggy)",
    harmless:
      "(pram|stroller) ~1 (liner|caddy|organiser|cover|toy|hook|cup holder|fan|bag|blanket|hammock|board|clip|adaptor), (doll|dolls|toy|pet|dog|cat) (pram|stroller)",
    depictable: "all",
  },
  {
    id: "helmets",
    answer: "note",
    goods: "helmets",
    why: "Say if it has ever been dropped or in a crash, and give its age. Bike helmets need to meet AS/NZS 2063.",
    source: SOURCES.productSafety,
    titles:
      "(bike|bicycle|bycicle|cycling|motorbike|motorcycle|motocross|mx|bmx|scooter|skate|horse riding|riding|equestrian|full face|ride on|kids) ~2 helmet, helmet ~2 (as nzs|kids small)",
    phrases: "nón bảo hiểm, casco (moto|bici), 头盔, 헬멧, helmet ~2 (as nzs|nzs), motorbike helmet",
    harmless: "helmet (bag|cover|cam|hook|stand), knight helmet",
    depictable: "all",
  },
  {
    id: "e-mobility",
    answer: "note",
    goods: "e-bikes, e-scooters and hoverboards",
    why: "Check the battery for recalls, include the original charger, and say if the battery has been damaged or replaced.",
    source: SOURCES.recalls,
    titles:
      "(e bike|ebike), electric (bike|bicycle|scooter|skateboard), (e scooter|escooter), hoverboard, (segway|ninebot|xiaomi) ~1 scooter, onewheel",
    harmless:
      "(e bike|ebike|e scooter|escooter|scooter) ~1 (helmet|lock|rack|bag|tyre|mirror|phone holder|battery bag)",
    depictable: "all",
  },
  {
    id: "gas-bottles",
    answer: "note",
    goods: "gas bottles",
    why: "Check the test date on the collar: a bottle must be retested every ten years. Carry it upright and empty it first.",
    source: SOURCES.productSafety,
    titles: "(# kg)? (lpg|bbq)? gas (bottle|cylinder), lpg (bottle|cylinder)",
    harmless: "gas bottle (trolley|holder|cover|hose|regulator|stand)",
    depictable: "all",
  },
  {
    id: "hard-wired",
    answer: "note",
    goods: "gas and hard-wired appliances",
    why: "Only a licensed gasfitter or electrician may connect it. Say who removed it and keep the compliance plate.",
    source: SOURCES.gas,
    titles:
      "gas (heater|cooktop|stove|oven|hot water|log fire|wall furnace|furnace|ducted), (wall|electric wall|electric) oven, hard wired, hardwired, natural gas",
    phrases: "gas (cooktop|wall furnace|heater|log fire|hot water), (gas fitter|gasfitter), hard wired, lpg conversion",
    harmless: "gas heater (guard|cover), easy bake oven, toy oven",
    depictable: "all",
  },
  {
    id: "button-batteries",
    answer: "note",
    goods: "things with button batteries",
    why: "The battery compartment must be closed with a screw. Keep loose batteries away from children.",
    source: SOURCES.productSafety,
    titles: "(button|coin|cr2032) ~1 (battery|batteries)",
    phrases: "(button|coin|cr2032) ~1 (battery|batteries)",
  },
  {
    id: "kitchen-knives",
    answer: "note",
    goods: "knives",
    why: "Wrap the blade for the handover. Knives may not be sold to anyone under 16, in some states under 18.",
    source: SOURCES.weaponsVic,
    titles:
      "(kitchen|chef|chefs|santoku|paring|carving|steak|boning|bread|fillet) ~2 (knife|knives|knifes), knife (set|block)",
    phrases: "(chef|chefs|santoku|paring) (knife|knives), knife block, steak knives",
    harmless: "knife (no|not included), (butter|cake|cheese|palette) knife, no knives, knives not included",
    depictable: "all",
  },
  {
    id: "home-safety",
    answer: "note",
    goods: "goods with a mandatory safety standard",
    why: "Look up its standard at productsafety.gov.au: corded blinds, basketball hoops, soccer goals, jacks, swim aids and tall furniture need parts that keep people safe.",
    source: SOURCES.productSafety,
    titles:
      "corded blind, basketball (hoop|ring|backboard), soccer goal, portable soccer, trolley jack, axle stand, jack stand, swim vest, floaties, (bookcase|bookshelf|chest of drawers|tallboy) ~3 wall, trampoline, pool fence, quad bike",
    phrases:
      "basketball hoop, (portable)? soccer (goal|goals) , trolley jack, axle stand, swim vest, fix to the wall, corded blind, anchor ~2 wall",
    harmless: "trampoline mat playset",
    depictable: "all",
  },
  {
    id: "life-jackets",
    answer: "note",
    goods: "life jackets",
    why: "Check for AS 4758 on the label and, if it inflates, the date of its last service.",
    source: SOURCES.productSafety,
    titles: "(life jacket|lifejacket), pfd, (life vest|lifevest)",
    harmless: "(dog|pet) (life jacket|life vest)",
  },
  {
    id: "tickets",
    answer: "note",
    goods: "event tickets",
    why: "Give the original price, the seat and how you'll transfer it. In NSW you may ask at most 10% more than you paid; other states have their own limits.",
    source: SOURCES.tickets,
    titles:
      "(concert|gig|festival|afl|nrl|grand final|footy|cricket|tennis|f1|grand prix|comedy|theatre|show|match|game|ga|general admission|vip|musical|sydney|melbourne|brisbane|perth|adelaide) ticket, ticket (to|for|x), # x? ticket",
    harmless:
      "(raffle|golden|parking|speeding|train|lotto|scratch|old|framed) ticket, ticket to ride, ticket (holder|stub|book|machine|punch|display|frame)",
    depictable: "all",
  },
];
