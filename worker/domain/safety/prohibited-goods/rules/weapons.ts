/** Weapons. Sources: state weapons and firearms acts, and the Border Force's list of prohibited goods. */
import { type GoodsRule, SOURCES } from "../rule.ts";

const GUN =
  "(gun | handgun | hand gun | shotgun | shot gun | rifle | pistol | revolver | firearm | glock | carbine | musket)";
const GUN_TOOLS =
  "glue | oil | massage | heat | hot air | nail | staple | spray | paint | caulking | caulk | grease | price | label | labelling | tag | tagging | solder | soldering | foam | snow | light | radar | speed | temperature | thermometer | infrared | impact | rattle | blow | rivet | silicone | sealant | tattoo | upholstery | brad | framing | icing | cookie | biscuit | wash | washdown | wii | arcade | controller | grip | drill | pressure washer | karcher | water | cap | bubble | squirt | dart | laser tag | lego | suction | pop | spud | potato | ray | toy | nerf | kids | playmobil | zapper | star wars | hose | trigger | garden | pin | tyre | stapler | bb board | shrink | tufting | percussion | fascia | muscle | theragun | bug | salt | t shirt | confetti | smoking | barcode | foam dart";
const IMITATION =
  "replica | imitation | deactivated | dummy | display | decommissioned | antique | flintlock | prop | starter | starting | blank firing | black powder | paintball";

export const WEAPONS: readonly GoodsRule[] = [
  {
    id: "firearms",
    answer: "block",
    goods: "guns, gun parts or ammunition",
    why: "Only licensed dealers may sell them, including air rifles and gel blasters.",
    source: SOURCES.firearms,
    names: `
      glock (17|19|26|43|handgun|pistol)?, beretta (92|pistol|shotgun), sig sauer, (ruger|remington|winchester|marlin|tikka|howa|savage|mossberg|benelli|browning|lithgow|sako|weatherby) ~2 (rifle|shotgun|pistol|22|223|308|243|17hmr|12g|12 gauge|bolt action|pump|lever action),
      ruger 10 22, desert eagle 50, smith and wesson ~2 (revolver|38|357|pistol|handgun), colt (45|1911|revolver|python revolver),
      (ar15|ar 15|ak47|ak 47|ak74|m4 carbine|mp5 gel|uzi) (rifle|gun|real|sale|semi auto)?,
      gel (blaster|blasters|ball blaster|soft), gelblaster, gel balls (gun|blaster), gellyball, hydrogel blaster, airsoft, air soft (gun|rifle|pistol|bb),
      (air|bb|co2|pcp|pellet) (rifle|pistol|gun) (177|22|pellet|gamo|daisy|co2|spring|metal)?, slug gun, air rifle, bb gun,
      shotgun (12g|12 gauge|12ga|# gauge|410|under over|side by side|pump|shells|cartridges), (12g|12 gauge|12ga|410|20 gauge) ~2 (shotgun|shells|cartridges|pump|under over|double barrel),
      sawn off (shotgun|shot gun|rifle|length|12g), (semi auto|semi automatic|bolt action|lever action|unregistered) (rifle|shotgun|pistol|gun|handgun), semi auto rifle,
      handgun, hand gun, (gun|rifle|pistol|shotgun|glock) ~1 (silencer|suppressor), (silencer|suppressor) for ~1 (gun|rifle|22), (22|rifle|gun) silencer, (30|high capacity|# round) (magazine|mag) ~1 (rifle|glock|ar15|22)?,
      3d printed (gun|pistol|firearm|glock|lower), ghost gun, auto sear, glock switch, solvent trap, bump stock, zip gun, pen gun, 80 percent lower,
      (live|22|22lr|223|308|9mm|12g|12 gauge|556|5 56|762|410|rimfire|centrefire|subsonic) (ammo|ammunition|rounds|bullets|cartridges|shells|magnum rounds), (box|brick|boxes|bricks|rounds|crate) of ~2 (ammo|ammunition|22|22lr|9mm|223|308|12 gauge|shotgun shells|bullets|live rounds), # rounds ~1 (22|9mm|223|308|556|5 56|ammo|hollow point|fmj),
      ammunition (for|22|9mm|223|308|left|box), (reloading|gun) powder (adi|projectiles), gunpowder, (rifle|pistol|small|large) primers,
      (gun|rifle|pistol|shotgun|firearm) ~6 (no|without|dont need|need no|ur|your) ~3 (licence|license|paperwork|permit|pta|background check),
      (real|working|live firing|functional|illegal|unregistered|untraceable|loaded) (gun|pistol|handgun|rifle|shotgun|firearm|glock|revolver), (gun|pistol|handgun|rifle|shotgun|firearm|revolver) for sale,
      (rifle|pistol|shotgun|revolver|gun|p stol) (and|with|plus) ~3 (ammo|ammunition|rounds|bullets|mags|magazines|silencer),
      22 rifle, 22lr, 9mm ~1 (pistol|handgun|two mags|mags|ammo), calibre ~1 (pistol|rifle|22|9mm|handgun), powerhead spear ~1 explosive`,
    titles: `${GUN}, gun (parts|magazine|barrel|stock), (rifle|pistol|glock) (magazine|barrel|parts|stock|bolt), bullet, ammo, ammunition, live rounds`,
    phrases: `
      (gun|rifle|shotgun|pistol|revolver) ~3 (unregistered|off the books|untraceable|never been on), unregistered ~3 (gun|fine), pew pew, (after|need|wtb|want|sell|selling|got|get|buy|anyone got) ~1 a (gun|pistol|rifle|shotgun|handgun|revolver) ~2 (unregistered|cash|dm|real|bullets|no licence|discreet)?,
      box of (bullet|ammo|ammunition), (rifle|shotgun|pistol) ~2 (selling|for sale|cash|mags|scope and), (selling|sell) ~3 (rifle|shotgun|pistol|revolver|handgun|ammo|ammunition), have ~4 ammunition left, ammunition left over,
      mp5 ~2 (mag|gel|blaster), (gel|blaster) ~5 mp5, still takes 12g, bbq lighter semi, bang stick, heaters with (clip|switch), (strap|burner) with ~2 (clip|mag), (air rifle|gun|pistol|rifle) ~6 without ~3 paperwork, real ones not gel, gun (real|cash)`,
    foreign: `
      枪, 手枪, 真枪, 气枪, 步枪, 子弹 枪, 带子弹, 仿真枪, 枪支, 弹药, 水弹枪, 猎枪,
      مسدس, بندقية, بندقيه, ذخيرة, ذخيره, مسدسات, رشاش,
      súng, súng ngắn, súng trường, sung ngan, sung truong, đạn dược, ban sung,
      pistola (calibro|calibre|vera|real|9mm|22|senza|sin), fucile (da caccia|calibro|vendo)?, vendo (pistola|fucile|escopeta|rifle|arma), escopeta, (arma|armas) de fuego, (municiones|munizioni|municion),
      πιστολι, οπλο, οπλα, καραμπινα, περιστροφο, σφαιρεσ, φυσιγγια, κυνηγετικο οπλο,
      पिस्तौल, बंदूक, बन्दूक, कट्टा, कारतूस, राइफल, पेस्तोल, गोलियां,
      ਪਿਸਤੌਲ, ਬੰਦੂਕ, ਕਾਰਤੂਸ, ਰਾਈਫਲ, ਅਸਲਾ,
      권총, 총 판매, 실탄, 공기총, 비비탄총, 소총, 엽총`,
    harmless: `
      (${GUN_TOOLS}) (air|water|blow)? (gun|pistol|rifle|revolver|blaster|handgun|shotgun|ammo|bullet),
      ${GUN} (safe|cabinet|rack|bag|case|cleaning|oil|scope|sling|rest|metal|grip|slip|locker|sock|shaped|range|target|nozzle|squat|paper co|germ|blazing|and moore|house|seat|mic|microphone|holster belt costume|club badge|dog|salute|lamp|hose|attachment|attachments|head|heads|only),
      (safe|cabinet|case|bag|rack|sling|scope|slip|cover|locker|rest|bipod|holster) (for|suits|fits) ~1 ${GUN}, (kept|for|holds|store) ~1 ${GUN} (safe),
      (no|not) (real)? (gun|pistol|rifle|knives) , toy (gun|pistol|rifle|revolver), gunn and moore,
      (top|young|big|machine|smoking|tommy|jump|peacemaker|sons of) gun (kelly)?, (gun n rose|guns n roses|gun and rose), sex pistol, gun metal, gunmetal, gun (book|film|movie), (hired|great) gun, gunfight,
      bullet (blender|journal|point|train|bra|chess|time|casserole|proof|vibe|boost|lav|coffee), (nutri|nutribullet|magic|silver|ninja|hair|speeding|rubber|smoke) bullet, 
      (ammo|ammunition|bullet) (box|can|tin|crate|belt|pouch|case) (empty|steel|metal|wooden|army|for tools|tool)?, (old|empty|army|vintage|steel|wooden|metal) (ammo|ammunition) (box|can|tin|crate|belt|pouch),
      nerf ~2 (ammo|bullet|darts|gun|rifle|blaster|pistol), (foam|toy) bullet, full box of rounds,
      (${IMITATION}) ~2 ${GUN}, (${IMITATION}) ~2 marker, paintball ~1 (gun|rifle|pistol|marker), (grenade|smoke) whey, air gun (compressor|blow|duster|paint|attachment|kit|nozzle), (compressor|compressor with|pneumatic|hvlp|sata) air gun, hot glue, magazine (holder|rack|file), rifle paper, (dart|blow) gun, spear gun,
      gun (shop|owner|owners|law|laws|show), licensed dealer, gun (powder)? tea, gunpowder (tea|green|grey|gray), lego ~3 (gun|pistol|rifle)`,
    depictable: "titles",
  },
  {
    id: "prohibited-weapons",
    answer: "block",
    goods: "prohibited weapons",
    why: "Owning or selling them needs a permit or an exemption in every state.",
    source: SOURCES.weapons,
    names: `
      flick knife, flick knives, flickknife, switchblade, switch blade, (butterfly|gravity|ballistic|out the front|otf|push) (knife|knives|dagger), (auto|automatic|spring assisted|assisted opening) (knife|knives), balisong, karambit (knife|real|sharp|blade), push dagger, (trench|zombie|rambo) ~1 (knife|knives), zombie ~1 (blade|machete),
      (belt buckle|credit card|lipstick|hidden|concealed|cane|walking stick) (knife|knives|dagger|sword), knuckle duster, knuckle dusters, knuckleduster, brass knuckle, knuckle knife, nunchaku, nunchuck, nunchucks, numchucks, throwing (star|stars|axe) (set|ninja|metal|steel|shuriken|pouch)?, shuriken, ninja (star|stars) (metal|steel|set|throwing),
      taser, tazer, tasers, stun gun, stungun, cattle prod self defence, (electric|electronic) (shock torch|stun torch|shock baton), torch taser, (sparky|shock|zapper) torch self defence, pepper spray, pepperspray, capsicum spray, capsicum (gel|spray), (oc|mace|bear|tear gas|dog repellent) spray, mace keyring, tear gas,
      (extendable|expandable|telescopic|collapsible|asp|retractable|tactical|police) baton, (steel|spring) cosh, blow ?(dart)? gun darts, blowgun, blow dart gun, blowpipe ~1 dart, (pistol|hand) crossbow, (sword|walking) (cane|stick|umbrella) sword?, swordstick, spiked (club|bat), (slingshot|shanghai|catapult) ~2 (wrist|brace|ball|steel|ammo|hunting|powerful), wrist brace slingshot, morning star flail, kusari, sap gloves, weighted knuckle gloves, (laser pointer|laser) ~2 (1000mw|high power|burning|burns|class 4|# mw), shock glove`,
    titles:
      "(combat|boot|double edged) (dagger|knife), self defence (spray|keyring|keychain|weapon|cat ear|torch), hunting slingshot",
    phrases: `
      throwing (star|stars), knives ~4 (zombie|serrated back), (things|stuff) that make eyes water, (sparky|little sparky) torches, home defence (specialist|spray|weapon), (self defence|self defense) ~3 (spray|baton|taser|weapon|knife), spray ~2 self defen, (meet at ~2 knife), no tourists`,
    foreign: `
      辣椒喷雾, 防狼喷雾, 电击器, 电击棒, 甩棍, 弹簧刀, 蝴蝶刀, 指虎, 双节棍, 防身 喷雾,
      رذاذ الفلفل, صاعق كهربائي, عصا قابله للتمديد, bình xịt hơi cay, binh xit hoi cay, roi điện, súng điện, dùi cui điện, gậy ba khúc, dao bấm,
      spray al peperoncino, coltello a scatto, tirapugni, spray (de)? pimienta, navaja automatica, puño americano,
      σπρει πιπεριου, σιδερογροθια, πεταλουδα μαχαιρι, मिर्च स्प्रे, पेपर स्प्रे, ਮਿਰਚ ਸਪਰੇਅ, 페퍼 스프레이, 전기충격기, 삼단봉, 호신용 스프레이, 너클`,
    harmless: `
      (wii|nintendo|controller|console|ps3|hub|costume|remote) ~1 (nunchuk|nunchuck|nunchaku), (nunchuk|nunchuck|nunchaku) (for)? (wii|controller|remote|nintendo), (butter|butterfly hair|cake|cheese|palette) (knife|knives), throwing star ~1 (quilt|patchwork|print), shooting star, (pepper|salt and pepper) (grinder|mill|shaker), mace (grinder|ground|spice|windu), (ground|spice|nutmeg and) mace, knuckle (joint|boom), knob and knuckle,
      slingshot (ride|ride poster|rv|swimsuit|film|hammock), baton (rouge|dance|twirl|majorette|relay|conductor), (relay|conductor|twirling|majorette|dance) baton, capsicum (seed|seedling|plant), (kids|cat|pet|presentation) laser pointer, bear spray painting, stun (grenade movie), (blow|air) gun, (foam|toy|plastic|rubber|kids) ~1 (nunchaku|nunchuck|throwing star|ninja star|baton)`,
    depictable: "titles",
  },
  {
    id: "explosives",
    answer: "block",
    goods: "fireworks, flares or explosives",
    why: "Selling them needs a licence, and they are dangerous to store and carry.",
    source: SOURCES.explosives,
    names: `
      (box|boxes|bag|pack|packs|act|canberra|leftover|nye|selling|sell|display|consumer|chinese|big|loud|illegal|new year|unused) (of)? fireworks, fireworks (box|rocket|mortar|and|for sale|all year|pack|from|cake|act|left|nye|shell|cracker|display|new|bulk|cheap|cake), firecracker ~1 (box|string|pack|roll|bulk|red)?, fire crackers, (roman|chinese) candles fireworks, sky rocket, bottle rockets, mortar shell fireworks, fireworks ~3 (mortar|rocket|cracker), double bunger, bungers, penny bungers, tom thumbs crackers, cherry bomb (firework|cracker), m80 (firecracker)?, flash powder, dynamite (stick|sticks|found|old), gelignite, detonator, blasting cap, det cord, tnt sticks, c4 explosive, tannerite, ammonium nitrate, =thermite, pipe bomb, black powder (kg|explosive|can|#), smoke grenade, smoke bomb (army|military|pull), flash bang, (marine|distress|parachute|emergency|hand|expired|orange smoke|rocket|red hand) flare, molotov`,
    titles: "fireworks, firework, firecracker, flare gun, dynamite",
    phrases: `
      fireworks, sky flowers, (bang|fireworks|firecracker) ~1 (bang|boxes|# a pop|nye), fireworks fireworks, crakers nye, (loud|big) ~1 (crackers|bangers) nye, gunpowder mix`,
    foreign: `
      烟花, 爆竹, 鞭炮, 炸药, 雷管, 礼花弹, ألعاب نارية, العاب ناريه, مفرقعات, متفجرات, pháo hoa, pháo nổ, phao hoa, phao no, thuốc nổ, thuốc pháo,
      fuochi d'artificio, fuochi artificiali, petardi, botti (capodanno), fuegos artificiales, petardos, pirotecnia, πυροτεχνηματα, βαρελοτα, κροτιδεσ, βεγγαλικα, δυναμιτη,
      पटाखे, आतिशबाजी, पटाका, आतसबाजी, ਪਟਾਕੇ, ਆਤਿਸ਼ਬਾਜ਼ੀ, ਆਤਿਸਬਾਜ਼ੀ, 폭죽, 불꽃놀이, 다이너마이트`,
    harmless: `
      fireworks (light|lights|lamp|earring|dress|quilt|fabric|glass|photo|night|print|stand|poster|plastic|tickets|viewing|ridge|software|adobe|screensaver|mobile|vest|jacket|anxiety|calm), (adobe|macromedia|like|dog|during|for|see|watch|watching|has|album|katy perry|scared of|calm dog for|thundershirt for) firework, (dynamite|tnt) (gym|speaker|headphone|deluxe|entertainment|poster|kid|song|bts), napoleon dynamite, ac dc tnt, (christmas|bon bon|cheese|rice) cracker, cracker barrel, (jeans|flared|leg|pants|trousers|denim|70s|skirt) flare, flare (jeans|leg|pants|skirt|trousers|dress|size|nut|tool), flaring tool, bang bang, smoke bomb (photo|prop), bang theory`,
    depictable: "all",
  },
  {
    id: "blades-and-bows",
    answer: "review",
    goods: "swords, machetes and crossbows",
    why: "Some states require a permit or an exemption; Victoria bans machetes.",
    source: SOURCES.weaponsVic,
    names: `
      crossbow, cross bow (arrow|hunting|bolts|lb|for sale|with), (samurai|katana|real|military|ceremonial|display|wall|cavalry|sharp|damascus|ninja|viking|roman) sword, katana, machete, (throwing|bowie|survival|hunting|tactical|neck|military|gut) (knife|knives) , kukri, bayonet, spear gun, speargun, compound bow, recurve bow hunting, body armour, bulletproof (vest|jacket), bullet proof (vest|jacket), ballistic (vest|plate|helmet), stab (proof)? vest, handcuffs (police|metal|steel|real|peerless|smith), laser pointer`,
    titles: "sword, swords, dagger, handcuffs, bull whip, bullwhip, throwing knives, machete",
    phrases: "(real|sharp|live blade|razor sharp|full tang) ~2 (katana|sword|dagger|machete)",
    foreign:
      "武士刀, 开刃, 砍刀, 十字弩, 弩, سيف, ساطور, kiếm nhật, mã tấu, cung nỏ, spada (affilata|katana), balestra, machete, ballesta, σπαθι κοφτερο, तलवार, ਤਲਵਾਰ, ਕਿਰਪਾਨ ਵੱਡੀ, 일본도, 석궁, 도검",
    harmless: `
      bayonet (light|bulb|cap|fitting|b22|globe|lamp|base|socket|holder|mount), (bayonet|b22) bayonet, dagger (kayak|board|~1 kayak), suzuki katana, sword ?(fish), swordfish, (toy|foam|wooden|plastic|inflatable|pool|rubber|lego|lightsaber|kids|little|cocktail|minecraft) ~1 (sword|dagger|machete|crossbow|katana|bow|knives|knife), sword (fern|plant|lily|art|shield|in the stone|of|and shield|fish|and sorcery), skyward sword, pokemon sword, sword shield, (presentation|presenter|powerpoint|cat|pet) ~1 laser pointer, laser pointer (cat|pet|presenter|clicker|toy), (motorbike|motorcycle|kids|mtb|bmx|fox|dirt bike|cycling|downhill) ~1 body armour, body armour (motorbike|motocross|mtb|drink|fox), (jacket|pants|shorts|suit|vest) with body armour, (furry|fluffy|toy|police play set|plastic|kids|novelty) ~1 handcuffs, cross bow tie, bow tie, cluedo ~3 dagger, spare pieces dagger, cloak (and)? dagger, (bowie|hunting|steak|survival) ~1 (vinyl|album|book|game|print|jacket|horn prints), (tie|hair) bow, machete (film|movie|dvd|kills)`,
    depictable: "all",
  },
  {
    id: "imitation-firearms",
    answer: "review",
    goods: "imitation or deactivated guns",
    why: "Most states treat them like real guns unless they are plainly toys.",
    source: SOURCES.firearms,
    names: `
      (${IMITATION}) ~2 (gun|rifle|shotgun|pistol|revolver|ak47|glock|mortar shell|grenade|colt|firearm), paintball (gun|marker|gun kit), inert (grenade|bomb|round|ammo), flintlock (pistol|musket|gun)?, (old|antique|brown bess) musket, cap gun ~2 (metal|realistic), (metal|realistic) ~1 cap gun, cap gun metal, (grenade|artillery shell|mortar) (ww2|wwii|army|inert|casing), ww2 grenade`,
    harmless:
      "paintball (jersey|pants|mask|vest|hopper|gloves), (marker pen|whiteboard), grenade (whey|protein|shaker|bar), lego ~3 musket",
    depictable: "titles",
  },
];
