/**
 * Messages that the content filter must caution or hold: scams and attempts to leave the marketplace, as seen in
 * Australia.
 */
const lines = (text: string) => text.trim().split("\n");

/** Phone numbers, plain and disguised. */
const PHONES = lines(`
Call me on 0412 345 678
0412345678
my number is 0431 229 184
Text me 0455-881-203 please
0423.119.876 is best
+61 412 345 678
+61412345678 call or text
0061 421 334 556
(0412) 345 678 thanks
61 432 118 905 is my mobile
ph 0498 221 337
M: 0405 662 918
Mob 0419 004 552, ask for Steve
give us a bell on 9387 1122
My home phone is (03) 9387 1122
03 9387 1122 leave a message
+61 3 9387 1122
02 8012 4477 business hours
(07) 3255 1980 ask for Linda
08 8231 9904
1300 555 129 is our shop line
1800 221 774 freecall
04 12 34 56 78
0 4 1 2 3 4 5 6 7 8
0-4-1-2-3-4-5-6-7-8
0.4.1.2.3.4.5.6.7.8
04.12.345.678 txt only
zero four one two three four five six seven eight
oh four one two, three four five, six seven eight
o four three one double two nine one eight four
zero 4 one 2 three 4 five 6 seven 8
nil four two five triple eight one two six
my number is oh-four-five-five eight eight one two oh three
ZERO FOUR ONE TWO 345 678
Zero four double one, two two three, nine nine six
zerofouronetwo threefourfive sixseveneight
O412 345 678
o412345678
04l2 345 678
O4I2 34S 678
0 four 12 three 45 six 78
call: zero4one2-three4five-six7eight
04 one two 345 678
my digits are 04, then 12, then 345, then 678
0412 three four five 678
04①②345678
０４１２３４５６７８
𝟎𝟒𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖
0412*345*678
0412_345_678
0412/345/678 sms me
04 1 2 3 4 5 678 remove the spaces
add a 0 in front: 412 345 678 thats my mobile
starts with 04 then 31 229 184
first half of my number 0431 22 second half 9184
phone number zero four nine eight - two two one - three three seven
reach me on zero four hundred 662 918
ph: 041 234 5678
0412 34 56 78 whatsapp
nought four two three one one nine eight seven six
`);

/** Email addresses, plain and disguised. */
const EMAILS = lines(`
email me at dave.smith@gmail.com
davesmith77@hotmail.com
jo@example.com.au
you can write to lisa_k@outlook.com
my email is bigpond.user@bigpond.net.au
dave.smith at gmail dot com
dave smith AT gmail DOT com
dave.smith(at)gmail(dot)com
dave [at] gmail [dot] com
davesmith @ gmail . com
davesmith@gmail
davesmith gmail com
davesmith at g mail dot com
davesmith77 at hotmail
d a v e s m i t h @ g m a i l . c o m
write to me, davesmith, the google mail one: davesmith at googlemail dot com
email: kate arobase yahoo point com
kate{at}yahoo{dot}com
kate-at-yahoo-dot-com
kate_at_yahoo_dot_com
kate＠yahoo．com
my hotmail is kate.brown77
its my name then at then gmail then dot com
send pics to bluedoor(at)live.com.au
contact kelly at optusnet dot com dot au
email me instead, tim no spaces green at icloud dot com
timgreen a t gmail d o t com
timgreen@gmaildotcom
timgreen(@)gmail(.)com
reply to my email not here: t.green@proton.me
you'll find my email on my profile picture, write to that one instead
what's your email address? I'll send you the details
give me your email so I can send the payment
please send your email address so my bank can notify you
can i have your e-mail for the payment confirmation
`);

/** Links. */
const LINKS = lines(`
https://goodstreet-secure-payments.com/pay
check http://bit.ly/2x9pay
www.cheapdeals.com.au has the same one
go to tinyurl.com/getpaid-au
please fill in this form https://forms.gle/abc123xyz
your payment is waiting at auspost-delivery-au.com
track it here: auspost.track-parcel.info/au
more photos at imgur.com/a/xyz
look it up on mystore dot com dot au
here is my website, best-sofa-outlet.shop
hxxps://pay-secure.top/confirm
goodstreet.verify-account.xyz
scan the qr code and enter your card details
click on the link i sent you to accept the payment
open the link in your text messages to get the money
follow this link to confirm your identity: id-check.online
t.me/bestdeals_au
wa.me/61412345678
discord.gg/cheapstuff
drive.google.com/file/d/1xyz has all the pics
go to paypa1-secure.com and log in
myshop[.]com has it cheaper
visit myshop (dot) net (dot) au
www dot outlet-direct dot com
the payment page is goodstreet dot pay dot info
`);

/** Leaving the marketplace: other apps and handles. */
const ELSEWHERE = lines(`
add me on whatsapp
WhatsApp me
do you have whatsapp?
lets move to telegram
hit me up on insta @davesells
my instagram is dave_sells_stuff
message me on facebook, Dave Smithers
find me on FB messenger
Can we chat on Messenger instead?
send me a friend request on facebook and we'll talk
im on snapchat: davo99
add my snap
wechat id: lucy8812
my wechat is lucy8812
weixin lucy8812
do you use signal?
line id davidtan
viber me
w h a t s a p p me
whats@pp me please
wh4tsapp is better
watsap me
what's app only
whatsap pls
tele gram: davesells
I'm @davesells on telegram
lets talk somewhere else, this app is slow
can we take this off the app
message me off here
can we talk off this platform
can we do the deal outside the app
text me instead
just text me
please call me instead of writing here
can you call me?
what's your number?
whats ur number i will call you
whats ya mobile
send me your phone number
can I get your number so we can organise it
pm me your number
give me your digits
I'll text you, what's the best number?
here's my number, you can find it in the second photo
my phone number is in the listing picture
my number is written on the last photo
can you send me your contact details
drop your number and I'll ring you
I don't get notifications here, contact me by sms
not on here much, better to sms
let me know your mobile so my husband can call you
KIK me: davo1
discord name davo#1234
google my shop name and call the number
look me up on gumtree under the same name and message me there
I have it on facebook marketplace too, cheaper there
email is better, this chat keeps crashing
let's swap numbers
swap numbers?
do you have a contact number
can i have ur mob no
is there a number i can reach you on
`);

/** Payment outside the checkout. */
const OUTSIDE = lines(`
can I pay you cash and skip the app fees
lets skip the checkout
don't buy it through the site, just pay me
cheaper if you pay me directly
I'll give you $20 off if we do it outside Goodstreet
cancel the order and transfer me the money directly
cancel it on here and just bring cash
no need to use the checkout, transfer to my account
pay outside the app and I'll throw in the stand
avoid the fee and pay me privately
don't press buy now, send the money straight to me
we don't need goodstreet for this, just transfer
transfer to BSB 062-000 account 1234 5678
BSB 063122 ACC 10448821 name D Smith
bsb: 733 000 acct: 612345
here are my bank details 062 000 12345678
my account number is 12345678 and bsb 062000
send a $50 deposit to my bank account and I'll hold it
transfer a deposit first and then I give you the address
I need a holding deposit before viewing
pay half now by bank transfer to me and half on pickup
send the money first, then I post it
payment upfront please, my account is with commbank, bsb to follow
what are your bank details? I'll pay now without the order
send me your bsb and account number
give me your account details and I will transfer right now
PayPal friends and family please
paypal me at dave
can you accept paypal?
pay by PayPal f and f so no fees
send via western union
moneygram is fine
please use Wise, I will send you my tag
zelle me
venmo @davesells
cashapp $davesells
my cash app is $davesells
beem it to me @dave
send it by beem
can you do osko straight to my mobile
I only take transferwise
use remitly to send it
pay me through revolut
I can pay with zip or afterpay outside of here
lets do the deal off the books
I'll mark it sold here and you pay me on the side
`);

/** PayID scams. */
const PAYID = lines(`
what's your payid
Do you have PayID? I'll pay right now
send me your PayID and I'll pay you straight away
can i pay with pay id
my payid is 0412345678
payid: dave@gmail.com
Pay ID works best for me, send your email linked to it
I sent the PayID payment but it's pending, you need to upgrade your account
PayID emailed you, you must refund the $400 upgrade fee first
your payid is not a business one, I have to pay extra so it expands the limit
check your junk folder for the email from PayID
the email from PayID says you have to send 500 back
p a y i d ?
i'll do payid and my brother will pick up
Are you ok with PayID? my sister will collect it, I'm at work
pay-id is instant, what's yours
PayID team put the money on hold until you pay the activation
I'll send via payid, give me your full name and email
`);

/** Overpayment, couriers, agents, cheques. */
const COURIERS = lines(`
I sent you too much, please refund the difference
I've overpaid by accident, can you transfer 200 back
I will pay $100 extra for the courier, you pass it on to him
I'll add $50 for your trouble, my courier will collect
my courier agent will come to pick it up once you get the money
my mover will pick it up
my shipping agent will contact you about the pickup
I'll arrange a courier, you just pay him when he arrives and I'll reimburse you
courier fee needs to be paid by you first, I've added it to the payment
FedEx will come with the money in an envelope
TNT courier will bring the cash to your door
DHL pickup, they need your card to release the funds
auspost will pay you cash when they collect it
the delivery man will give you cash, just pay the insurance
I'm currently overseas so my agent will collect the item
I am out of town, my cousin will collect after I send the payment
I'm on a ship with no phone, only email
I work on a mine site, cant call, my transporter will pick up
I'm a marine engineer offshore and can't inspect it, I trust you
I am buying it as a surprise for my son, will send a mover
I'm in the navy at sea right now, buying this for my dad
I won't be able to view it but I'll pay full price plus extra
I'll pay you more than you're asking if you take it off now
please remove the ad, I'll pay $50 on top by courier
I'll send a certified cheque and you forward the rest
send you a cheque for more, bank it and wire the balance
cashiers check ok? My assistant will mail it
bank cheque will be sent by my secretary, kindly provide name and address
the check will include the shipping money for the movers
refund the excess to my driver please
kindly refund the extra amount to this account
you have to pay a release fee before the bank pays you
there's a small customs fee you need to pay to receive the money
insurance fee is refundable, please pay it to the courier
the funds are on hold until you send the tracking number
bank put the payment on hold, send me a picture of the shipping receipt and it releases
ship it first and the bank will release the payment
the money shows once you post the item and send the receipt
I've paid, my bank says you get it in 24h after you ship
Kindly get back to me with your full name and address for the cheque
`);

/** Gift cards and cryptocurrency. */
const CARDS_AND_COINS = lines(`
can you buy me a $100 apple gift card
I'll pay with itunes cards
Google Play gift cards accepted
pay me in steam gift cards
send the gift card codes and it's yours
scratch the back and send me a picture of the code
amazon voucher instead of cash? send me the code
buy a vanilla visa card and send me the numbers
woolworths gift card, just send a photo of the pin
I need you to pick up some razer gold cards
g1ft cards work too
gift-card please
e-gift card code and then I post it
would you accept an eftpos gift card code
neosurf voucher works
send bitcoin to bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq
my BTC wallet is 1BoatSLRHtKNngkdXEeobR76b53LETtpyT
0x52908400098527886E0F7030069857D2E4169EE7 send eth here
pay in crypto directly to my wallet
only crypto
usdt only, trc20
I prefer eth to my wallet, not through the site
b1tc0in ok?
send btc straight to me
you can double your money, I trade bitcoin
invest with me in crypto and earn weekly
I'll pay in crypto, send me your wallet address
what is your wallet address
send me your seed phrase to verify
scan my wallet qr and send
ltc or doge also fine
pay me with binance
`);

/** Codes, identity, passwords. */
const CODES = lines(`
I sent you a code, can you tell me what it is
I just sent a 6 digit code to your phone to verify you're real
what's the code you received?
send me the verification code
read me the code from the sms
please forward the OTP
what's the one-time passcode
give me the google voice code
I need to verify you're a real person, I'll send you a code
tell me the number google just texted you
can you screenshot the text with the code
the system sends you a pin, share it with me
tell me your 2fa code
whats your password
send me your login so I can list it for you
I'm from Goodstreet support, please give me your password
This is the Goodstreet security team, your account will be closed unless you confirm your details
goodstreet admin here, verify your account by replying with your card number
what's your card number? I'll send the payment to it
I need your card number, expiry and cvv to pay you
send me the 3 digits on the back of the card
please send a photo of the front and back of your card
can you send a picture of your driver licence
photo of your passport for my records please
send me your licence number and date of birth
what's your date of birth and full name for the transfer
I need your online banking username
log in to your bank with this link to accept
give me your customer number and netcode
what is your netcode
need your medicare number for the pickup form
install anydesk so I can help you get the payment
download teamviewer and I'll show you how to receive the money
tell me your mothers maiden name
enter your pin on the page i sent
reply with the code you get so I can hold it for you
`);

/** Short and casual. */
const SHORT = lines(`
pm me ur mob thx
hmu on telegram
text 0498221337 for quick answer
bang me a message on insta dave.sells
Would you mind if I paid you through PayPal instead?
I'm in Perth but my delivery agent in Melbourne will collect, send your PayID
Sure, just WhatsApp me your address
i'd rather you transfer direct, save us both the fee
Kindly drop your number so my uncle calls you
here's my insta: dave.sells
I've got a buyer protection link, sending you the email now, type your card there
I'll send you a QR code to receive your payment
check ur email, payid sent u a mail
four zero one... nah just kidding: 04 98 22 13 37
call oh-four-nine-eight double-two one-three-three-seven
let me pay you with a Coles gift card
I can do 50 more if you cancel the listing and deal direct
Are you the owner? send your phone no.
Got WhatsApp?
u got whatsapp?
Could you confirm the code I just sent to your mobile
Please text your address to zero four nine eight 221 337
email address pls
gimme ur gmail
Email: sue(underscore)k(at)bigpond(dot)com
dm on ig: @sue.k
My IG is sue.k
lets do cash only no order on here
pay cash at pickup, no need for buy now
I'll send someone with cash, just cancel the order
my bank needs you to pay a $20 verification fee first
`);

export const BAD_MESSAGES: Readonly<Record<string, readonly string[]>> = {
  phones: PHONES,
  emails: EMAILS,
  links: LINKS,
  elsewhere: ELSEWHERE,
  outside: OUTSIDE,
  payid: PAYID,
  couriers: COURIERS,
  cards_and_coins: CARDS_AND_COINS,
  codes: CODES,
  short: SHORT,
};
