/**
 * Listings held out from the development of the rules: do not read them when changing a rule. A listing that fails here
 * belongs in honest.ts or prohibited.ts in other words; this file does not change.
 */
import { listings } from "./honest.ts";

export const HELD_OUT_HONEST = listings(
  "home_garden",
  `
Bosch dishwasher | Works well, replaced in kitchen reno.
Double bed base with drawers | Good storage, needs two to carry.
Ladies golf shoes 8 | FootJoy, white, worn five rounds.
Dinner set 16 piece | Noritake, one side plate missing.
Table saw stand | Folding legs, fits most brands.
Set of bar glasses and ice bucket | From a pub clear out, all clean.
Children's rifle range game for Wii | Plastic shell for the remote.
Garden hose reel | Retractable, bracket included.
Microfibre cloths and mop | New in packet.
Vintage suitcase stack | Three sizes, great for display.
Fish smoker | Stainless, two trays, burners included.
Cast aluminium outdoor table | Heavy, seats four.
Electric drum kit Roland | Mesh heads, throne included.
Baby swing outdoor | Straps fine, rope replaced.
Camping fridge Waeco 40L | 12V and 240V, cover included.
Carpet offcut 3x4 | Grey wool blend.
Toddler bed rail | Folds down, fits queen and double.
Laser level Bosch | Green beam, tripod included.
Rain water tank 2000L | Poly, tap works.
Ergobaby carrier | Charcoal, newborn insert.
Tool chest with sockets | Sidchrome, some missing.
Bird feeder and bath | Concrete, two pieces.
Cat flap for glass | Never installed.
Beanbag large | Leather look, half full of beans.
Coffee grinder Baratza | New burrs, great for espresso.
Chess set marble | One pawn chipped.
Ceiling fan with light | Removed working, remote.
Timber venetian blinds x3 | 120 wide, white.
Bread maker | Paddle and manual included.
Cake stand three tier | Used for high tea.
Leather satchel | Brown, room for a 13 inch laptop.
Womens ski suit | 80s retro, size 12.
Mixed crystals and tumbled stones | Jar full.
Toilet seat soft close | Wrong size, unused.
Vacuum sealer and bags | Great for freezing meat.
Bathroom vanity 900mm | Basin and tap, small chip.
Alarm clock radio | Dual alarm, works.
Kids bike trailer | Burley, two seats, flag.
Fabric remnants | Cotton prints, approx 8 metres.
Clarinet Yamaha student | Serviced, new pads.
Fish finder Lowrance | Transducer and bracket.
Old school desk | Cast iron base, inkwell hole.
Sandpit turtle shell | Lid included, faded.
Washing line rotary | Hills hoist, you dig out.
Drone landing pad and spare props | For Mavic.
Cookware set Tefal | Five pans, lids.
Glass jars with lids | 60, for jam or candles.
Makeup brushes | New set of 12.
Water filter jug | Brita, two spare filters.
Reading glasses bundle | +2.0, four pairs.
Ukulele soprano | Red, bag and tuner.
Yoga trapeze | Hooks included.
Safety gates x2 | Pressure fit, no holes needed.
Desk organiser bamboo | Five compartments.
Teak shower mat | 60x40.
Rubber stamps and ink | Craft bundle.
Tyre swing | Rope and bracket.
Snow chains | Fits 205/55R16.
Pet stairs foam | Three steps, cover washes.
Curtain rods x4 | Black, extendable.
`,
);

export const HELD_OUT_PROHIBITED = listings(
  "other",
  `
Remington bolt action rifle | Timber stock.
Gel blaster pistol | Metal slide.
Shotgun cartridges and ammo | 4 boxes.
Stun gun torch | Recharges by USB.
Brass knuckles | Paperweight, heavy.
Box of crackers and fireworks | Skyrockets too.
Wegovy pens | Never opened.
Antibiotics leftover | Amoxicillin 500.
Diazepam 5mg | 20 tabs.
THC gummies | Strong.
Glass bong 40cm | Clean.
Winfield Blue cigarettes | 2 packets, gift.
HQD vapes | Ten left.
Vaporesso kit | With coil.
Carton of Corona beer | Unopened.
Jack Daniels 1L bottle | Sealed.
Chardonnay case | 12 bottles.
Labradoodle puppies | Wormed.
Pair of cockatiels | With cage.
Persian kitten | Litter trained.
Replica Chanel handbag | AAA.
Fake Ray Bans | Cheap.
Cracked Adobe software | USB.
Passport Australian | Found.
Nazi helmet | WW2.
Asbestos fence sheets | Broken.
GPS signal jammer | 12V.
Antique sword | Cavalry.
Steam gift card | $20.
Two tickets, double the original price | Selling tickets at double the original price.
`,
);
