/** Listings that may not be sold, or not before staff have looked. Each is "title | description". */
import { listings } from "./honest.ts";

export const BLOCKED_LISTINGS = listings(
  "other",
  `
Glock 19 pistol | Barely used, two mags.
Ruger .22 rifle | With scope and bag.
Air rifle Gamo | Great for rabbits.
Gel blaster M4 | Metal gearbox, upgraded.
BB gun | Spring, plastic.
12 gauge shotgun | Side by side, deceased estate.
Box of 9mm ammunition | 50 rounds left.
Shed clean out | Fishing gear, tools and a box of ammo.
Airsoft pistol | With CO2.
Garden tools | Also have live rounds to go with the old rifle.
Flick knife | Spring assisted, sharp.
Butterfly knife | Real balisong, not a trainer.
Knuckle dusters | Brass, heavy.
Taser | For self defence.
Pepper spray x2 | Keychain size.
Extendable baton | 26 inch with holster.
Nunchucks | Real timber with chain.
Throwing stars set | Six, pouch.
Fireworks left over | From New Year, big box.
Expired marine flares | Two, orange smoke.
Firecrackers | Packets of 20.
Ozempic pens | Two unopened, in fridge.
Viagra 100mg | Pack of 8.
Nurofen and Panadol bundle | Cupboard clean out.
Ritalin tablets | 30 left.
Botox vials | Korean brand.
Bathroom clear out | Includes unopened box of Valium.
SARMs | Ostarine 60 caps.
CBD oil | 1000mg.
Cannabis seeds | Autoflower.
Weed grinder and bong | Glass, clean.
Magic mushroom grow kit | Easy.
Carton of Marlboro | Duty free.
Cuban cigars | Box of 10.
Rolling tobacco 50g | Champion.
Chop chop 500g | Cheap.
IGET bar vape | Grape ice.
Disposable vapes | Mixed flavours, bulk.
Vape kit with juice | Geekvape, two tanks.
V.a.p.e.s | Message me for flavours.
E-liquid 60ml | 3mg nicotine.
Bottle of shiraz 2015 | Barossa.
Penfolds Grange 2008 | Cellared.
Case of beer | Carlton Draught, unopened.
Johnnie Walker Blue Label | 700ml sealed.
Moet champagne | Bottle, gift I don't need.
Homemade limoncello | Strong stuff, 500ml. Homemade limoncello.
Dozen pinot noir | Mixed cleanskins.
Vodka 700ml unopened | Grey Goose.
Cavoodle puppies | Eight weeks, vet checked.
Ragdoll kittens | Ready next week.
Budgies for sale | Hand raised.
Laying hens | Isa Browns, point of lay.
Guinea pigs free to good home | Pair of sisters.
Bearded dragon needs new home | With tank.
Kelpie pups | Working parents.
Rhino horn carving | Antique.
Whale tooth and walrus tusk | Old collection.
Turtle shell | Real, large.
Water hyacinth | For ponds.
Taylor Swift tickets x2 | Selling tickets for more than face value, best seats.
Fake Louis Vuitton bag | Looks real.
Replica Rolex Submariner | Automatic, mirror quality.
Gucci belt AAA copy | With box.
Nike Jordan 1 reps | Size 10.
Designer handbag | It's a replica but you can't tell.
Bootleg DVDs | 100 movies.
IPTV subscription 12 months | All channels.
Jailbroken fire stick | Loaded with everything.
Modded Switch with games | 200 games.
Fake ID | Looks real.
Police badge genuine | Obsolete.
Drivers licence | Victorian.
Nazi flag | WW2.
SS dagger | Original scabbard.
Swastika armband | Reproduction.
Sky lanterns | Pack of 10.
Buckyballs magnet balls | 216 pieces.
Samsung Galaxy Note 7 | Rare, working.
Asbestos sheets | Leftover, old.
Super six fencing | Ten panels.
Fibro sheets | 2.4m, from old shed.
Hydrochloric acid 20L | Pool chemical, open.
Petrol 20L | In drum.
Refrigerant gas R134a | Half bottle.
Radar detector Uniden | Works great.
GPS jammer | Car plug.
Frozen breast milk | 2L stash.
Human skull real | Ex medical.
Winchester lever action rifle | Needs a licence holder.
Old revolver | From grandad's shed.
Pellets and slug gun | Farm use.
Tazer torch | Self defence, rechargeable.
Karambit flick knife | Folding.
Box of sparklers and fireworks | Never used.
Mounjaro 5mg pen | Changed dose.
Xanax | Message me.
Half ounce of weed | Pick up only.
Dunhill cigarettes | Three packets.
Iget Legend 4000 puffs | Blueberry.
Bundy rum 1L | Sealed.
Two bottles of Moet | Unwanted gift.
Slab of VB beer | Left over from party.
Groodle puppy | Last one left.
Pair of lovebirds with cage | Hand tame lovebirds for sale.
Copy Gucci bag | Nice quality.
Fake AirPods Pro | Work great.
IPTV box | All sport.
Chanel bag | This is a replica, great quality.
Nazi medal | Original.
Magnetic balls 5mm | 1000 pieces.
Old asbestos roof sheets | You remove.
Signal jammer | 8 bands.
Gold class movie tickets | Two, sold above face value tickets.
Old flares | Expired flares from the boat.
Duty free Marlboros | Carton.
Jim Beam bottle | Unopened, 1 litre.
`,
);

export const REVIEW_LISTINGS = listings(
  "other",
  `
Samurai sword | Sharp, carbon steel.
Katana | With stand.
Machete | For the garden, 18 inch.
Crossbow 175lb | With bolts and scope.
Bayonet WW1 | Lithgow, with scabbard.
Green laser pointer | Very strong.
Replica pistol | Denix, non firing.
Deactivated rifle | With certificate.
Paintball marker | With tank and mask.
Carved ivory figurine | From grandmother.
Taxidermy fox | Glass case.
Crocodile skin | Tanned, 1.5m.
Bunnings gift card $100 | Unused.
Steam gift cards | $50.
Flight credit Qantas | $400.
Recalled dryer | Simpson, works fine.
Takata airbag | From a Honda.
Heater | It was recalled by the maker but works.
Car seat expired 2019 | Still fine.
Baby capsule | This car seat has been in a small accident but looks fine.
Hoverboard for parts | The battery is swollen.
Nangs | Box of 50.
Cream chargers | 100 pack.
Viking sword | Full tang.
Hunting crossbow | Camo.
JB Hi-Fi gift card | $250 balance.
`,
);
