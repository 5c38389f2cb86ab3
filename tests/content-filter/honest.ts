/** Messages that must pass: ordinary messages about second-hand items, including numbers and near misses. */
const lines = (text: string) => text.trim().split("\n");

const ASKING = lines(`
Hi, is this still available?
Is it still for sale?
Hello! Still got the couch?
Hey mate, is the bike gone?
Is this available this weekend?
What condition is it in?
Any scratches or dents?
Does everything work?
Has it been repaired before?
How old is it?
When did you buy it?
Why are you selling it?
Is it from a smoke free home?
Any pets in the house?
Where are you located?
Which suburb is pick up from?
Roughly where in Richmond are you?
How far are you from the station?
When could I collect it?
Are you home on Sunday?
Do you have more photos?
Could you add a picture of the label?
Can you measure the depth for me?
What are the measurements please?
What is the height without the legs?
Is it heavy? Can one person lift it?
Does it come apart for transport?
Does it come with the original box?
Is the charger included?
Is there any warranty left?
Do you still have the manual?
What is the model number?
Which year is it?
Is it genuine leather?
Is it the 128 GB or the 256 GB one?
What's the battery health at?
Is it locked to a network?
What network is the phone on, Telstra or Optus?
Does the phone number stay with the sim or is it factory reset?
Is the phone unlocked? I want to use my own sim
Does it have a headphone jack?
Is the screen cracked anywhere?
Does the laptop come with its password removed?
Has the tablet been reset and signed out of iCloud?
How many kilometres has it done?
Does it have rego?
How long is the rego?
Is the roadworthy included?
Are the tyres any good?
Does the printer work with WhatsApp photos? just joking
Does the smart TV have YouTube and Netflix?
Can the watch show Facebook and Messenger notifications?
Does the car have Apple CarPlay and Bluetooth calls?
Is it an Apple gift box or just the phone?
Does the telephone table have a drawer?
Is the signal amplifier for 4G as well?
Will the antenna pick up a signal in the hills?
Is this the line trimmer with the spare line?
Is it a mobile air conditioner or a fixed one?
Does the email on the invoice match the warranty?
Would it suit a 3 year old?
What size are the shoes?
Is it true to size?
I'm a 10, would it fit?
Is the pattern a match for the one in Ikea?
Is it the one from the Bunnings catalogue?
Do you know the thread count?
Does the lock have both keys?
Is the safe's code resettable?
Do I need a code for the intercom?
How many pieces are in the set?
Are all 1,000 pieces in the puzzle?
Are there any missing parts?
Could it be delivered or is it collection only?
Do you post or is it pick up only?
How do I pay here?
Does the site take card?
Can I pay by bank transfer at the checkout?
Can I use crypto at the checkout?
Is paying by card ok with you?
Is the price firm?
Is there any movement in the price?
`);

const PRICE = lines(`
Would you take 150?
Would you take $80 for both?
I can offer 1,200
Best price?
What's your best price for the lot?
How about 65?
I'll give you 40 for it
Meet in the middle at 95?
Too much for me, sorry
It was $2,499 new
New ones are going for 349.95
Paid 1850 for it in 2020
The lowest I'd go is 300
I'll do 275 if you can get it today
100 firm
Not less than 450, sorry
Someone offered me 500 already
OK $120 and it's yours
Deal! I'll buy it now
Done, pressing Buy Now
I'll buy it through the site tonight
Happy with 60, thanks
20 each or 50 for three
Two for 30?
I could do 85 but that's my limit
Let me think about it
Can you do 5% off?
Is it free? The listing says 0
Free to a good home
I've lowered it to 199
Price dropped by 50 bucks
Could you hold it at that price until payday?
I only have 70 to spend this week
It's worth more in parts
I saw the same one for 420 last month
That's about half of what I paid
It's 12 dollars a chair
$15 a bag, about 20 kg in each
Would you swap plus 100 cash on top?
Trade for my guitar and 50?
Sorry, I've accepted another offer
I've sent you an offer of 140
Knowzee countered with 165
Will you come down a bit if I take both?
10 for the lamp, 25 for the desk
`);

const SIZES = lines(`
It's 200 cm long, 95 deep and 80 high
1800 x 900 x 740 mm
1800mm wide, 1300mm deep
The door is 820 wide so check your doorway
It's 2.4 m by 1.2 m
Inside dimensions are 540 x 480 x 410
Weighs 41 kg with the base
Takes 0.5 litres
Bed slats are 1530 x 2030
Queen size, 153 x 203
Model DWF60W6W1, 14 place settings
Serial number 20190412-00781
The part number is 04152-YZZA1
Part no. 0446587 if you want to look it up
It's a Samsung UA55TU8000
Intel i5-10400, 16 GB, 512 SSD
RTX 3060 12GB, about 40 hours on it
Canon 24-105 f4, serial 4300001234
ISBN 9780141036144
The barcode is 9300675012345
205/55 R16 91V, about 7 mm left
Tyres are 0412 date code, so twelfth... no wait, fourth week of 2012
It's a 2004 build, 4.0 litre
Year 2014, 104,000 km
Reads 0124 578 on the odometer
Paint code 040, Super White
ABN is on the receipt
240V 10A, 2400 W
Runs at 1400 rpm
The frame is 54 cm, wheels are 700c
Ring size N, about 17 mm
Shoe 9.5 US, 43 EU
Waist 34, length 32
I'm 178 cm tall and it fits well
Lego 75192, 7541 pieces
The globe is GU10 5 W
Holds 12 bottles
It is 35 years old, 1988 I think
The shelf holds 25 kg a metre
It's about 3 metres when it's folded out
Screen is 55 inches, stand is 102 cm wide
4 chairs, 45 cm seat height
The rug is 1.6 x 2.3, the other one 2 x 3
The cot mattress is 77 by 132
`);

const TIMES = lines(`
Saturday at 2 works
Can we say 10.30 tomorrow?
Sunday between 9 and 12
After 5.30 pm on weekdays
I finish work at 4, so about 4:45
Friday 28/11 at 17:00 is fine
Is the 3rd of December ok?
I'm away from the 4th to the 12th
I'll be there in 15 minutes
About half an hour away
On my way now
Just parked out the front
I'm running late, traffic on the Monash
Here now, which door?
I'm at the front gate
Can you come a bit earlier?
Sorry something came up, can we move it to Monday?
My husband can meet you instead
My wife will be home all day
My son will pick it up with his ute
My dad will come along to help lift
My brother has a trailer, he'll come with me
Bring a friend, it's heavy
You'll need a van or a trailer
Any evening this week except Wednesday
I'm home all day Thursday
Between 8 am and noon suits
Not before 10, I work nights
Let me check with my partner
I'll confirm tonight
See you then
See you at 6
Thanks, see you Saturday!
I can hold it till next Tuesday
It has to go by the end of the month
We're moving out on the 30th
We settle on 15/12 so any time before that
Call it 6 o'clock then
Give me a minute, I'm measuring it now
I'll knock when I'm there
Ring the bell when you arrive
Just ring the doorbell, it's loud
Text on the box says made in Japan
`);

const SELLING = lines(`
Yes it's still available
Yes, still here
Sorry, it just sold
It's on hold for somebody until tonight
If they don't pay it will be listed again
We're downsizing
We bought a new one
The kids have outgrown it
I don't have space for it in the new flat
Moving interstate so it has to go
It's in great condition, hardly used
There's a mark on the lid, I've added a photo
One drawer sticks a little
It needs a new battery, otherwise fine
The remote is missing
It works but the light flickers
It has always been garaged
Serviced every year, log book included
It's the original, I have the invoice from the shop
I can include the spare parts
The cushion covers come off and can be washed
It was my grandmother's
It's from about 1960
It's handmade, I restored it last year
Solid oak, not veneer
You can test it when you come
Feel free to inspect it before you buy
You're welcome to plug it in and try it
I'll take it apart for you
It fits in a hatchback with the seats down
I can help you carry it to the car
It's in the garage, no stairs
Third floor, but there is a lift
There's parking in the street
The exact address shows in your order after you've paid
You get the address a day before through the site
Please use Buy Now so it's reserved for you
Best to pay through the checkout, it protects us both
Please don't send money outside the site
I never give my number out here, sorry
I'd rather keep it on here, thanks
No, I don't want to move to another app
I won't take payment outside Goodstreet
Someone asked me for a code, so I'm being careful
Please keep messages in here
Bank transfer through the checkout is fine
Card or bank transfer, whatever you choose at checkout
You choose the payment when you press Buy Now
The money goes through the site
Collection only, I don't post
Sorry, no delivery
Pick up only, too big to post
I can drop it off if you're nearby
I've marked it as collected
I left you a rating, thank you
Thanks, lovely to deal with you
Enjoy the bike!
Sorry for the slow answer, I was at work
I didn't get a notification, sorry
Let me know if you have more questions
I'd need a day to clean it
I've got three of them
There are two left
I'm selling them as a set
I might split the set later on
I'm listing the matching table tomorrow
Have a look at my other listings as well
There's a photo of the label in the listing
See the second photo for the scratch
The measurements are in the description
It says so in the listing
All the details are on the page
`);

const ORDERS = lines(`
I've paid, it should show up tomorrow
The transfer went through this morning
My bank says it takes up to one business day
I used the reference from the checkout
The reference is GS48219037
I paid with the reference GS10442817
Has my payment arrived?
I see the payment, thank you
I've confirmed your payment
It still says awaiting payment here
The order says payment pending
I've uploaded the receipt in the order
The collection code is 482913
My collection code is 0482 for the order
I'll show you the code at the door
You enter my code when you hand it over
I cancelled by accident, can I buy it again?
The hold ran out, could you wait a minute?
My order is ord_4h7k2m9p, thanks
Did you get the refund?
The card was declined, I'll try another
I'll pay by card tonight
The crypto price moved, I'll do it as a bank transfer at checkout
The countdown says 8 minutes left
I'll finish the checkout when I'm home
I had to change the payment method
Can you send the invoice with the order?
Please check your payment confirmations page
The checkout shows 132.50, is that right?
I asked support about it
Support answered me this morning
I'll report it if it happens again
Do you want the receipt for the warranty?
I put the money in through the site already
`);

const NEAR_MISSES = lines(`
I saw it on Facebook first
Are you the same seller as on Gumtree?
Is this also on Facebook Marketplace?
It's the one with the Instagram filter frame, haha
Selling a Telegram from 1942, framed
The Signal brand guitar pedal works fine
It's a vintage dial telephone
Includes phone holder for the car
The phone case has a card slot
A phone call woke the baby, sorry for the delay
My phone died, sorry
I dropped my phone, hence the late reply
I lost your message in my email notifications
I got the e-mail from Goodstreet that you answered
The site e-mailed me that it's free again
There's an email on the receipt but it's the shop's
Does the desk have a hole for the cables at the back?
The seller before me paid cash
Cash on the trade is fine, up to 500 as the site says
I can pay the 50 for the trade in cash at handover
The bank is on the corner, meet there?
The ATM next to the station
It's a piggy bank
A gift card holder is included with the wallet
It was a gift
I bought it with a gift card at Myer
This was a Christmas gift, never opened
I'd wrap it as a gift, it's for my mum
The board game has all cards
Are the Pokemon cards graded?
Is the graphics card used for mining?
Sim card tray is there
The memory card is 64 GB
The dress code was black tie, worn once
What is the colour code of the paint?
Does the keypad need a new code?
The error code on the washer was E18, fixed now
The engine code is 1KD
Postcode 3056
My postcode is 2042, how far is that?
Is the discount code on the packet expired?
Is the login screen still on the previous owner's account?
It has been wiped, so no password is needed
The wifi password is on the bottom of the router
Western Sydney, near Parramatta
There's a Western saddle too
Wise choice, thanks!
The remote is a universal one, works with Foxtel
That is one of a kind
It's a steam iron
The steam mop comes with two cards for water hardness
Steam deck with 512 GB, any dead pixels?
Is the Apple TV the 4K one?
The Google Home Mini works
Amazon Echo third generation
Razer keyboard with green switches
It's the DHL yellow
Ledger nano, reset, box included
The courier bag is waterproof
The postie bike starts first kick
Delivery was free when I bought it
FedEx delivered it last week, I've not opened it
The moving boxes are free with it
It's my agent's sign, ignore it in the photo
The link of the chain is broken
The bracelet has one link missing
A link cable for two consoles is included
The Zelda game for the Switch: A Link to the Past
Line up the holes and it slides in
It's next in line after the desk
I'll drop you a line here when it's ready
Online it says 14 kg
Can I message you here tomorrow?
Message me here when you know
Send me a message if it falls through
Can you send me the dimensions?
Send me a photo of the zip please
Could you send the video of it running?
Give me a shout when you're home
Give it a wash first
I'll let you know by tonight
Call me old fashioned but I like it in brown
They call it the Eames style
Do you have a contact lens case too? Only joking
It's a contact grill
Text books for year 9, all three
The text on the spine is faded
Is the number plate included?
The number of slats is 14
House number plaque, brass, 4 and 7
Race number 0412 from the marathon is still stuck on it
Catalogue number 0431 229
Chapter one, two and three are missing
One or two small chips, three at most
Four chairs, five cushions, one bench
I have two, you have three, that makes five
Zero marks, one owner, two keys
Room four, level two, in the blue building
I need it at seven, the party is at eight
Nine out of ten, I'd say
Between six and eight, five at the earliest
Dot pattern on the white fabric
The jumper has a dot com logo from 1999
It's at home, I can look tonight
We're at the beach till four
I'm at gate two
Meet at Central, platform four
I work at Bunnings in Coburg
Ford Falcon at a good price
It's a .com T-shirt, haha
The disc has no scratches. Come and see it
Great, thanks. Is it heavy?
OK.Sounds good
Yes.No problem.Thanks
Lovely.au revoir
It's in Melb.Not far from the city
The box says 12 x 8.Com in and measure
e.g. a bit of oil on the hinge
Approx. 1.5m, i.e. shorter than a door
No.5 on the list
3.5mm jack, 2.0 speakers
The bsb of the guitar is worn... I mean the bridge
We share an account on here, my wife and I
On account of the rain, can we do Sunday?
Is the deposit on the keg included?
Is the security deposit box the small one?
It's a wire basket
The union jack cushion, please
Can I check it before I pay?
I don't do deposits, first to buy gets it
Do you need a deposit to hold it or do I press Buy Now?
Ship in a bottle, about 30 cm
It's overseas stock, so the plug is different
I'm overseas until Monday, can we do Tuesday?
I'm at sea level, so mind the salt, haha
Offshore fishing rod, used twice
Army surplus jacket, size M
Navy blue, not black
My mover's trolley is here, we can use that
I'll send my daughter to pick it up, she's in Carlton
A friend will collect it for me, is that ok?
My neighbour has a courier van, he'll help me carry it
Too much for me to carry, I'll bring a friend
Is there extra for the second shelf?
I'll pay extra for the lamp
The difference is in the handle
Can you refund me if it doesn't work?
Please confirm the size
Please verify the model on the back
Is it a real Rolex?
Are you a real shop or private?
I can show my licence at pick up if you like
Is a licence needed for this scooter?
My birthday is on the 12th, would be great to have it by then
Is the date of manufacture on the back?
Full name of the artist?
What's the name of the colour?
Is it insured in the post? Oh, pick up only, got it
Pin is missing from the hinge
Rolling pin included
The pins on the plug are bent
Bank of drawers, six in total
The crypto wallet listing was yours too?
The leather wallet, is it new?
Is there a coin tray?
The bitcoin mug made me laugh
Doge on the T-shirt is great
`);

/** Honest uses of words that scams use too. */
const SHARED_LABELS = lines(`
The pickup will be at 5 if that works
I'd need a pickup on Friday, I'll pay tonight
Is delivery possible? I'd pay for it
The delivery guy scratched it when it was new
I'll collect the rest of the boxes on Monday
Can I return it if it doesn't fit?
Could you send the rest of the photos?
I paid the balance today
The balance bike is still for sale, yes
Do you have a bank or an ATM near you?
I'm at work until 5, can't check messages
Can't look at it today, is tomorrow ok?
I can't see it in the photos, is there a crack?
I'm interstate until Sunday, will pay when I'm back
I'm out of town this week, could you hold it?
My brother will pick it up for me tomorrow
My cousin lives near you and can collect it
The removalists will come on Tuesday
My dad's got a trailer, he will collect it after work
I'm getting a friend to help with the lifting
Is it a bank cheque only kind of store? haha
Please check the back for scratches
Can you check if the balance wheel works?
I can't find the address in my order
Can you tell me the colour code?
What's the code for the front gate?
Send me the size when you get home
Send me the measurements please
I need the serial number for the warranty
Is it 6 digit combination or 4?
It has a 4 digit lock, the code is in the manual
Is the account on the Xbox removed?
I'll move it outside so you can see it
Can we meet outside the station?
Meet me outside the library
It's sitting outside under the carport
The table is for outside use
Is it ok to leave outside in the rain?
I'd take 10% off if you buy two
Can you take 20 off?
Do you take cash for the trade?
You can pay straight away with Buy Now
Go straight to checkout, I've lowered the price
I'll pay straight after work
Transferred, it may take a day
The transfer is still pending on my side
My payment is on hold at the bank until Monday, sorry
My bank holds first payments for 24 hours
I've refunded you the difference through the order
The seller protection covers it, right?
Is there a handling fee?
Does the site charge fees?
Are there fees when I pay by card?
I don't have an app for that
Does the camera need an app?
Works without the app
It's in the app under Orders
I can see it on the site now
Is it on the line at 12 V?
Do you have it in line with the other model?
I'll be on the train line to Frankston
Signal is bad here, answering later
Signals on the bike work
Message me on Saturday morning
Contact me on here when it's free
Reach me here after 6
Talk later!
Talk to you on Sunday
Is the phone charger usb-c?
What's your phone's battery health?
Is your mobile home still for sale?
My mobile crane licence isn't needed, right?
Number 12 is the one with the blue gate
It's number 7 in the series
My number one choice would be the green one
Is $1500 ok?
I paid in $AUD
the @ key is worn
size 8 @ 45 each
3 @ $10
@Mel yes that's fine
Hi Dave, it's Sue
He'll text you from the gate? no, I'll message here
I texted my wife and she says yes
Let me ring my husband and ask
I called the shop, they still have parts
I'll call the manufacturer to ask about the part
I need to call it a night
Gift for my sister, can you confirm it's new?
It comes with a gift card envelope unused
Do you accept Knowzee's price?
The crypto option shows USDC in the checkout
Open the link cable box and look
Ikea link: the Kallax 4x4
Is this an Apple watch 6 or SE?
It's an Ebay buy from 2018
Pay day is the 15th
I'll pay on Saturday at the latest
Is the licence plate frame included?
Photo of the licence plate is blurred, is it a 2012?
Expiry on the car seat is 2028
What is the expiry date of the tin?
The birthday card set, unopened
Do you have the ID number of the frame?
Was the bank of lockers from a school?
I hold a licence for towing
You can test drive it, bring your licence
security screws need a special bit
Is the security code for the radio known?
Do you have the radio code?
Does the fob need a pin code?
Sent you an offer
I've sent you a code of the paint: C-3PO, haha
I sent you a request for the other chair
`);

/** Messages that pass between the parties of an order, but not before it. */
export const HONEST_MESSAGES_AFTER_ORDER = lines(`
My number is 0412 345 678 in case you get lost
Call me when you're downstairs, 0431 229 184
It's 14 Lygon Street, Brunswick East
Unit 3, 27 Sydney Rd, buzzer 3
The address is 8/112 Nicholson St, Carlton
You can text me on 0455 881 203 when you're close
+61 412 345 678 is my mobile for Saturday
Home phone is 9387 1122 if I don't answer here
Can you call me when you get here?
What's your number in case I'm late?
Give me a call if the gate is locked
Text me when you leave
7 Smith Street, the green door
Corner of Bell St and High St at 3
I'm at 221 Barkly Street, parking at the back
Let's meet at the police station car park, 10 am
3rd floor, apartment 305
`);

export const HONEST_MESSAGES: Readonly<Record<string, readonly string[]>> = {
  asking: ASKING,
  price: PRICE,
  sizes: SIZES,
  times: TIMES,
  selling: SELLING,
  orders: ORDERS,
  near_misses: NEAR_MISSES,
  shared_words: SHARED_LABELS,
};
