/** Animals, plants, people and what is made of them. Sources: state animal acts, EPBC Act, Biosecurity Act, Human Tissue Acts. */
import { type GoodsRule, SOURCES } from "../rule.ts";

const YOUNG = "puppy | puppies | pupys | kitten | kittens | pups";
const YOUNG_GOODS =
  "heels | heel | litter | tray | pad | pen | crate | bed | toy | training | gate | collar | harness | lead | leash | play pen | playpen | food | milk | bottle | clothes | coat | jumper | treat | wipes | potty | toilet | bowl | blanket | carrier | sling | mat | sock | book | print | eyes | love | dog pals | surprise | rescue | starter | kit | plush | calendar | costume | school | preschool | figurine | mug | puzzle";
const BREEDS =
  "labrador | labradoodle | cavoodle | groodle | kelpie | staffy | staffies | french bulldog | frenchie | german shepherd | border collie | ragdoll | maine coon | bengal | sphynx | british shorthair | pitbull | pit bull | pitt bull | pitbul | rottweiler | dachshund | pomeranian | chihuahua | cavalier | golden retriever | husky | greyhound | jack russell | maltese | poodle | shih tzu | cocker spaniel | american bully | bull terrier | cane corso | dobermann | schnauzer | beagle | kelpies";
const ANIMALS = `dog | cat | budgie | cockatiel | lovebird | parrot | cockatoo | corella | lorikeet | galah | conure | canary | finch | rabbit | bunnies | bunny | guinea pig | chicken | hen | pullet | rooster | duck | duckling | chicks | goat | sheep | lamb | calves | cattle | cow | ponies | pony | horse | snake | python | bearded dragon | lizard | gecko | blue tongue | turtle | tortoise | frog | axolotl | ferret | hamster | gerbil | hedgehog | sugar glider | possum | mice | rats | alpaca | llama | pig | piglet | quail | peacock | goldfish | cichlid | betta | koi | ${BREEDS}`;
const HOMES =
  "hutch | hutches | cage | coop | tank | kennel | door | flap | house | run | tree | scratcher | scratching | fountain | feeder | brush | ramp | stroller | stairs | steps | clipper | costume | seat | nest | nesting | box | boxes | hammock | ornament | hat | camera | rug | float | saddle | bridle | crate | bed | toy | onesie | shampoo | comb | carrier | grooming | fence | pen | print | painting | statue | figurine | lover | lovers | calendar | book | puzzle | bowl | coat | jumper | lead | harness | bandana | treats | doorstop | cushion | mug | plush | enclosure hide | skin | hide | leather | shaped | themed | trailer | truck | panels | hurdle | yard | transport | wire | netting | egg";

export const LIVING: readonly GoodsRule[] = [
  {
    id: "animals",
    answer: "block",
    goods: "live animals",
    why: "Selling pets needs microchips, source numbers and checks that we can't make. Shelters and registered breeders can help.",
    source: SOURCES.animals,
    names: `
      (${ANIMALS} | ${YOUNG}) ~3 (for sale|for adoption|rehome|rehomed|rehoming|week old|weeks old|month old|year old male|year old female|microchip|microchipped|vaccinated|desexed|vet checked|point of lay|laying|hand raised|hand reared|breeding pair|pedigree|papered|needs a home|needs new home|need home|needs a new home|to good home|to a good home|free to good home|free to a good home|no papers|no chip|no microchip|undesexed|on licence),
      (pair|trio|breeding pair|litter|clutch) of (${ANIMALS} | ${YOUNG}), (live|pedigree|purebred|hand raised|hand tame|point of lay|breeding|rehome|rehoming|# week old|pet) (${ANIMALS} | ${YOUNG}),
      (${YOUNG}) (are)? (ready|available|for sale|looking for|need|will be ready|no papers), (${YOUNG}) (no|without) (papers|chip|microchip), litter of ~1 (${YOUNG}), (hand tame|hand raised|tame) (${ANIMALS}), (${YOUNG} | ${ANIMALS}) ~3 (microchipped|vaccinated and|vet checked),
      (${BREEDS}) ~2 (${YOUNG} | pup | litter|x pups|pupys|stud), (pit bull|pitbull|pitbul|pitt bull|staffy|bully) ~1 (pup|pups|pupys|puppies), (dog|cat) stud service, corn snake, boa constrictor, ball python, red eared slider, iguana, burmese python, green tree python, carpet python, diamond python, childrens python, stimson python, hamster, gerbil, hedgehog pet, sugar glider ~1 (pair|joey|hand|caught|sale)?, (ferrets|ferret) ~1 (for sale|pair|kits|jill|hob), squirrel glider, (galah|cockatoo|corella|lorikeet|rosella) (chick|chicks|baby|hand), axolotls (for sale|juvenile)`,
    titles: `${YOUNG.replaceAll(" | ", ", ")}, corn snakes, iguana, ferrets, hamster, (baby|laying) (${ANIMALS})`,
    phrases: `
      (kittens|puppies|pups|litter) ~6 (old|mum|ready|chip|neddles|needles|vacinations), bulldog litter, (dog|kelpie|cat|staffy) ~4 (needs new home|new home|rehome), (exotic|corn) (reptile|snake|slitherers), slitherers, reptiles ~6 (cash only|boas|iguana), (snake|lizard|reptile|turtle) ~3 (no paperwork|no licence|no license|paper|cash), no breeder number, taken from the nest, caught near our place, snake lizard, (${BREEDS}) ~4 (undesexed|no microchip|papers|breeder number), (${ANIMALS}) ~4 (no microchip|no chip), chip number to be added`,
    foreign: `
      小狗 (出售|卖|领养)?, 幼犬, 幼猫, 小猫 (出售|卖), 宠物狗 出售, 仓鼠, 蛇 出售, جراء, كلب للبيع, قطط للبيع, كلاب للبيع, ببغاء للبيع, chó con, mèo con, bán chó, bán mèo, ban cho con, cuccioli (di)?, cuccioli vendo, cachorros (venta|vendo|pitbull|bulldog|raza), vendo (perro|gato|cachorro|cane|gattini), κουταβια, γατακια, पिल्ला, पिल्ले, कुत्ता बिक्री, बिल्ली के बच्चे, छाउरा, ਕਤੂਰੇ, ਪਿੱਟਬੁਲ, ਕੁੱਤਾ ਵਿਕਾਊ, 강아지 분양, 고양이 분양, 새끼 고양이, 햄스터, 분양 (강아지|고양이)`,
    harmless: `
      (${YOUNG}) ~1 (${YOUNG_GOODS}), (furreal|fur real|plush|soft|toy|robot|electronic|stuffed|interactive|schleich|ceramic|concrete|wooden|paw patrol|lps|resin|porcelain|pottery|china|bronze|brass|crystal|glass|garden|peter|lego|paper|book|novel|knitted|crochet) ~1 (${YOUNG} | ${ANIMALS}),
      (pet|live|baby|breeding|laying|pedigree|large|small|outdoor)? (${ANIMALS}) ~1 (${HOMES}), (${ANIMALS}) (${YOUNG_GOODS}), (for|suits|suit|fits|suitable for|from|used by|belonged to) ~2 (${ANIMALS} | ${YOUNG}), (python|monty) (crash course|programming|book|monty|complete|software), pitbull cd, (from|grown from) pups, kangaroo paw, (ferret|hamster) (and|with)? (tunnel|wheel|ball|cage|food|bedding|house), (rocking|hobby|clothes) horse, (tv|hot|pigs in) dog, cat (stevens|woman|cora), bulldog (clip|vice), crocodile (dundee|clip), dog (person|proof), (our|my|the) (dog|cat|beagle|puppy|kitten|labrador|kelpie|old kelpie) , horse (riding|racing)`,
    depictable: "all",
  },
  {
    id: "wildlife",
    answer: "block",
    goods: "parts of protected animals",
    why: "Trading endangered or native wildlife is an offence without a permit.",
    source: SOURCES.wildlife,
    names: `
      rhino horn, rhinoceros horn, (elephant|walrus|whale|carved) (tusk|ivory), ivory (tusk|tusc|elephant|carved|genuine|netsuke|billiard), ivory carving elephant, (real|genuine) elephant ~1 (ivory|tusk|tail|foot), elephant (foot|ivory|tusk|leather|hair bracelet), whale (tooth|teeth|bone carving), tiger (skin|teeth|claw|bone|balm bone|penis|rug), bear (bile|paw|gall), shark (fin|fins) ~1 (dried|soup|kg)?, shark fin, turtle shell (real|genuine|antique)?, hawksbill, real hawksbill, tortoiseshell (real|genuine|antique) ~1, tortoise shell ~4 real, leopard skin (rug|coat|real), eagle feather, (cassowary|lyrebird|black cockatoo) ~1 (feather|claw|egg|tail), pangolin, pangolin scales, (koala|platypus|quoll) (fur|skin|pelt|paw), emu egg (fresh|fertile), (taxidermy|stuffed|mounted) ~2 (eagle|owl|hawk|koala|platypus|kookaburra), (seahorse|sea horse) dried, tiger cub, shahtoosh, (live|giant) (clam shell|coral), abalone black market, (crocodile|croc) (teeth|head|skull|feet) , totoaba`,
    phrases:
      "elephant tooth carved, ivery elefant, elephant tooth, bear gall, (shells|tusk) no booklets, government forms",
    foreign:
      "象牙, 犀牛角, 虎骨, 熊胆, 鱼翅, 穿山甲, 玳瑁, عاج, قرن وحيد القرن, ngà voi, sừng tê giác, cao hổ cốt, mật gấu, vảy tê tê, vi cá mập, nga voi, avorio, marfil, ελεφαντοδοντο, हाथी दांत, हाथीदांत, बाघ की खाल, ਹਾਥੀ ਦੰਦ, 상아, 웅담, 코뿔소 뿔, 호피",
    harmless:
      "(teenage|ninja|mutant|sand pit|sandpit|clam shell and|clam and|pool) turtle shell, turtle shell (pool|sandpit|backpack|helmet|guitar|ukulele|costume|sand pit), (bear|tiger) (claw|paw) (slipper|print|shredder|mug|necklace silver|shreds), elephant ear, (faux|fake|print|look|leather) tiger, tiger (print|woods|prawn|balm|lily), tortoiseshell (look|glasses|sunglasses|comb plastic|butterfly|cat), shark fin (aerial|antenna|sunglasses|shorts), west coast eagle, (eagle|eagles) (flag|scarf|jersey), tortoise brand, eagle feather (costume|print|necklace), elephant (bookend|resin|ornament)",
    depictable: "all",
  },
  {
    id: "ivory-and-taxidermy",
    answer: "review",
    goods: "ivory, fur of protected animals and taxidermy",
    why: "It depends on the species and the age of the piece, and may need a permit.",
    source: SOURCES.wildlife,
    names: `
      (carved|antique|vintage|real|genuine|old|1800s) ivory, ivory (carving|figurine|netsuke|bangle|chess|bead|handle|statue|piano keys|bracelet|box|comb), ivory netsuke, scrimshaw, taxidermy, (kangaroo|crocodile|snake|python|fox|seal|bear|zebra|leopard|tiger|wolf) (skin|pelt|skull|rug real|fur), mounted ~1 (head|antlers|fish|deer|boar), tortoise shell (box|comb|hair comb|antique|brooch), possum fur, (kangaroo|crocodile|croc|fox|monkey|cat) ~1 (skull|paw|claw|foot) ~2, (deer|stag|buffalo) head mount, stuffed (fox|crocodile|bird|deer|owl|cane toad), emu egg, (coral|giant clam) (piece|specimen|shell real)`,
    titles: "ivory",
    harmless:
      "kangaroo paw, (fake|faux|cardboard|paper|plush|felt|crochet|resin|metal|print) ~1 taxidermy, (snake|python|crocodile|croc) skin (print|pattern|look|effect|bag|boots|heels|belt|shoes|wallet|leggings|dress|top|clutch|embossed), (snake|leopard|tiger|zebra) (print|skin print), (dress|curtain|curtains|gown|veil|heels|rug) ivory, ivory (towel|towels|bath|bed|sheet|blinds|napkin|lace|white|dress|satin|wedding|paint|wool|colour|coloured|color|gown|veil|cream|curtains|silk|soap|coast|cushion|heels|shoes|rug|tulle|beaded|linen|tower|sofa|couch|suit|cardigan|blouse|skirt|top|tablecloth|wallpaper|bridal|jumper|candle|throw|pearl|bedspread|doona), (old|vintage|antique|in|size|colour|coloured) ivory (lace|white|dress|satin|wedding|paint|wool|colour|gown|veil|cream|curtain|silk), ebony and ivory, merchant ivory, (crystal|candy|jelly) (skull), skull (candy|cap|print)",
  },
  {
    id: "weeds",
    answer: "block",
    goods: "declared weeds, protected plants and plants that may not cross a border",
    why: "They spread, carry pests or are taken from the bush, and moving or selling them is banned.",
    source: SOURCES.weeds,
    names: `
      water (hyacinth|lettuce|hiasinth|caltrop|soldier), water hyacinth, salvinia, salvina, cabomba, frogbit, alligator weed, sagittaria weed, prickly pear (plant|cutting|cactus|pad|pads|cacti), opuntia (cactus|pads|cutting), mother of millions, wheel cactus, coral cactus, jumping cholla, mimosa pigra, lantana (cutting|cuttings|plant|hedge|pot|camara|montevidensis)?, (mexican|serrated|chilean) (feather grass|tussock|needle grass), mexican feather grass, pampas grass (plant|seed|live), asparagus fern, arum lily bulbs, gorse plant, blackberry (suckers|canes|plant) wild, bitou bush, (african|love) boxthorn, rubber vine, parthenium, hawkweed, scotch broom, paterson curse, kudzu, giant reed, japanese knotweed, madeira vine, peyote, san pedro cactus, cacti san pedro, trichocereus, lophophora, khat (seedling|plant|leaves|cutting|seed)?, salvia divinorum, coca plant, kratom (plant|tree), (opium|breadseed) poppy, papaver somniferum, (cannabis|marijuana|weed|feminised|feminized|autoflower|auto flower|femminised|hemp live) (seed|seeds|seads|clone|clones|seedling|plant|cutting), (fem|feminised|auto|autoflowering) seeds, (banana|citrus|mango|grape|sugarcane) (suckers|sucker|budwood) ~3, (orchid|fern|grass tree|tree fern|native plants) ~3 (from bush|from the bush|collected from|dug from|wild collected), wild orchids collected, xanthorrhoea wild dug, sandalwood logs, (seed|plants|budwood|cuttings) ~4 (through|past|avoid) (customs|quarantine|biosecurity)`,
    titles: "san pedro, peyote, lantana, khat",
    phrases: `
      (banana suckers|banana|citrus|mango|plants|cuttings|budwood) ~6 (post to (nsw|wa|sa|tas|vic|nt)|to wa|to tas|hide it), hide it in a toy, tomato seeds ~3 five pointed, five pointed leaf, grow under lights, seedling weed # fem, fem seeds, tree fern from the bush, seeds ~3 hidden in, arum lilies ~3 dig`,
    foreign:
      "大麻种子, 水葫芦, 仙人掌 违禁, بذور القنب, زهره النيل, lục bình, hạt giống cần sa, hat giong can sa, mang lậu qua hải quan, semi di cannabis, semi di canapa, semillas de marihuana, semillas de cannabis, σποροι κανναβησ, υακινθοσ νερου, भांग के बीज, जलकुंभी, अफीम के बीज, गाँजाको बीउ, ਪੋਸਤ ਦੇ ਬੀਜ, ਭੰਗ ਦੇ ਬੀਜ, 대마 씨앗, 양귀비 씨",
    harmless:
      "weed and feed, hyacinth bulb, grape hyacinth, (iceland|icelandic|california|shirley|flanders|remembrance) poppy, poppy (remembrance|day|print|brooch), prickly pear (print|cushion|jam|oil|gin), (artificial|fake|faux|plastic|silk|dried|print|cushion) ~1 (pampas grass|water lettuce|prickly pear|cactus|fern), pampas grass (dried|arrangement|artificial|decor|stems|vase|wreath|fake|faux), khat (mandoo), lantana (dress|print), gorse (street), san pedro (fish|sula|poster|hotel)",
    depictable: "all",
  },
  {
    id: "human-parts",
    answer: "block",
    goods: "human tissue, organs, milk or babies",
    why: "Trading human tissue is an offence, and milk from strangers can carry infections.",
    source: SOURCES.tissue,
    names: `
      breast milk (fresh|frozen|donated|for sale|bodybuilder|expressed|healthy|oz|ml|sale)?, (frozen|donated|fresh) breast milk, breastmilk, human milk, milk sharing, wet nurse, (kidney|kidny|liver|lung|cornea|organ|egg|ovum) ~1 (for sale|sale|sayle|donor|donation paid|needed|wanted|urgent|to sell|for cash|transplant pay), (sell|selling|buy|buying|one|my) kidney, kidney (for|donor|needed|o positive|b neg|blood type), (sell|selling) ~2 (kidney|liver|plasma|blood|organs), blood type ~3 (kidney|donor), sperm (donor|donation|for sale|sample), sperm, human (blood|organs|kidney|eggs|urine|hair lot bulk), clean urine, synthetic urine, fake pee, whizzinator, (plasma|blood) ~3 (every week|how much u pay|for sale|paid), (paid|compensated|commercial|private) surrogate, surrogate ~2 (available|fee|needed|paid|wanted), surrogacy (fee|paid|for sale|arrangement), (give up|sell|adopt|buy|buying|selling) ~1 baby ~1 (to|for|costs|cash), baby for (sale|adoption)`,
    titles: "urine, breast milk",
    phrases: `
      kidney donor, willing to carry ~2 you, (carry|surrogate) ~5 (large|k plus expenses), give up (baby|her baby|child), (womb|surrogate) for rent, kidney money, donor ~1 (wanted|b neg|o neg|kidney) ~1 money, plasma or blood, donor ~2 cash no clinic, donor for cash`,
    foreign: `
      代孕, 卵子, 卖肾, 卖血, 肾源, 母乳 (出售|卖), كليه للبيع, بيع كليه, تاجير رحم, متبرع كلي, bán thận, ban than, đẻ thuê, mang thai hộ, bán trứng, vendo rene, rene (in vendita|vendo), vendo riñon, vientre (de)? alquiler, utero in affitto, latte materno vendo, leche materna vendo, νεφρο (πωλειται|πουλαω), παρενθετη, किडनी, किड्नी, मृगौला बेच्न, गुर्दा, सरोगेसी, ਕਿਡਨੀ, ਗੁਰਦਾ, ਕੋਖ ਕਿਰਾਏ, 신장 판매, 장기매매, 대리모, 난자 (판매|공여)`,
    harmless:
      "breast milk ~1 (storage|bag|bottle|cooler|cooler bag|container|soap|keepsake|jewellery|warmer|pump|collector|tray|freezer), breastmilk ~1 (storage|bag|bottle|keepsake|jewellery), kidney (dish|shaped|bean|belt|grill), blood (bowl|orange|pressure|bourne|diamond|glucose|brothers|moon), sperm whale, (pet|cat|dog) urine, urine (odour|smell|off|remover|stain), (egg|organ) (chair|cup|incubator|pipe|stool|donor book), true blood, plasma (tv|cutter|car|ball|screen|globe), adoption story, surrogate novel, human (league|body|anatomy|hair wig|nature|touch)",
    depictable: "all",
  },
  {
    id: "human-remains",
    answer: "block",
    goods: "human remains",
    why: "Remains belong to a person's family or community. Trading them is an offence in most states.",
    source: SOURCES.tissue,
    names: `
      (real|genuine|antique|authentic|medical)? human (skull|skul|bone|skeleton|teeth|tooth|finger|hand|remains|ashes|foetus|fetus|skin|spine|jaw|femur|rib|head|scalp), humen skull, (skull|skeleton|bones|bone) ~3 (real|genuine|aboriginal) ~1 human, real human, human skul, aboriginal (skull|bones|remains), (skull|bones) found on ~1 property, mummy (hand|egyptian|foot|head|real), egyptian mummy (hand|foot|part|bead)?, shrunken head, tsantsa, (foetus|fetus|foetal) ~3 (jar|specimen|oddity), kapala ~1 (skull|bone)?, (cremation|cremated) ~1 (ashes|remains), ashes in urn, half skeleton, (medical|articulated|real) ~1 skeleton ~2 (real|human), skeleton ~4 think its real, wet specimen, trophy skull, teeth jar, (victorian|mourning) ~2 plaited hair, hair of dead`,
    titles: "human skull, human bones, human teeth",
    phrases:
      "deceased curios, genuine deceased, headpiece no jaw, no jaw ~3 (med|medical), (skull|bones|teeth) ~3 (real human|real not resin|from old colleges|old med), mourning locket ~6 hair, (dental|dentist) box ~4 teeth, moulds and teeth, humen bones",
    foreign:
      "真人头骨, 人骨, 头骨 真, 骨灰, جمجمه بشريه, عظام بشريه, جمجمة بشرية, sọ người, hộp sọ người, xương người, so nguoi that, teschio umano, ossa umane, craneo humano, huesos humanos, cenizas humanas, ανθρωπινο κρανιο, ανθρωπινα οστα, मानव खोपड़ी, इंसानी खोपड़ी, मानव हड्डी, ਇਨਸਾਨੀ ਖੋਪੜੀ, 사람 해골, 인골, 진짜 해골, 사람 두개골",
    harmless:
      "(plastic|anatomical|model|replica|resin|medical model|life size|teaching|cast|fake|halloween|toy) ~1 (human)? (skull|skeleton|bone|teeth|spine), human (skeleton|skull|bone|teeth|body|spine|anatomy) ~1 (model|replica|decoration|poster|prop|anatomy|anatomical|chart|puzzle|book|cast|torso|study), mummy (costume|returns|dvd|movie|game|toilet), (bone|bones) (china|broth|dog|conduction|handle), tooth fairy, urn (ceramic|garden), skeleton (watch|clock|key|costume|hoodie), skull (ring|vase|print|cap|candy|mug|scarf)",
    depictable: "titles",
  },
  {
    id: "people",
    answer: "block",
    goods: "people, marriages or work without pay",
    why: "Sham marriages, sham sponsorships and work without wages are offences.",
    source: SOURCES.modernSlavery,
    names: `
      marriage for (pr|visa|citizenship|permanent), (sham|fake|paper|contract|visa|pr) marriage, marriage of convenience, marry ~4 (for visa|for pr|citizen|aussie), (visa|employer) sponsorship ~3 (available|for sale|genuine employer|fee|k), sponsorship ~2 (for sale|# k), (maid|nanny|housekeeper|worker) ~5 (no wage|no pay|unpaid|keep the passport|pocket money), keep (the|their|her|his) passport, (live in|livein) (maid|nanny) ~4 (overseas|wanted|no wage|board), mail order bride, slave for sale, wife for (sale|visa)`,
    phrases: "board plus pocket money, nanny wanted live in, no need to work there, partner visa ~3 (pay|paid|k)",
    foreign:
      "假结婚, 结婚 身份, 买 PR, 雇主担保 付费, زواج مصلحه, زواج للاقامه, تاشيره مدفوعه, kết hôn giả, ket hon gia, hôn nhân giả, bảo lãnh visa trả tiền, matrimonio (falso|per visto|de conveniencia|para visa), matrimonio para papeles, εικονικοσ γαμοσ, γαμοσ για χαρτια, नकली शादी, पेपर मैरिज, वीजा के लिए शादी, नक्कली विवाह, ਪੇਪਰ ਮੈਰਿਜ, ਨਕਲੀ ਵਿਆਹ, 위장결혼, 영주권 결혼, 비자 스폰서 비용",
    harmless: "marriage (bureau|book|certificate holder|counselling), nanny (mcphee|dvd|diaries)",
    depictable: "all",
  },
  {
    id: "adult",
    answer: "block",
    goods: "sexual services, pornography and used intimate goods",
    why: "Our rules, like those of other marketplaces, don't allow them, and X-rated films may not be sold in most states.",
    source: SOURCES.classification,
    names: `
      (used|worn|usd|unwashed|dirty|smelly) ~1 (panties|pantys|knickers|undies|underwear|lingerie|thong|g string|bra|socks|stockings|tights|leggings|gusset), worn (socks|panties|knickers|undies|leggings) ~1 (and)? (socks|panties)?, (panties|knickers|undies) worn, (panties|underwear|socks) ~3 (worn|vacuum sealed|unwashed|days|day), (sex|adult) (toy|toys|doll|machine|swing), sextoy, =fleshlight, dildo, butt plug, vibrator (rabbit|adult|used|bullet|wand|lelo|satisfyer|womanizer), strap on (dildo|harness), cock ring, anal (plug|beads), love doll, silicone (sex|love) doll, bondage (gear|kit|harness|set|rope|style), bdsm, ball gag, nipple clamps, chastity cage, (escort|escorts) (incall|outcall|service|girl|available|surfers|agency|asian|sydney|melbourne), incall, outcall, call girl, prostitute, brothel, happy ending, (erotic|sensual|nude|tantric|nuru|full body|sexy|body to body|b2b) (massage|massages), massage ~3 (happy ending|incall|extras|full service|young ladies|young ladys|cash late), full service extras, xtra servises, sugar (daddy|baby) ~1 (wanted|arrangement)?, no strings (hookup|fun|sex), hookup (tonight|pay|wanted), =nudes, nude (pics|photos|videos|content|cam|selfies), onlyfans, only fans, (fans|onlyfans) page ~6 (nudity|nude|month|subscribe|link), full nudity, cam (show|shows|girl), (feet|foot) (pics|photos|content), =sexting, dick pics, porn, porno, pornography, xxx (dvd|movies|videos|mags|magazines|vhs), x rated, r rated adult dvd, adult (dvds|movies|videos|films|mags|magazine|magazines|content|services|entertainment), (playboy|penthouse|hustler|picture people) ~3 (mags|magazine|magazines|dvd|dvds|uncensored|collection|x rated), hentai (figure nude|manga uncensored|dvd), content menu, companionship by the hour, roses ~2 (per hour|an hour), generous gentlemen, (fuck|fwb) ~1 (buddy|toy)`,
    titles: "escort girls, nudes, escorts, worn panties, lingerie worn, sexy massage, penthouse mags",
    phrases: `
      (lingerie|knickers|bra|underwear) ~5 (worn once|worn by me|pre loved lace), (worn|used) underwear, worn ~3 (days|gentleman|unwashed), underwear # days, emojipeach ~2 (emojieggplant|content|emojidrops), emojieggplant, (content|vids|videos|pics) ~2 (for sale|from #|menu|custom) ~2 emojidrops, (custom|content) (vids|videos|nudes), vids from #, massage ~6 (ladies only|evening appointments|relaxing oil|young lad), massage at my home, (leather harness|harness) and cuffs, cuffs ~3 bondage, fly me to you, hotel visits, discreet ~2 (place|post|fun|gentleman), my place is discreet, (young|hot) (lady|ladys|ladies) ~2 (massage|service), used p nties, sexy massage, sexy ~1 massage, massarge, emojikiss, socks and panties`,
    foreign: `
      上门按摩, 特殊服务, 援交, 楼凤, 成人用品, 情色, 裸照, 包夜, 性玩具, 服务 小姐, مساج خاص, دعاره, مرافقه خاصه, صور عاريه, massage kích dục, massage từ a đến z, gái gọi, gai goi, ảnh nóng, đồ chơi tình dục, do choi nguoi lon, massaggio (erotico|completo|lieto fine), accompagnatrice, escort (ragazza|chica), masaje (erotico|final feliz|completo), servicio sexual, bragas usadas, mutandine usate, juguetes sexuales, ερωτικο μασαζ, συνοδοσ κυριων, σεξ, πορνο, मसाज सर्विस लड़की, कॉल गर्ल, सेक्स, यौन सेवा, ਕਾਲ ਗਰਲ, ਸੈਕਸ, 출장 마사지, 출장마사지, 조건만남, 스페셜 서비스, 성인용품, 야동, 섹스`,
    harmless:
      "(never|not|un) worn, (unworn|bnwt|with tags|nwt|new) ~3 (lingerie|bra|underwear|panties|stockings), (bra|underwear|stockings|socks|lingerie) ~2 (unworn|with tags|new|never worn|unopened), massage (gun|chair|table|oil|cushion|ball|roller|mat|bed), (ford|mk2|mk1) escort, escort (#|mk|ford|panel|van|repair|wagon|rs|manual|redline|radar), full body massage (chair|mat|cushion), nude (heel|heels|study|drawing|colour|lipstick|shoes|tone|pink|painting|print|sculpture|charcoal|bra|art), sex (and the city|pistols|education), sexing chicken, playboy (bunny ears|costume|bag|jumper|hoodie|cologne|perfume|cap), penthouse (suite|apartment|couch), hustler (mower|zero turn|zero), adult (size|trike|bike|onesie|education|ticket|costume|tricycle|scooter|helmet|shoes|nappies|bib), (plate|concrete|poker) vibrator, vibrator (plate|concrete|poker), socks (worn in|worn once football), football socks, thongs, stripper (paint|pole dance book), (costume|work|cosplay) harness",
    depictable: "titles",
  },
];
