/**
 * Searches as people type them, one a line: the search, then titles that it must find, and after `!` titles that it
 * must not find. All titles together are one marketplace.
 */
export const SEARCH_CASES: Readonly<Record<string, string>> = {
  exclude: `
desk -ikea | Oak desk | !IKEA Malm desk
lamp -vintage | Brass lamp | !Vintage lamp
couch -leather | Fabric couch three seater | !Leather couch brown
bike -kids | Mountain bike 29er | !Kids bike 16 inch
bike -kid | Mountain bike 29er | !Kids bike 16 inch
table -"coffee table" | Dining table extendable | !Coffee table walnut
iphone -case | iPhone 12 64GB | !iPhone 12 case clear
phone -broken -cracked | Samsung Galaxy S21 phone | !Cracked phone for parts
chair -office | Dining chair timber | !Office chair ergonomic
bed –frame | Queen bed with mattress | !Queen bed frame metal
-ikea desk | Oak desk | !IKEA Malm desk
desk - ikea | IKEA Malm desk
desk NOT ikea | Oak desk | !IKEA Malm desk
t-shirt -xl | T-Shirt band size M | !T-Shirt blank XL
lamp OR stool | Brass lamp | Bar stool chrome
bookshelf -white | Book shelf pine | !White bookshelf narrow
`,
  phrase: `
"oak desk" | Oak desk | !Desk with oak top
"coffee table" | Coffee table walnut | !Table for coffee machine
“oak desk” | Oak desk | !Desk with oak top
"oak desk | Oak desk
`,
  plural: `
chairs | Dining chair timber
chair | Set of chairs
knife | Kitchen knives block
knives | Chef knife 20cm
shelves | Book shelf pine
shelf | Floating shelves white
bookshelves | White bookshelf narrow
boxes | Storage box with lid
box | Moving boxes
batteries | Makita battery 18V
battery | Rechargeable batteries AA
dresses | Summer dress size 10
dress | Party dresses bundle
couches | Fabric couch three seater
bikes | Mountain bike 29er
toys | Wooden toy train
baby clothes | Baby clothes 000
glasses | Wine glasses set of 6
glass | Wine glasses set of 6
watches | Seiko watch automatic
benches | Garden bench teak
bench | Work benches steel
scarves | Wool scarf grey
tomatoes plants | Tomato plant seedlings
puppies toys | Puppy toy rope
mens shirts | Men's shirt blue
women | Women's jacket size 12
woman jacket | Women's jacket size 12
bus | Toy bus red
lens | Canon lens 50mm
lenses | Canon lens 50mm
drill bits | Drill bit set
curtains | Blockout curtain pair
mattresses | Double mattress firm
children books | Children's books bundle
`,
  joined: `
bookshelf | Book shelf pine
book shelf | White bookshelf narrow
bookcase | Book case antique
book case | Pine bookcase 5 tier
headphones | Sony head phones noise cancelling
head phones | Bose headphones QC35
tshirt | T-Shirt band size M
t shirt | Tshirt nike
t-shirt | Tshirt nike
tshirts | T-Shirt band size M
ebike | E-bike folding
e-bike | Ebike commuter
e bike | Ebike commuter
wifi router | Wi-Fi router TP-Link
wi-fi router | Wifi router netgear
wi fi router | Wifi router netgear
lawnmower | Lawn mower Victa
lawn mower | Lawnmower Honda
surfboard | Surf board 6'2
surf board | Surfboard foam
wheelbarrow | Wheel barrow steel
dishwasher | Dish washer Bosch
dish washer | Dishwasher Fisher Paykel
armchair | Arm chair velvet
arm chair | Armchair recliner
high chair | Highchair wooden
highchair | High chair IKEA Antilop
car seat | Carseat Britax
carseat | Car seat Infasecure
skate board | Skateboard Santa Cruz
skateboard | Skate board complete
longboard | Long board 42 inch
snow board | Snowboard Burton 155
playstation | Play station 2 slim
play station | Playstation 4 Pro
air fryer | Airfryer Philips XL
airfryer | Air fryer Kmart
whiteboard | White board magnetic
toolbox | Tool box Sidchrome
tool box | Toolbox ute aluminium
bedside table | Bed side table walnut
trackpants | Track pants Adidas
backpack | Back pack hiking 60L
sunglasses | Sun glasses Ray-Ban
dollhouse | Doll house wooden
doll house | Dollhouse KidKraft
x-box | Xbox One S
xbox | X-Box 360
chainsaw | Chain saw Stihl
tablecloth | Table cloth linen
sleepingbag | Sleeping bag Oztrail
rashvest | Rash vest size 6
fishtank | Fish tank 60L
fish tank | Fishtank with stand
`,
  units: `
50cm shelf | Shelf 50 cm oak
50 cm shelf | Shelf 50cm black
27 inch monitor | Monitor 27" Dell
27" monitor | Monitor 27 inch LG
27inch monitor | Monitor 27" Dell
27in monitor | Monitor 27 inch LG
monitor 27″ | Monitor 27 inch LG
55 inch tv | TV 55" Samsung
55" tv | Hisense 55inch TV
6ft christmas tree | Christmas tree 6 foot
6 foot christmas tree | Xmas tree 6ft
6 feet christmas tree | Christmas tree 6 foot
60l backpack | Back pack hiking 60L
60 litre backpack | Back pack hiking 60L
60 liter fridge | Bar fridge 60L
20 kg dumbbell | Dumbbell 20kg rubber
20kg dumbbell | Dumbbell 20 kgs pair
20 kilo dumbbell | Dumbbell 20kg rubber
128 gb iphone | iPhone 13 128GB
iphone 128gb | iPhone 11 128 GB
1tb hard drive | Hard drive 1 TB Seagate
18v drill | Drill 18 V Ryobi
18 volt drill | Ryobi drill 18V
2000w heater | Heater 2000 watt
100ah battery | Battery 100 Ah lithium
2m rug | Rug 2 m round
2 metre rug | Rug 2m jute
50 mm lens | Canon lens 50mm
50mm lens | Nikon lens 50 mm
1.5m curtain | Curtain 1.5 m wide
`,
  models: `
ps5 | PS 5 console
ps 5 | PS5 digital
ps4 controller | PS 4 controller
iphone13 | iPhone 13 128GB
iphone 13 | Iphone13 pro
rtx3060 | RTX 3060 graphics card
rtx 3060 | RTX3060 12GB
rtx3060ti | RTX 3060 Ti MSI
rtx 3060 ti | RTX3060Ti Gigabyte
galaxy s21 | Samsung Galaxy S21 phone
galaxy s 21 | Samsung Galaxy S21 phone
gtx1080 | GTX 1080 founders
wh1000xm4 | Sony WH-1000XM4
wh-1000xm4 | Sony WH1000XM4 black
wh 1000 xm4 | Sony WH1000XM4 black
qc35 | Bose headphones QC 35
ps5 | !PS4 pro 1TB
hero 9 | GoPro Hero9
gopro9 | GoPro 9 black
xbox360 | Xbox 360 slim
a4 paper | A4 paper ream
cx5 | Mazda CX-5 roof racks
cx-5 | Mazda CX5 mats
cx 5 | Mazda CX5 mats
f150 | Ford F-150 toy
macbook m1 | MacBook Air M1
dc 18v | Makita DC18V
`,
  apostrophe: `
mens boots | Men's boots RM Williams
men's boots | Mens boots Blundstone
men’s boots | Mens boots Blundstone
womens jacket | Women's jacket size 12
women's jacket | Womens jacket Kathmandu
levis | Levi's 501 jeans
levi's | Levis trucker jacket
oneill | O'Neill wetsuit 3/2
o'neill | Oneill boardshorts
o neill | Oneill boardshorts
kids bike | Kid's bike Trek
kid's bike | Kids bike 16 inch
arnotts tin | Arnott's tin vintage
childrens books | Children's books bundle
mcdonalds toys | McDonald's toys
d'addario | Daddario strings
lego collectors | Collector's Lego set
bonds | Bond's singlet
`,
  letters: `
smørrebrød board | Smorrebrod board
smorrebrod | Smørrebrød plate
strasse sign | Straße sign enamel
straße sign | Strasse sign old
cafe table | Café table marble
café table | Cafe table round
łodz poster | Lodz poster print
citroen | Citroën 2CV model
hors d'oeuvre plate | Hors d'œuvre plate
encyclopaedia | Encyclopædia Britannica
soderhamn | Söderhamn sofa IKEA
`,
  synonyms: `
couch | Sofa linen | Lounge suite
sofa | Fabric couch three seater | Lounge suite
lounge | Sofa linen
settee | Sofa linen
esky | Cooler box Coleman
cooler | Esky 40L
ice box | Esky 40L
doona | Quilt queen wool
quilt | Doona king feather
duvet | Doona king feather
jumper | Wool sweater M
sweater | Knit jumper L
pullover | Knit jumper L
thongs | Flip flops Reef
flip flops | Havaianas thongs
fridge | Refrigerator LG
refrigerator | Bar fridge 60L
pram | Stroller Bugaboo
stroller | Pram Silver Cross
pusher | Pram Silver Cross
bike | Bicycle ladies | Pushbike vintage
pushbike | Bicycle ladies | Mountain bike 29er
bicycle | Mountain bike 29er
tv | Television Sony | Telly old
television | TV 55" Samsung
mobile phone | Smartphone Oppo
sneakers | Runners Asics size 9
runners | Sneakers Nike size 9
joggers | Runners Asics size 9
trainers | Sneakers Nike size 9
barbecue | BBQ Weber Q
bbq | Barbecue four burner | Barbie gas
bathers | Swimsuit Speedo
togs | Swimsuit Speedo
swimmers | Bathers girls 8
cossie | Bathers girls 8
ute tray | Ute tub liner
doonas cover | Quilt cover set
manchester | Bed linen queen
ugg boots | Uggs size 7
trackies | Track pants Adidas
sunnies | Sunglasses Oakley
chook house | Chicken coop
chicken coop | Chook house timber
ladder | Step ladder 1.8m
trailer | Box trailer 6x4
caravan | Jayco caravan
tyres | Tires 4x4 set
tires | Tyre 17 inch
mower | Lawnmower Honda
whipper snipper | Line trimmer Stihl
line trimmer | Whipper snipper Ryobi
cot | Baby crib white
crib | Cot with mattress
dummy | Pacifier MAM
nappy bag | Diaper bag
nappies | Diapers size 3
bassinet | Moses basket
texta | Felt pens pack
vacuum | Hoover upright
washing machine | Washer front loader
dryer | Tumble dryer Bosch
microwave | Microwave oven Panasonic
kettle | Electric kettle Breville
jug | Pitcher glass
toastie maker | Jaffle maker Breville
sandwich press | Toasted sandwich maker
laptop | Notebook Lenovo
computer monitor | PC screen 24
wardrobe | Closet two door
chest of drawers | Tallboy pine
tallboy | Chest of drawers oak
dresser | Chest of drawers oak
buffet | Sideboard retro
bedside table | Nightstand white
nightstand | Bedside table walnut
rug | Floor mat large
curtains | Drapes velvet
lamp | Light standing Ikea
torch | Flashlight LED
swag | Bedroll canvas
ute | Utility Holden
boot liner | Trunk liner Mazda
bonnet protector | Hood protector Hilux
number plate frame | License plate frame
petrol can | Gas can 10L
handbag | Purse leather
pants | Trousers navy
undies | Underwear pack
singlet | Tank top cotton
beanie | Knit hat winter
gumboots | Wellies kids
raincoat | Rain jacket yellow
dressing gown | Bath robe cotton
budgie cage | Bird cage large
aquarium | Fish tank 60L
table tennis table | Ping pong table
pool table | Billiard table slate
trampoline | Tramp 10ft
soccer ball | Football size 5
footy | AFL ball Sherrin
boogie board | Bodyboard Manta
bodyboard | Boogie board kids
paddleboard | SUP inflatable
wetsuit | Wettie kids
dumbbells | Hand weights pair
christmas tree | Xmas tree 6ft
biscuit tin | Cookie jar
garbage bin | Trash can pedal
wheelie bin | Rubbish bin 120L
power board | Surge protector belkin
spanner set | Wrench set metric
`,
  confusable: `
sweater | !Three seater retro
tires | !Time times poster
xbox | !Storage box with lid
phone | !Head pine stool
couch | !Coach handbag brown
desk | !Disk brakes
cot | !Cat tree
pram | !Prawn trap
ute | !Flute silver
cap | !Cup set
ring | !Earrings gold
pan | !Piano upright
chair | !Hair dryer
phone | !Xylophone wooden
table | !Tabla drums
`,
  sentence: `
looking for a cheap desk near me | Oak desk
wanted a sofa please | Sofa linen
i need a bike for my son | Mountain bike 29er | !Son poster
second hand fridge | Bar fridge 60L
secondhand fridge | Bar fridge 60L
used iphone 12 | iPhone 12 64GB
preloved dress | Summer dress size 10
cheap couch near me | Fabric couch three seater
does anyone have a pram | Pram Silver Cross
shelf for the kitchen | Kitchen shelf oak
table and chairs | Table with chairs outdoor
couch under 200 | Fabric couch three seater
couch under $200 | Sofa linen
free couch | Fabric couch three seater
bike less than 100 | Mountain bike 29er
where can i buy a washing machine | Washing machine Bosch
any lego sets for sale | Lego set city
im looking for a drill | Drill 18 V Ryobi
buy desk online | Oak desk
desk in good condition | Oak desk
the | The Beatles record
for | Ford model car
xbox one | Xbox One S | !Xbox 360 slim
air max | Nike Air Max 90
series x xbox | Xbox Series X
`,
  typo: `
gutiar | Acoustic guitar Yamaha
gutar | Acoustic guitar Yamaha
matress | Double mattress firm
bycicle | Bicycle ladies
refridgerator | Refrigerator LG
tabel | Dining table extendable
wardobe | Wardrobe three door
`,
};
