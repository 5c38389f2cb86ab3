/** Listings that may be sold, by category: ordinary second-hand items, and near misses. Each is "title | description". */
import type { Category } from "#domain/items/catalogue";

export interface CorpusListing {
  category: Category;
  title: string;
  description: string;
}

export function listings(category: Category, text: string): CorpusListing[] {
  return text
    .trim()
    .split("\n")
    .map((line) => {
      const [title = "", description = ""] = line.split(" | ");
      return { category, title, description };
    });
}

const ELECTRONICS = listings(
  "electronics",
  `
iPhone 13 128GB Midnight | Battery health 87%, small scratch on the corner, comes with box. Smoke free home.
Samsung Galaxy S21 | Unlocked, always in a case, no cracks. Charger included.
Sony WH-1000XM4 headphones | Noise cancelling works great. Ear pads slightly worn.
iPad Air 4th gen 64GB | Used for uni notes, Apple Pencil sold separately.
Nintendo Switch with two games | Left joycon drifts a bit. Includes dock, Mario Kart and Zelda.
PS5 disc edition | Two controllers, hardly used since the baby arrived.
Xbox One S 1TB | Works perfectly, upgrading to Series X.
LG 55 inch OLED TV | Wall bracket included, remote works. Must be picked up by two people.
Samsung 32 inch monitor | Curved, 75Hz, HDMI cable included.
Canon EOS 700D with 18-55mm lens | Light use, two batteries, SD card and bag.
GoPro Hero 9 Black | With chest strap and floaty handle.
Kindle Paperwhite | 10th generation, waterproof, pink cover.
Logitech MX Master 3 mouse | Works great, selling as I have two.
Mechanical keyboard, brown switches | Aussie layout, RGB, barely used.
MacBook Pro 2019 13 inch | i5 8GB 256GB. Battery service recommended, otherwise excellent.
Dell XPS 15 laptop | 16GB RAM, 512GB SSD, small dent on lid.
HP OfficeJet printer | Prints and scans, needs new ink.
Google Home Mini | Chalk colour, factory reset.
Bose SoundLink speaker | Bluetooth, lasts about 8 hours.
Turntable Audio-Technica LP60 | Belt drive, built-in preamp, new stylus.
Yamaha receiver and speakers | 5.1 surround, great for movies. No sub.
Fitbit Charge 5 | Black band, charger included, some marks.
Garmin Forerunner 245 | Used for one marathon. Works perfectly.
Apple Watch Series 6 44mm | GPS, original charger and two bands.
Dyson V8 stick vacuum | New battery last year. All attachments.
Roomba i3 | Maps rooms, replaced brushes, no base scratches.
Nespresso Essenza Mini | Descaled, works well. Few pods included.
Breville Barista Express | Makes great coffee. Includes milk jug and tamper.
Thermomix TM5 | Two bowls, varoma, cookbook and chip.
Air fryer Philips XL | Family size, non-stick basket in good shape.
KitchenAid stand mixer red | Whisk, paddle and dough hook. Heavy, bring a friend.
Microwave Panasonic inverter | 32L, works fine, moving overseas.
Soldering station and solder gun | Temperature controlled, extra tips.
Wii console with nunchuck | Two remotes, nunchuck and Wii Sports.
Wii light gun zapper | For shooting games, good condition.
PS4 game: Gun simulator bundle | Three games in cases, discs clean.
DJI Mini 2 drone | Fly more combo, three batteries, no crashes.
Theragun massage gun | Four heads and case. Great for sore legs.
Infrared temperature gun | For pizza ovens, reads up to 500 degrees.
Heat gun 2000W | Two speeds, used once to strip paint.
Label maker and price gun | Two rolls of labels for market stalls.
WD My Passport 2TB | External hard drive, wiped, USB 3.
Bullet blender | Nutribullet 900W with three cups.
Philips Sonicare toothbrush base | Charger base only, works.
Oil heater DeLonghi | 11 fins, thermostat and timer. Works well.
Pedestal fan | Three speeds, quiet, white.
Portable air conditioner | Window kit and hose included, cools a bedroom.
Vicks vaporiser | For kids' colds, cleaned and descaled.
Baby monitor with camera | Two way audio, night vision, works great.
Electric wine opener | Rechargeable with foil cutter.
Bar fridge 90L | Great for the man cave, few dents. Beer not included.
Husky beer fridge | Glass door, lights, keeps drinks cold.
Wine fridge 34 bottle | Dual zone, works, one shelf missing.
Power bank 20000mAh | Charges two phones, cable included.
Old Nokia phones x3 | For parts or collectors.
Shotgun microphone Rode VideoMic | With dead cat and cable.
Radar and GPS sat nav for boat | Garmin Echomap, transducer included.
Polaroid Now camera | Works perfectly, half a pack of film.
Film camera Pentax K1000 | Light meter works, 50mm lens.
Projector Epson EB | Bright, HDMI, 900 lamp hours.
Karaoke machine | Two mics, bluetooth, party fun.
Electric blanket queen | Dual controls, washed, tested.
Slow cooker 6L | Crock-Pot, lid has a chip.
Sewing machine Janome | Serviced last year, pedal and manual.
`,
);

const FURNITURE = listings(
  "furniture",
  `
Wine rack | Holds 24 bottles, timber, sturdy.
12 bottle wine rack black metal | Stackable, no rust.
Wine barrel coffee table | Half barrel with glass top, one of a kind.
Bar stools set of 4 | Champagne gold legs, white seats, little wear.
Whisky cabinet bar cart | Vintage style, two shelves and bottle holders.
Gun metal grey bookcase | Five shelves, flat packed ready.
Two seater couch | Burgundy fabric, from a smoke free and pet free home.
Free to good home: three seater sofa | Bit worn, kids and a puppy have loved it. Pick up only.
IKEA Malm chest of drawers | Six drawers, white, anchors to wall included.
Queen bed frame timber | Slats included, disassembled.
Bunk beds white with ladder | Guard rails both sides, mattresses not included.
Cot with mattress | Boori, converts to toddler bed, all parts.
Medicine cabinet with mirror | Wall mounted, soft close.
Antique dining table | Seats eight, extends, Victorian ash.
Office chair ergonomic | Mesh back, lumbar support, adjustable arms.
Standing desk electric | 140 x 70, memory heights.
TV unit oak | Two drawers, cable holes, small scratch.
Replica Eames dining chairs x6 | White, wooden legs, some scuffs.
Coffee table round | Marble look top, rose gold legs.
Bedside tables pair | Solid pine, sanded, ready to paint.
Bookshelf ladder style | Leaning, walnut colour.
Wardrobe two door | Flat pack, must dismantle.
Outdoor setting 6 seater | Aluminium, cushions faded.
Rocking chair nursery | Cream, footstool included.
Change table with drawers | White, change mat free.
Kids table and four chairs | Plywood, easy to clean.
Buffet sideboard mid century | Parker style, teak, restored.
Shoe rack bamboo | Three tiers.
Filing cabinet 4 drawer | Key included.
Desk lamp and chair combo | Student set.
Hall stand with mirror | Hooks for hats and coats.
Blanket box cedar | Great storage, smells lovely.
Futon sofa bed | Double, grey cover is washable.
Mattress queen firm | Used in spare room with protector, no stains.
Bar table with beer tap holes | Home made, solid jarrah.
Knife block and chopping board trolley | Butcher's block on wheels.
Display cabinet with lights | Perfect for figurines or crystal.
Recliner leather brown | Electric, works, cat scratched one corner.
Floor lamp arc | Black shade, LED bulb.
Rug 2x3m Persian Shiraz | Hand knotted wool, red tones.
`,
);

const CLOTHING = listings(
  "clothing",
  `
Country Road tote bag | Navy, gently used, Australia classic.
RM Williams boots size 9 | Chestnut, resoled once.
Kitten heels size 38 | Nude patent leather, worn to one wedding.
Wedding dress ivory size 12 | Vintage ivory lace, dry cleaned, train bustle.
Champagne bridesmaid dress | Floor length satin, size 10.
Burgundy wine coloured dress | Size 8 wrap dress, never worn.
Kids school uniform bundle | Sizes 6 to 8, polo shirts and shorts.
Nike Air Max size 10 | Genuine, receipt available, light wear.
Adidas Superstar size 7 | White, not fakes, bought at Rebel.
Gucci belt authentic | Comes with box and receipt, 90cm.
Louis Vuitton Neverfull MM | Genuine, entrupy certificate. Some patina.
Ray-Ban Aviators | Real, with case, tiny scratch.
Oroton handbag | Black leather, dust bag included.
Levi's 501 jeans W32 | Faded blue.
Cigarette pants black size 12 | Stretch, work wear.
Snake skin print boots size 7 | Zara, block heel.
Faux fur coat | Cream, fake fur, very warm, size M.
Gun metal sequin top | Party top, size 14.
Guns N Roses tour t-shirt | Size L, 1993 print, fading.
Sex Pistols tee | Bootleg style print, size M.
Kathmandu puffer jacket | Goose down, size S, warm.
Snow jacket and pants | Rip Curl, used two seasons.
Wetsuit 3/2 mens M | O'Neill, small repair at knee.
Budgie smugglers size 32 | New with tags, footy print.
Akubra hat size 57 | Cattleman, sand colour.
Baby clothes 000 bundle | Bonds wondersuits, 20 pieces.
Maternity jeans size 10 | Jeanswest, over bump.
Motorbike jacket with body armour | Dririder, size L, CE armour in elbows.
Motorcycle helmet Shoei | Size M, never dropped, 2021.
Bulletproof coffee mug tee | Funny shirt.
Tobacco brown leather jacket | Vintage, 80s, mens L.
Formal suit navy | 42R, worn twice, Politix.
Ugg boots size 8 | Australian made sheepskin.
Saree silk red | With blouse piece, worn once.
Ballet shoes kids 12 | Bloch pink leather.
Work boots steel cap size 11 | Blundstone, half life left.
Hi-vis shirts x5 | Long sleeve, size L.
Police costume kids | Dress up with hat and badge, size 6.
Pirate costume with sword | Kids dress up, foam sword, size 8.
Ninja costume with nunchucks | Foam toy nunchucks, book week hit.
Camouflage pants | Army surplus, size 34.
Sunglasses Oakley Holbrook | Prizm lenses, authentic.
Passport holder leather | Tan, embossed initials T.K.
Beanie bundle | Hand knitted, AFL colours.
`,
);

const KIDS_AND_TOYS = listings(
  "toys",
  `
Toy gun with sound | Space blaster, batteries included.
Nerf gun bundle | Six blasters and heaps of darts.
Nerf Rival rifle | Shoots foam rounds, includes 40 bullets.
Pair of water pistols | Super Soakers, great for summer.
Bubble gun | Works, bubble mix not included.
Cap gun and holster | Cowboy set for dress ups.
Laser tag set | Four guns and vests.
LEGO Star Wars Death Star trooper guns | Minifig accessories, about 50 pieces.
LEGO City police station | Complete with instructions.
Duplo animals and farm | Big tub, washed.
Wooden train set | Brio compatible, 80 pieces.
Barbie house | Two storeys with lift, some furniture.
Hot Wheels track | Loops and 12 cars.
Schleich horses x8 | Horses, foals and a stable.
FurReal puppy | Walks and barks, batteries included.
Paw Patrol pups and vehicles | All six pups with cars.
Puppy surprise soft toy | Mum with three puppies.
Rocking horse | Wooden, handmade, 6 months old.
Guinea pig soft toys | Set of four, cute.
Dolls pram | Pink, folds flat.
Play kitchen | IKEA Duktig with pots and food.
Medicine kit doctor play set | Stethoscope, syringe and pill bottles.
Toy cash register with credit card | Beeps and opens.
Fireworks puzzle 1000 pieces | Sydney Harbour fireworks, complete.
Board games bundle | Monopoly, Cluedo, Ticket to Ride.
Ticket to Ride Europe | All pieces, box has tape.
Scalextric set | Two cars, working.
RC petrol car | Needs a new glow plug.
Trampoline 8ft | Net and pads, some rust on poles.
Cubby house | Timber, needs paint.
Baby walker wooden | With blocks, great condition.
Balance bike | 12 inch, red.
Scooter kids | Three wheels, lights.
Jigsaw puzzles x10 | All complete.
Pokemon cards binder | 200 cards, commons mostly.
Pokemon Sword for Switch | Cartridge and case.
Minecraft foam sword and pickaxe | Set of two.
Magnetic tiles | 100 pieces, strong magnets, no cracks.
Slime kits x4 | New, unopened.
Stuffed parrot toy | Repeats what you say.
Remote control snake | Prank toy.
Plush elephant large | Nearly one metre, very soft.
Baby gym | Fisher-Price kick and play piano.
Bouncer BabyBjorn | Grey, washed cover.
Pram Bugaboo Fox | Good brakes, rain cover.
Baby Jogger City Mini stroller | Folds with one hand.
Maxi Cosi car seat | Made in 2020, never in an accident, all labels.
Booster seat Britax | Ages 4 to 8, clean, made 2021.
Breast pump Medela | Double electric, sterilised, new tubing.
Breast milk storage bags | Unopened box of 50.
Nappy bag | Skip Hop, grey, lots of pockets.
High chair IKEA Antilop | With tray.
Baby bath and seat | Both in good condition.
Travel cot Porta | With carry bag and sheet.
`,
);

const HOME_AND_GARDEN = listings(
  "home_garden",
  `
Glue gun and sticks | Hot glue for crafts, 60 sticks.
Caulking gun | Smooth rod, used once.
Nail gun Ryobi One+ | 18V, no battery.
Staple gun upholstery | Heavy duty with staples.
Spray gun HVLP | For painting fences.
Karcher pressure washer gun | Spare gun and hose.
Air compressor with air gun kit | 40L, tyre inflator and blow gun.
Grease gun | For trailers, half a cartridge.
Hose pistol nozzle | Brass, seven patterns.
Weed mat 10m roll | Leftover from garden job.
Weed killer sprayer | 5L pump pack, rinsed out.
Weed wand burner | Gas bottle not included.
Lawn mower Victa petrol | Four stroke, starts first pull.
Petrol whipper snipper | Stihl FS38, new line.
Petrol chainsaw Husqvarna | 16 inch bar, serviced.
Jerry can 20L empty | Metal, for petrol, clean.
Generator Honda petrol | 2kVA, quiet, camping.
BBQ 4 burner | Hood, side burner, rusty trolley.
BBQ gas bottle 9kg | In test until 2029, nearly empty.
Weber Q | Baby Q with trolley and cover.
Outdoor heater gas | Mushroom style, works well.
Fire pit | Steel, 80cm, with grill.
Pizza oven | Wood fired, portable.
Fish tank 4ft with stand | Filter, light, heater. No fish included.
Aquarium filter canister | Fluval, hoses included.
Chicken coop | Fox proof, fits six hens, nesting boxes.
Rabbit hutch two storey | Waterproof roof, good nick.
Guinea pig cage | With hide, bottle and bowls.
Bird cage on stand | Suits budgies or canaries.
Dog kennel large | Timber, felt roof, fits a labrador.
Dog bed large | Washable cover, only 6 months old.
Dog crate 42 inch | Folds flat, used for puppy training.
Puppy pads unopened | Two packs of 100.
Puppy pen | Eight panels, gates work.
Cat tree | 1.5m, some scratches, our cats moved on.
Cat carrier | Airline approved, grey.
Cat enclosure netting | 10 m, posts included.
Kitten litter tray with lid | Cleaned.
Horse rug 6ft | Winter combo, washed.
Horse float ramp mat | Rubber, cut to size.
Reptile tank with heat lamp | 4ft, used for a bearded dragon, no animal.
Cigar box collection | Empty boxes, nice timber.
Ashtray crystal vintage | Heavy, no chips.
Wine glasses set of 12 | Crystal, red and white.
Champagne flutes x8 | Never used.
Whisky decanter and six glasses | Crystal, vintage.
Beer mugs German steins x4 | Ceramic with lids.
Home brew kit | 30L fermenter, bottles, capper. Just add ingredients.
Empty beer bottles for home brew | Four crates, cleaned.
Wine making equipment | Demijohns, press and corker.
Keg fridge kegerator | Two taps, CO2 regulator, no gas bottle or beer.
Wine bottle lamp | Handmade, LED fairy lights.
Gin glasses set | Copa style, six.
Knife block | Wusthof block with seven kitchen knives.
Kitchen knives set | Global, sharp, with rack.
Cast iron pan | Lodge 12 inch, seasoned.
Cream whipper siphon | Stainless 500ml, no bulbs.
Cookbooks and cake tins | Bundle of baking gear.
Cookie gun icing set | Piping tips, all clean.
Moccamaster coffee | Filter machine, glass jug.
Fowlers Vacola preserving jars | Size 20, 30 jars.
Indoor plants x6 | Monstera, pothos, peace lily in pots.
Succulents mixed pots | Great for beginners.
Fiddle leaf fig | 1.8m, healthy, moving interstate.
Sword fern in pot | Large, lush.
Seaweed fertiliser concentrate | Unopened 2L.
Potting mix and pots | Leftover, free.
Bricks approx 200 | Recycled reds, cleaned.
Roof tiles terracotta | About 60, Wunderlich.
Pavers 20 sqm | Charcoal, 400 x 400.
Fence palings hardwood | Offcuts, good for firewood.
Corrugated iron sheets | Second hand, some rust, great for sheds.
Shed 3x3 | Dismantled, all bolts.
Ladder extension | Aluminium, 6m.
Tool box with tools | Spanners, sockets, hammers.
Cordless drill Makita | Two batteries and charger.
Drill press | Bench model, works.
Circular saw | 185mm, new blade.
Rattle gun Milwaukee | 18V, half inch, skin only.
Gun safe | Category A and B, keys, needs two people to lift.
Rifle bag padded | 48 inch, used for tripods.
Smoke machine for parties | Fog fluid included.
Christmas tree 2.1m | Fake tree, lights included.
Fake grass offcuts | 4 sqm, soft.
Fake plants bundle | From a display home.
Curtains ivory pinch pleat | 2.4m drop, lined.
Ivory towels set | Six bath towels, new.
Quilt cover king | White linen, Sheridan.
Mirror large arch | Leaning, gold frame.
Painting of a parrot | Acrylic on canvas, framed.
Rabbit figurines | Royal Doulton Bunnykins x5.
Garden gnome with rifle | Funny ornament, concrete.
Moving boxes | 30 various sizes, flat packed.
Free firewood | Cut and split, pick up from driveway.
`,
);

const SPORTS = listings(
  "sports",
  `
Cricket bat Kookaburra | Size 6, knocked in, small crack.
Cricket gear bag | Pads, gloves, helmet.
Baseball bat aluminium | 32 inch.
Golf clubs full set | Callaway, bag and buggy.
Golf buggy electric | New battery, charger.
Tennis racquets x2 | Wilson, restrung.
Surfboard 6'2 | Two dings repaired, fins included.
Boogie board | Good for beginners.
Dagger kayak | River kayak, 2.4m, with paddle.
Inflatable SUP | Pump and paddle included.
Fishing rods and reels | Shimano combo x3, tackle box.
Fish scaler and filleting knife | Never used.
Esky 60L | Keeps ice four days, bottle opener on side.
Camping tent 6 person | Coleman, used twice.
Camp stove two burner | Uses gas canisters, none included.
Swag double | Darche, canvas, mozzie mesh.
Sleeping bag | -5 rating.
Hunting boots size 10 | Waterproof, worn one season.
Rifle scope 3-9x40 | Clear glass, mounts included.
Paintball mask and clothes | Goggles, gloves and overalls.
Archery target foam block | 60cm, some holes.
Fencing mask and jacket | Kids M, school sport.
Boxing gloves and bag | 14oz gloves, heavy bag with bracket.
Medicine ball 8kg | Rubber, no leaks.
Dumbbells pair 10kg | Rubber hex.
Treadmill NordicTrack | Folds, works well, heavy.
Exercise bike | Magnetic, seat adjustable.
Yoga mat and blocks | Cork, great grip.
Road bike Giant size M | Shimano 105, serviced.
Mountain bike Trek 29er | Hardtail, hydraulic brakes.
Kids bike 20 inch | Gears work, small rust.
E-bike commuter | 400Wh battery, about 50 km range, charger included.
Electric scooter Segway Ninebot | 25 km range, new tyres.
Bike helmet size M | Giro, no crashes, 2022.
Bike child seat | Thule rear, fits most bikes.
Roof racks | Rhino, fits Subaru.
Skateboard complete | Santa Cruz, new wheels.
Roller skates size 39 | Impala, mint green.
Snowboard and bindings | 155cm, waxed.
Ski boots 27.5 | Salomon, used five days.
Life jacket adult | AS 4758 level 50, clean.
Snorkel set | Mask, fins, bag.
Footy boots size 8 | Kids, moulded studs.
AFL football Sherrin | Match ball, pumped.
Netball post | Adjustable height.
Basketball ring | Wall mounted, net.
Pool table 7ft | Slate, cues and balls.
Dart board with cabinet | Winmau, six darts.
Table tennis table | Folding, bats and balls.
Karate gi size 3 | White, includes belt.
Wooden training sword foam covered | Kids martial arts, foam.
`,
);

const BOOKS = listings(
  "books",
  `
Guns, Germs and Steel | Jared Diamond, paperback.
The Girl with the Dragon Tattoo trilogy | Three books, good.
Harry Potter box set | Hardcovers, all seven.
The Rifles: a history | Military history, dust jacket.
Wine: a tasting course | Coffee table book.
The Whisky Bible | Jim Murray, 2019.
Medicine textbook Harrison's | 20th edition, highlighted.
Drug handbook for nurses | Last year's edition.
Puppies for Dummies | Training guide.
Backyard chickens | How to raise hens, softcover.
Cocaine Nights by J.G. Ballard | Paperback, spine creased.
The Rise and Fall of the Third Reich | Shirer, hardcover.
Penguin classics bundle | 15 books.
Kids picture books x20 | Mem Fox, Julia Donaldson.
HSC study guides | Maths and English.
Vintage Women's Weekly cookbook | 1980s, birthday cakes.
Manga One Piece 1-10 | Very good.
Graphic novels Batman | Four volumes.
Sheet music piano | Grades 3 to 5.
Lonely Planet Japan | 2019 edition.
Fantasy novels Sword of Truth | First five.
Gardening by the moon | Weed free gardening tips.
Bible leather bound | NIV.
Encyclopedia Britannica | Full set, free.
`,
);

const AUTOMOTIVE = listings(
  "automotive",
  `
Car seat covers | Sheepskin, universal front pair.
Set of alloy wheels 17 inch | Toyota, with tyres.
Roof box Thule | 450L, keys.
Tow bar for Mazda 3 | With wiring.
Car battery 12V | Tested, two years old.
Jumper leads | Heavy duty.
Dash cam | Front and rear, 64GB card.
Cigarette lighter charger adaptor | Two USB ports.
Diesel fuel filter | For Hilux, new in box.
Petrol cap Commodore | With key.
Trailer 6x4 | Rego till March, cage.
Motorbike boots size 10 | Sidi, good grip.
Motorcycle gloves | Leather, L.
Honda CB125 parts | Tank, seat, mirrors.
Workshop manual Holden HQ | Gregory's.
Car jack and stands | 2 tonne.
Caravan annex | 5m, poles and pegs.
Bull bar for Ranger | Steel, few scratches.
Ute toolbox | Aluminium checker plate.
Engine oil 5L unopened | 5W-30.
Grease and oil gun set | For the garage.
Tyre inflator | 12V, works.
Baby on board sign | Plus window shades.
Suzuki Katana fairing | 1982 GSX, blue.
Number plate frames | Chrome pair.
GPS Navman | Australian maps.
`,
);

const COLLECTIBLES = listings(
  "collectibles",
  `
Star Wars figures | 1983 Kenner, loose, no guns.
Ammo box metal WW2 style | Great for storage, empty.
Vintage cigarette cards | Full set of 50 cricketers.
Tobacco tin Log Cabin | Empty, 1940s, some rust.
Beer can collection empty | 200 cans from the 70s and 80s.
VB bar mat and runner | Pub style.
Jack Daniel's mirror sign | Bar decor, framed.
XXXX neon sign | Works, 60cm.
Penfolds wine box timber | Empty, nice for storage.
Johnnie Walker jug | Ceramic water jug, 1970s.
Bundaberg Rum tin sign | 30 x 40.
Ticket stubs 1990s concerts | Framed, U2 and INXS.
Ivory coloured lace collar | Victorian, handmade.
Elephant carving timber | Hand carved, 30cm.
Faux taxidermy deer head | Resin, white.
Uranium glass bowl | Glows green, 20cm.
WW1 medals replica set | Mounted, for display.
Military cap badges | Australian, 12 pieces.
Coins pre-decimal | Pennies and shillings.
Stamps album | Australian decimals.
Vinyl records 80s | 40 LPs.
Top Gun movie poster | Original, folded.
The Man with the Golden Gun DVD | Bond, region 4.
Sex and drugs and rock n roll vinyl | Ian Dury, plays well.
Pulp Fiction blu-ray | As new.
Annie Get Your Gun LP | Original cast.
Swarovski swan | With box.
Royal Doulton figurine | Lady in red dress.
Comics Phantom | 1970s, bundle of 60.
AFL footy cards | 1990s, sleeves.
Barramundi fishing painting | Signed print.
Katana letter opener ornament | Souvenir from Japan, 15cm.
Harley Davidson belt buckle | Brass.
Snow globe collection | Nine globes.
Vintage Bakelite radio | For parts.
Brass cannon ornament | Desk size.
Golden ticket Willy Wonka prop print | Framed.
Nutcracker soldier with musket | Christmas ornament.
`,
);

const OTHER = listings(
  "other",
  `
Free moving boxes | Bubble wrap too.
Ticket holder for bar | Timber, kitchen order rail.
Raffle tickets rolls | For fundraisers, new.
Wedding decorations | Lanterns, signs, gift card box.
Party supplies | Poppers, balloons, confetti.
Piano upright Yamaha | Tuned last year.
Acoustic guitar | Tobacco sunburst, new strings.
Cigar box guitar | Handmade, three strings.
Drum kit | Five piece with cymbals.
Violin 3/4 | Bow and case.
Art easel and paints | Acrylics half used.
Yarn bundle | Merino, champagne and rust.
Crochet bong bong hat | Novelty beanie.
Massage table | Folds, carry bag.
Wheelchair | Manual, 18 inch seat.
Walking frame | Four wheels, brakes.
Shower chair | Adjustable.
Pill organiser weekly | Two, new.
Insulin cooler bag | Frio wallet, used on one trip.
EpiPen case | Orange, fits two.
Perfume Tom Ford Tobacco Vanille | 50ml, 80% full.
Essential oils set | Lavender, eucalyptus, diffuser.
Hair straightener GHD | Heats fast.
Nail lamp and polish | Gel kit, 12 colours.
Suitcase 30 inch | Samsonite, one wheel worn.
Backpack 65L | Osprey, hiking.
Sydney to Hobart painting | Harbour scene.
Human skeleton model | Plastic, half size, for study.
School project display boards | Three.
Market umbrella | 2.7m, with base.
Office supplies | Folders, paper, hole punch.
Laminator A4 | With pouches.
Cash box and ticket machine | For school fete.
Magnetic ball game travel set | Kids game.
Salt lamp | Himalayan, 4kg.
Dreamcatcher | Handmade.
Crutches | Adult, adjustable.
CPAP machine carry bag | Bag only, no machine.
Dehumidifier | 20L, runs quietly.
Beeswax wraps | New.
Jewellery box | Velvet lined.
Costume jewellery | Brooches and earrings.
Tarot deck | Rider Waite.
`,
);

/** Near misses: words of prohibited goods in a harmless sense. */
const NEAR_MISSES = listings(
  "other",
  `
Ooni Koda 12 pizza oven | Runs on gas, includes peel and cover. Bottle not supplied.
Shot glasses from around the world | 42 of them, no chips, great for a bar.
Fondue set | Enamel, six forks, burner fuel not included.
Fox racing gloves and pants | Youth M, motocross, clean.
Magnum condom novelty lamp | Silly gift, works.
Hen's night sashes and veil | Used once, pink.
Pony club jodhpurs | Kids 10, navy.
Dartboard surround | Fits standard boards.
Candle making starter kit | Wax, wicks and jars.
Deer antler print cushion | Two covers, 45cm.
Bow tie and braces | Navy, kids 6.
Crossbody bag Fossil | Tan leather, adjustable strap.
Bluetooth gun shaped speaker | Novelty, works fine.
Sparkling water maker | SodaStream Terra, no gas cylinder.
Cellar temperature gauge | Never opened.
Cocktail shaker set | Copper, six pieces, hostess gift.
Bong Joon-ho Parasite blu-ray | Criterion, sealed.
Snuff bottle painted glass | Chinese souvenir, no stopper.
Rat trap and mouse traps | Timber, unused, five.
Sheep skin rug | Genuine sheepskin, 90cm.
Duck down doona queen | 90/10, washed, Sheridan.
Horse riding lessons book | For beginners.
Police scanner radio | Uniden, with antenna.
Fire extinguisher | In date to 2027.
Acid wash denim jacket | 90s, size S.
Diving knife and torch | With leg straps, used twice.
Throwing pottery wheel | Shimpo, tabletop.
Mortar and pestle | Granite, heavy.
Air rifle range target holder | Metal frame for paper targets.
Powder coated gun rack | Holds fishing rods in our shed.
Rum barrel planter | Half, drilled for drainage.
Beer brewing book and hydrometer | Bundle.
Vape shop display cabinet | Glass, lockable, from a closed shop.
Fishing magnet 120kg pull | With rope.
Poison ivy costume | Adults M, Halloween.
Ice pick and tongs | For cocktails.
Grinder for coffee | Hand crank, ceramic burr.
Green tea set | Japanese, five cups.
Baking powder tins | Vintage, empty.
Speed dome security camera | With bracket.
Step2 sand pit turtle shell shape | Green, with lid.
`,
);

export const HONEST: readonly CorpusListing[] = [
  ...ELECTRONICS,
  ...FURNITURE,
  ...CLOTHING,
  ...KIDS_AND_TOYS,
  ...HOME_AND_GARDEN,
  ...SPORTS,
  ...BOOKS,
  ...AUTOMOTIVE,
  ...COLLECTIBLES,
  ...OTHER,
  ...NEAR_MISSES,
];
