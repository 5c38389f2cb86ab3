/**
 * Messages held out from the development of the rules: do not read them when changing a rule. A message that fails here
 * belongs in bad.ts or honest.ts in other words; this file does not change.
 */
const lines = (text: string) => text.trim().split("\n");

export const HELD_OUT_BAD = lines(`
Ring me on 0413 882 015 after six
my mobile is 0487-221-903, easier than typing here
+61 438 190 277 thats me, send me a message there
o4l9 335 812 if u want to talk direct
zero four two two, eight eight one, three oh five
nought four one seven double three two nine one five
0 4 5 5 1 9 2 7 3 8 call anytime
My landline is (03) 9481 2206
you can reach me at terryb.melb@gmail.com
best to email: sunny_coast_deals at outlook dot com
rachel[dot]k[at]icloud[dot]com
write me kerryann77 (a) hotmail . com
pls add me on whats app so we can sort it out
Do you have telegram? I'm never on this site
lets finish this on messenger its quicker
find me on insta, same username as here but with an underscore
my snap is jaydo_3056
I don't really check this app, shoot me a text instead
Can we do this outside of Goodstreet so neither of us pays anything?
happy to knock 20 off if we skip the checkout and do it privately
Just cancel on here and pay me straight into my account
send the deposit to my bank first and I will hold it, BSB 063-122 acc 10448821
what is your PayID so I can send the funds right away
I paid by PayID but you need to upgrade to a business account to get it, check your email
payid says your limit must be increased, please send $300 and it gets refunded to you
I've accidentally sent you too much, can you return the extra to my cousin
I will transfer an additional $150 so you can pay the removalist on my behalf
my courier will come with an envelope of cash, you just cover his insurance fee first
The shipping company will email you a link, enter your card there to receive the money
I'm working offshore on an oil rig so my agent will pick it up, I'll pay extra for your trouble
I am deployed with the army and can't view it, my mover will collect after I send the cheque
will post you a bank cheque, when it clears send the balance to my driver
Could you grab me a couple of steam cards and send the codes? will add it to the price
pay with apple gift cards and it's yours today
Only accepting bitcoin to this wallet bc1q9d7xk3m2v8w4q0s5e7r1t6y3u2i8o9p4a5s6d
USDT trc20 preferred, I'll send the address
send me 0.004 BTC and I'll ship it tonight
I just texted you a 6 digit number, read it back so I know you're real
to prove you are not a scammer tell me the google voice code you receive
What's the one time pin that came to your phone?
please confirm your order here http://goodstreet-pay.info/confirm
click this link to receive payment: bit.ly/3xPay99
my shop has it cheaper, www.bargain-barn-outlet.com.au
go to secure-escrow-au dot com and we use their service
I need your card number and the three digits on the back to send you the money
send a photo of your drivers licence and medicare card so my bank can verify
what's your online banking login name, the transfer is asking me for it
Western Union is the only way I can pay from here
MoneyGram works for me, will send you the pickup number
paypal friends and family only please
Use PayPal f&f so there's no fees
cash app $mikeydeals or venmo
Pay me through Beem @jessw and I'll cancel the order
o4three8 nine1two 7seven0 call me
my number: zer0 4 one nine, 3 3 2, 8 0 1
gee mail: bluewrenfurniture at gee mail dot com
Ring me: oh four one one two two three three four four
Hit me up on F B marketplace instead, Dave Rossiter
viber / signal on the same number
We should avoid the fees here, direct deposit is fine with me
`);

export const HELD_OUT_HONEST = lines(`
Hi there, is the bookcase still available?
Would you take 45 for it?
What are the dimensions? I have a gap of 1420 mm
It's 180 x 90 x 75 cm and weighs about 32 kg
Can I come by on Saturday at 10.30?
I'm free after 5 on weekdays, or all day Sunday
Does the washer fit a 7 kg load?
The model number is WF8512 and the serial ends in 0447
Is there any rust under the seat?
It has one small scratch on the left side, see photo 3
Sorry, I can't go lower than $220
OK deal, I'll press Buy Now tonight
How old is the battery? Does it hold charge?
Bought it in 2019 for $899 from Harvey Norman
Are you near the tram stop on Lygon Street?
I'm in Brunswick East, about five minutes from the park
Could you hold it until Friday? I get paid on Thursday
I don't have a car, is there parking for a ute out the front?
Thanks heaps, the kids love it
No worries, let me know if you change your mind
What size is it? I'm usually a 12
Size 42, but they run small
Has it been in a smoke-free home?
Yes, and no pets either
Do you still have the receipt and the box?
The receipt is in the drawer, I'll put it in with it
Will the two chairs be sold separately?
I'd rather sell them together if possible
Can you send another picture of the back?
Just added two more photos to the listing
Hi, I've transferred the money through the checkout, it says waiting for you
Great, I'll confirm it as soon as it shows up in my account
My order says bank transfer, does it take a day or two?
I see the payment, you can collect any time from tomorrow
Running ten minutes late, sorry!
I'm out the front in a white Corolla
Is the gate on the left side?
Just knock, the doorbell doesn't work
Would you swap it for my record player?
I have a Nintendo Switch I could trade plus 50 cash
What brand is it? The label is hard to read
It's a Breville BES870, works perfectly
Is this the 2021 model with USB-C?
Comes with the charger and three cables
Do you know if it's compatible with the iPhone 13?
Yes it takes standard E27 globes
The tyres are 225/45 R17 with about 60% left
It did 84,300 km when I bought it
Does it need two people to carry?
Probably, it's on the second floor with no lift
Could I pay by card instead of bank transfer?
Yes, choose card at the checkout
Is the price negotiable at all?
It's been up for a while so I'm open to offers
I asked Knowzee and it said 180, is that right?
Please leave a rating when you have a minute
The order number is ord_8k2m4n6p, can you see it?
It was made in 1974, so about fifty years old
Batteries not included, it takes four AA
My partner will pick it up, her name is Mel
`);
