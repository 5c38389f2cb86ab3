/**
 * Words that people in Australia use for the same second-hand thing. Written for Goodstreet from everyday Australian,
 * British and American usage; no list of others was copied. One group a line, the most usual name first. Searching for
 * one name finds all of them. A word may be in several groups; wanted posts use the first.
 *
 * Add a name only when a person who searches for one of the group would be glad about every other: "cooler" and "esky",
 * but not "phone" and "phone case".
 */
const GROUPS = `
couch, sofa, lounge, settee, chesterfield
sofa bed, sofabed, fold out couch, couch bed, futon
armchair, lounge chair, single seater, club chair
recliner, recliner chair, la z boy
ottoman, footstool, pouf, pouffe, foot rest
wardrobe, closet, robe, armoire
tallboy, chest of drawers, dresser, drawers, lowboy, bureau, duchess
bedside table, bed side table, nightstand, bedside drawers, bedside cabinet, night table
sideboard, buffet, credenza, buffet cabinet
bookcase, bookshelf
tv unit, entertainment unit, tv stand, tv cabinet, lowline unit
cupboard, cabinet
hutch, dresser hutch, kitchen dresser
desk, writing table, study table
stool, bar stool, counter stool, kitchen stool
high chair, feeding chair
bean bag, beanbag, sack chair
coat rack, hall stand, hat stand, coat stand
blanket box, storage chest, ottoman box, hope chest, glory box
rug, floor mat, carpet
curtain, drape, drapery
blind, roller blind, window shade
doona, quilt, duvet, comforter
doona cover, quilt cover, duvet cover, quilt cover set
manchester, bed linen, bedding, bed sheet
pillow case, pillow slip
cushion, throw pillow, scatter cushion
throw, throw rug, blanket
mattress topper, mattress protector, underlay
lamp, lampshade, light, bedside lamp
torch, flashlight, head torch
mirror, looking glass
clothes horse, clothes airer, drying rack, clothes rack
clothes line, hills hoist, washing line
ironing board, iron board
bin, rubbish bin, garbage bin, trash can, wheelie bin, garbage can
fridge, refrigerator, fridge freezer
freezer, chest freezer, deep freeze, deep freezer
stove, cooker, cooktop, hob, hotplate
oven, wall oven, range
rangehood, range hood, extractor fan
microwave, microwave oven
kettle, electric kettle, jug kettle
jug, pitcher, carafe
toastie maker, jaffle maker, jaffle iron, sandwich press, sandwich maker, toasted sandwich maker
blender, smoothie maker, nutribullet
mixer, stand mixer, cake mixer, mixmaster
slow cooker, crockpot, crock pot
coffee machine, espresso machine, coffee maker
thermomix, thermo cooker
air fryer, airfryer
washing machine, washer
dryer, tumble dryer, clothes dryer
dishwasher, dish washer
vacuum, hoover, vacuum cleaner, vac
fan, pedestal fan
air conditioner, aircon, air con, ac unit, split system
heater, space heater, radiator
evaporative cooler, evap cooler, swamp cooler
esky, cooler, cool box, ice box, chilly bin, cooler box
thermos, vacuum flask
lunch box, lunchbox, bento
drink bottle, water bottle
frypan, frying pan, fry pan, skillet
saucepan, cooking pot, cook pot
crockery, dinnerware, dinner set, dinner plate
cutlery, silverware, flatware
stubby holder, stubbie holder, can cooler, koozie
biscuit tin, cookie jar, biscuit barrel, cookie tin
chopping board, cutting board
tea towel, dish towel
glad wrap, cling wrap, cling film
bbq, barbecue, barbeque, barbie
smoker, bbq smoker
fire pit, firepit, brazier
outdoor setting, patio set, outdoor dining set, garden setting
umbrella, market umbrella, parasol
gazebo, marquee, pop up tent, canopy
shed, garden shed
mower, lawnmower
ride on mower, ride on, riding mower, lawn tractor
whipper snipper, line trimmer, brushcutter, strimmer, weed eater, edger
secateurs, pruner, pruning shears
hedge trimmer, hedge clipper
leaf blower, blower vac, garden vac
wheelbarrow, garden cart
hose, garden hose
sprinkler, irrigation
pot plant, plant pot, planter, flower pot, planter box
plant, seedling, indoor plant
chook house, chicken coop, chook pen, hen house, chook coop
chook, chicken, hen, pullet
kennel, dog house, doghouse
dog crate, pet crate, dog cage, pet carrier
bird cage, budgie cage, aviary
aquarium, fish tank
spanner, wrench
shifter, adjustable wrench, adjustable spanner
allen key, hex key
stanley knife, box cutter, utility knife
drop saw, mitre saw, miter saw, compound saw
chainsaw, chain saw
angle grinder, grinder
pressure washer, gerni, karcher, pressure cleaner
jerry can, petrol can, fuel can, gas can
generator, genset, inverter generator
power board, surge protector, powerboard, power strip
extension lead, extension cord, power lead
gaffer tape, duct tape
ladder, step ladder, extension ladder
trolley, hand truck, dolly
hammer drill, impact driver, cordless drill
tool box, tool chest, tool case
ute, utility, pickup
ute tray, tray back, ute tub, tray body
canopy, ute canopy, hard lid
tonneau cover, soft tonneau
bull bar, nudge bar, roo bar
roof rack, roof bar, crossbar
tow bar, towbar, hitch
trailer, box trailer
caravan, camper van, camper, motorhome
camper trailer, pop up camper
tyre, tire
rim, mag wheel, alloy wheel, mags
bonnet protector, hood protector, hood guard
boot liner, trunk liner, cargo liner
windscreen, windshield
number plate, license plate, licence plate, rego plate
indicator, blinker
car battery, starter battery
jumper lead, jumper cable, jump lead, booster cable
motorbike, motorcycle
dirt bike, trail bike, motocross bike
scooter, kick scooter
bike, bicycle, pushbike, pushie
ebike, electric bike, electric bicycle
mtb, mountain bike
balance bike, strider bike
trike, tricycle
bike rack, bike carrier
bike seat, child bike seat
skateboard, skate deck
boogie board, bodyboard
surfboard, thruster, malibu, mal
sup, paddleboard, stand up paddle
wetsuit, wettie, steamer
kayak, canoe
dinghy, tinny, tinnie, runabout
fishing rod, fishing pole
tackle box, fishing box
swag, bedroll
sleeping bag, sleep sack
tent, dome tent
backpack, rucksack, knapsack, school bag
suitcase, luggage, travel bag
handbag, purse, shoulder bag
bum bag, fanny pack, belt bag
wallet, billfold
tote bag, shopping bag
jumper, sweater, pullover, knit
hoodie, hooded jumper, hooded sweatshirt
sweatshirt, windcheater, sloppy joe
cardigan, cardi
jacket, coat
parka, puffer, puffer jacket, down jacket
raincoat, rain jacket, rain coat, spray jacket
vest, gilet, waistcoat
singlet, tank top, tank
tshirt, tee, tee shirt
pants, trousers, slacks
track pants, trackies, trackie dacks, sweatpants, joggers, tracksuit pants
jeans, denims
shorts, boardshorts, boardies
undies, underwear, jocks, knickers, underpants
bathers, swimmers, togs, cossie, swimsuit, swimwear, bathing suit, cozzie
speedos, budgie smugglers
rash vest, rashie, rash guard, rash shirt
dressing gown, bathrobe, bath robe, robe
pyjamas, pajamas, pjs, jammies
beanie, knit hat, woolly hat
sunnies, sunglasses, shades
thongs, flip flops, havaianas, jandals
sneakers, runners, joggers, trainers, sandshoes, running shoes, sports shoes
gumboots, wellies, wellingtons, rain boots, gummies
ugg boots, uggs, ugg, sheepskin boots
high heels, heels, stilettos, pumps
stockings, pantyhose
dress, frock
wedding dress, bridal gown, wedding gown
formal dress, prom dress, ball gown
onesie, romper, babygro, jumpsuit
costume, fancy dress, dress up
bow tie, bowtie
watch, wristwatch, timepiece
jewellery, jewelry
earrings, ear rings
pram, stroller, pusher, buggy, pushchair
bassinet, moses basket
cot, crib
nappy, diaper
nappy bag, diaper bag
change table, changing table, changer
dummy, pacifier, soother
baby bouncer, bouncer, baby rocker
capsule, baby capsule, infant car seat
car seat, booster seat, child seat
baby carrier, baby wrap, baby sling, ergobaby
baby gate, safety gate, stair gate
play pen, playpen
play mat, playmat, tummy time mat
kid, child, children, toddler
cubby house, playhouse, cubby
trampoline, tramp
swing set, swing
slippery dip, slide
sand pit, sandpit, sand box
doll house, dollhouse, dolls house
soft toy, plush, teddy, stuffed toy, plushie
lego, lego bricks
jigsaw, puzzle
texta, felt pen, marker, felt tip
crayon, pencil
rubber, eraser
school uniform, uniform
phone, mobile, smartphone, mobile phone, cell phone, cellphone, handset
charger, power adapter, power supply
laptop, notebook, macbook, chromebook
computer, pc, desktop
monitor, pc screen, computer screen, display
printer, inkjet, laser printer
tv, television, telly
projector, beamer
remote control, remote, clicker
headphones, earphones, headset
earbuds, airpods, ear buds
speaker, bluetooth speaker
soundbar, sound bar
stereo, hi fi, hifi, sound system
record player, turntable
record, vinyl, lp
walkman, cassette player, tape player
ipad, tablet
kindle, ereader, ebook reader
console, games console, gaming console
playstation, ps
controller, gamepad, game pad, joypad
gopro, action camera
camera, dslr
tripod, camera stand
hard drive, hard disk, hdd
graphics card, gpu, video card
wifi, wireless
router, modem
smartwatch, smart watch, fitness tracker, fitbit
piano, upright piano
keyboard, digital piano, electric piano
guitar amp, amplifier, amp
ukulele, uke
recorder, flute
drum kit, drums, drum set
book, novel, paperback
textbook, text book
comic, graphic novel
dvd, blu ray, bluray
board game, boardgame
table tennis, ping pong
pool table, billiard table, snooker table
darts, dartboard, dart board
soccer ball, football
afl, footy, aussie rules
cricket bat, cricket set
gym equipment, home gym, weight bench
dumbbell, hand weight, free weight
barbell, weight bar
treadmill, running machine
exercise bike, spin bike, stationary bike
yoga mat, exercise mat, gym mat
punching bag, boxing bag
golf clubs, golf set
golf buggy, golf cart
tennis racquet, tennis racket
racquet, racket
skis, ski gear
snow chains, tyre chains, tire chains
christmas tree, xmas tree
christmas, xmas
christmas lights, fairy lights, xmas lights
present, gift
picture frame, photo frame
art print, poster
painting, artwork, canvas
sewing machine, overlocker, serger
wool, yarn
fabric, material, remnant
wheelchair, wheel chair
walking frame, walker, rollator, wheelie walker
mobility scooter, gopher
crutches, walking aid
timber, lumber
plasterboard, gyprock, drywall
tap, faucet
tapware, mixer tap
toilet, dunny, loo
vanity, bathroom cabinet
bath, bathtub, tub
paver, paving stone
brick, house bricks
colorbond, corrugated iron, roof sheet
moving box, packing box, packing boxes
freebie, giveaway
hot water bottle, hottie
doorbell, video doorbell
security camera, cctv, surveillance camera
lawn, turf, grass
mulch, wood chips
firewood, fire wood
hay, straw
saddle, horse saddle
horse float, horse trailer
`;

export const WORD_GROUPS: readonly (readonly string[])[] = GROUPS.trim()
  .split("\n")
  .map((line) => line.split(", "));

/**
 * Second parts of compounds that are written in one word or two: "bookshelf", "book shelf". A word of a search is split
 * only before one of these.
 */
export const COMPOUND_HEADS: ReadonlySet<string> = new Set(
  `shelf shelves case phone chair table board house box bag light lamp pot pan seat shirt bike top pants suit coat jacket
  washer dryer fryer cooker maker mower saw barrow station pack glass glasses tank fish bed side line rack bar stand player
  ball bat book boots shoes cloth cleaner vest rash stick watch paper room brush machine drive card box ware holder trailer
  van cup mat press blower fire pit wood gate pen band reader proof frame bottle basket cover case scooter plate chain
  guard drawer drawers liner bowl knife tray stool cabinet carrier horse screen plane boat car hammer driver hole wheel
  wheels tub guitar fi ray tie ink speed cut burner bench mirror`
    .trim()
    .split(/\s+/),
);
