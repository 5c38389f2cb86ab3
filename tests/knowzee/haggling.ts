/**
 * Labelled messages of buyers, all written for these tests: how people accept, bid, complain, ask and attach conditions.
 * `$200`: an item listed at $200 about which nothing was said. `180`: the same, with $180 on the table after a bid of
 * $150. The other items are a sofa at $480, a car at $7,900 and a lamp at $35.
 *
 * One message per line: text, intent, and where needed the dollars offered and the conditions:
 * `text ~ intent ~ amount ~ conditions`.
 */
import type { DealCondition } from "#domain/negotiation/knowzee/conditions";
import type { Intent, ParseContext } from "#domain/negotiation/knowzee/understand";

export interface LabelledLine {
  text: string;
  context: ParseContext;
  intent: Intent;
  amount_cents: number | null;
  conditions: readonly DealCondition[];
}

const LISTED_200 = `
  Would you take 150 for it? ~ offer ~ 150
  hey mate would you do 160 cash ~ offer ~ 160
  I can give you $170 and pick it up this arvo ~ offer ~ 170
  how does 155 sound? ~ offer ~ 155
  160?? ~ offer ~ 160
  $165 firm, that's my limit ~ offer ~ 165
  170 is the highest I'll go ~ offer ~ 170
  170 is as high as I can go ~ offer ~ 170
  $175 is as much as I can spend ~ offer ~ 175
  150 is all I've got ~ offer ~ 150
  not even 150? ~ offer ~ 150
  no? 160 then ~ offer ~ 160
  OK, 165 if you can do it today ~ offer ~ 165
  meet me at 175 ~ offer ~ 175
  let's meet in the middle, 175 ~ offer ~ 175
  What if we meet halfway at $170 ~ offer ~ 170
  split the difference at 175? ~ offer ~ 175
  would you be happy with one sixty ~ offer ~ 160
  a hundred and fifty bucks 🙏 ~ offer ~ 150
  1️⃣5️⃣0️⃣ ? ~ offer ~ 150
  wud u tke 140 ~ offer ~ 140
  cn u do $145 pls ~ offer ~ 145
  I'd be prepared to pay 160 ~ offer ~ 160
  I was hoping for closer to 150 ~ offer ~ 150
  my wife says no more than 140 ~ offer ~ 140
  I've only got 130 cash on me ~ offer ~ 130
  I saw one for $120 on Gumtree, would you do 140? ~ offer ~ 140
  they're 250 new but I reckon 150 is fair for used ~ offer ~ 150
  You're asking 200, I'd say 160 ~ offer ~ 160
  200 is a bit steep. How about 160? ~ offer ~ 160
  could you lower it $20 ~ offer ~ 180
  drop it by 30 and I'm in ~ offer ~ 170
  knock 25 off? ~ offer ~ 175
  take $40 off and you've got yourself a deal ~ offer ~ 160
  15% off? ~ offer ~ 170
  can you do 10 percent off ~ offer ~ 180
  would you accept half price ~ offer ~ 100
  half the asking price? ~ offer ~ 100
  I'll pay 80% of the price ~ offer ~ 160
  somewhere around 150-160 ~ offer ~ 160
  between 140 and 150 maybe ~ offer ~ 150
  I'll pay full price, 200 ~ offer ~ 200
  I can pay the 200 ~ offer ~ 200
  happy to pay $200 ~ offer ~ 200
  150 obo lol ~ offer ~ 150
  Hi, does it still work ok? I'd give you 150 ~ offer ~ 150
  Is it in good nick? I could do 160. ~ offer ~ 160
  has it got a scratch on it? if not I'll give you 170 ~ offer ~ 170
  150 bucks and a slab of beer haha ~ offer ~ 150
  one fifty cash in hand? ~ offer ~ 150
  $150 AUD ok? ~ offer ~ 150
  A$155? ~ offer ~ 155
  150 AUD final offer ~ offer ~ 150
  my offer is 145 ~ offer ~ 145
  offering 145 ~ offer ~ 145
  I bid 150 ~ offer ~ 150
  budget's 160 ~ offer ~ 160
  let me have it for 165 ~ offer ~ 165
  sell it to me for 150 ~ offer ~ 150
  will 165 buy it? ~ offer ~ 165
  any chance of 170? ~ offer ~ 170
  170 and it's sold? ~ offer ~ 170
  170, deal? ~ offer ~ 170
  Deal for 170? ~ offer ~ 170
  What about 150, I can come right now ~ offer ~ 150
  Sure, but 150 is what I can afford ~ offer ~ 150
  $100+$60 ~ offer ~ 160
  would 160 work for you ~ offer ~ 160
  it needs new wheels, so 120 ~ offer ~ 120
  120. it's 10 years old ~ offer ~ 120
  Since it's a 2015 model I'd go 130 ~ offer ~ 130
  £100? ~ offer
  would you take 80 euros ~ offer
  US$120? ~ offer
  I can pay 150 NZD ~ offer
  Is there any wiggle room on that price? $200 seems super high... ~ ask_lowest
  200 is way too much for this ~ ask_lowest
  $200? that's a lot ~ ask_lowest
  two hundred is a bit rich mate ~ ask_lowest
  why so expensive ~ ask_lowest
  kinda steep for a 2013 ~ ask_lowest
  What's the lowest you'd go? ~ ask_lowest
  best price? ~ ask_lowest
  whats ur best price bro ~ ask_lowest
  Is the price negotiable ~ ask_lowest
  are you willing to negotiate? ~ ask_lowest
  any room to move on the price ~ ask_lowest
  any wiggle room in the price? ~ ask_lowest
  how much can you come down ~ ask_lowest
  can you bring down the price a bit ~ ask_lowest
  could you bring the price down ~ ask_lowest
  can u do cheaper pls 😅 ~ ask_lowest
  do you take offers? ~ ask_lowest
  what would you take for it ~ ask_lowest
  is $200 your final price ~ ask_lowest
  Is 200 the lowest you can do? ~ ask_lowest
  are you firm on the price? ~ ask_lowest
  firm on 200? ~ ask_lowest
  any discount for a student ~ ask_lowest
  help a brother out with the price ~ ask_lowest
  I can't afford that ~ ask_lowest
  that's over my budget ~ ask_lowest
  bit pricey isn't it ~ ask_lowest
  would you go any lower ~ ask_lowest
  can we work something out on price? ~ ask_lowest
  mates rates? ~ ask_lowest
  Is it still available? ~ question
  still got it? ~ question
  is this still for sale ~ question
  hows the condition ~ question
  What kind of shape is it in? ~ question
  Is it really high quality? ~ question
  is it very heavy ~ question
  How long have you owned it? ~ question
  how old is it ~ question
  What colour is the frame? ~ question
  what size is it ~ question
  what are the dimensions please ~ question
  How much are you asking? ~ question
  Hi, how much is it? ~ question
  what's the price ~ question
  does it come with the charger ~ question
  Is it from a smoke free home? ~ question
  where abouts are you ~ question
  where can I pick it up ~ question
  when can i come and look at it ~ question
  can I inspect it before I buy? ~ question
  what brand is it ~ question
  Does it have any scratches or dents? ~ question
  why are you selling it ~ question
  do you take cash ~ question
  can I pay with PayID ~ question
  are you a bot? ~ other
  Can you send more photos? ~ question
  is it the 2019 model? ~ question
  does it fit 2 people ~ question
  do you deliver? ~ question ~ - ~ delivery
  is delivery available ~ question ~ - ~ delivery
  does it have a warranty? ~ question ~ - ~ warranty
  is there any warranty left ~ question ~ - ~ warranty
  do you do swaps? ~ question ~ - ~ swap
  Are you open to trades? ~ question ~ - ~ swap
  do you take afterpay ~ question ~ - ~ instalments
  Hi ~ greet
  hello there 👋 ~ greet
  G'day mate, how are ya ~ greet
  good morning ~ greet
  hi I'm interested in your bike ~ greet
  I'm interested in your dresser ~ greet
  Hey, I saw your ad for the desk and I'm keen ~ greet
  I'd like to buy your table ~ greet
  keen on this ~ greet
  Interested! ~ greet
  I love this chair ~ greet
  hey there, very interested in the couch ~ greet
  thanks mate ~ thanks
  cheers for that ~ thanks
  thanks for the info ~ thanks
  Thank you so much 😊 ~ thanks
  ta ~ thanks
  no thanks ~ reject
  not interested sorry ~ reject
  I'll pass ~ reject
  nah mate ~ reject
  I'll think about it ~ other
  let me sleep on it ~ other
  If you change your mind, let me know! ~ reject
  maybe another time ~ reject
  my dog ate my homework ~ other
  nice weather today ~ other
  lol ~ other
  asdfgh ~ other
  I live in Geelong ~ other
  No problem! ~ other
  $180 if you deliver ~ condition ~ 180 ~ delivery
  I'll give you 170 delivered ~ condition ~ 170 ~ delivery
  would you do 180 including delivery to Carlton? ~ condition ~ 180 ~ delivery
  Deliver it to my house for free and I'll pay 200 ~ condition ~ 200 ~ delivery
  can you drop it off for 190 ~ condition ~ 190 ~ delivery
  can you deliver to Footscray? ~ condition ~ - ~ delivery
  could you post it to Perth? ~ condition ~ - ~ delivery
  will you ship to Tassie if I cover the cost ~ condition ~ - ~ delivery
  if you can bring it to my place i'll take it ~ condition ~ - ~ delivery
  half off delivery, could we do 180? ~ condition ~ 180 ~ delivery
  180 if you throw in the chairs too ~ condition ~ 180 ~ extras
  chuck in the helmet and I'll do 190 ~ condition ~ 190 ~ extras
  200 with the lamp included? ~ condition ~ 200 ~ extras
  I'd pay 190 plus the lamp ~ condition ~ 190 ~ extras
  can you include the cover? ~ condition ~ - ~ extras
  throw in the stand and we have a deal ~ condition ~ - ~ extras
  I'll pay 200 with a 12 month warranty, ok? ~ condition ~ 200 ~ warranty
  180 and I can return it if it doesn't work ~ condition ~ 180 ~ warranty
  would you give me a warranty ~ condition ~ - ~ warranty
  only if I get my money back when it breaks ~ condition ~ - ~ warranty
  can you hold it until Friday? ~ condition ~ - ~ hold
  190 if you hold it till next week ~ condition ~ 190 ~ hold
  Could you keep it for me till payday ~ condition ~ - ~ hold
  please put it aside for me ~ condition ~ - ~ hold
  would you swap it for a PS4? ~ condition ~ - ~ swap
  100 plus my old bike in trade ~ condition ~ 100 ~ swap
  want to trade for an iPad? ~ condition ~ - ~ swap
  swap for my guitar + $50 ~ condition ~ 50 ~ swap
  can I pay in two instalments ~ condition ~ - ~ instalments
  100 now and 100 next month? ~ condition ~ 200 ~ instalments
  I'll pay 50 a week ~ condition ~ - ~ instalments
  half now and half on payday? ~ condition ~ - ~ instalments
  180 but I can only pay 90 today and the rest next week ~ condition ~ 180 ~ instalments
  $40 each? ~ condition ~ 40 ~ per_unit
  would you sell just one of them for 60 ~ condition ~ 60 ~ per_unit
  50 a piece ~ condition ~ 50 ~ per_unit
  what if I buy both for 300 ~ condition ~ 300 ~ bundle
  300 for this and your other chair ~ condition ~ 300 ~ bundle
  would you do a deal if I take the table as well? ~ condition ~ - ~ bundle
  I can pick it up myself, no delivery needed. 170? ~ offer ~ 170
  don't need it delivered, would you do 165 ~ offer ~ 165
  170, I'll organise my own courier ~ offer ~ 170
`;

const COUNTERED_180 = `
  deal ~ accept
  Deal! ~ accept
  Great then we've got a deal! ~ accept
  You have a deal! ~ accept
  you got a deal mate ~ accept
  OK that's a deal ~ accept
  Okay, it is a deal ~ accept
  it's a deal then ~ accept
  that will work ~ accept
  That would work! ~ accept
  that'll work for me ~ accept
  that works ~ accept
  works for me 👍 ~ accept
  I can do that ~ accept
  I can do that. Deal. ~ accept
  yeah i can do that ~ accept
  You got it! ~ accept
  ok you win ~ accept
  alright, alright, I'll take it ~ accept
  I'll take it ~ accept
  ill take it thanks ~ accept
  Sounds good ~ accept
  sounds good to me, thanks ~ accept
  Sounds good. Thanks for negotiating. ~ accept
  sounds fair ~ accept
  let's do it ~ accept
  lets do that ~ accept
  done ~ accept
  done deal ~ accept
  agreed ~ accept
  yep ~ accept
  yes please ~ accept
  yeah ok ~ accept
  sure thing ~ accept
  ok sure, why not ~ accept
  sold! ~ accept
  fine, I'll buy it ~ accept
  okay I accept ~ accept
  I accept your offer ~ accept
  I'm happy with that ~ accept
  happy with that price ~ accept
  that's fine by me ~ accept
  perfect ~ accept
  Perfect, when can I pick it up? ~ accept
  Great, I'll take it. Where do I pay? ~ accept
  deal. how do I pay? ~ accept
  👍 ~ accept
  🤝 ~ accept
  ok 👍🏽 ~ accept
  yup lets go ~ accept
  count me in ~ accept
  you've twisted my arm, deal ~ accept
  too easy, lock it in ~ accept
  beauty, I'll have it ~ accept
  I'll go with that ~ accept
  I can live with that ~ accept
  we're good at that price ~ accept
  that price is good ~ accept
  I guess that's ok ~ accept
  180 it is ~ accept ~ 180
  180 it is then, thanks ~ accept ~ 180
  ok 180 ~ accept ~ 180
  $180 deal ~ accept ~ 180
  deal at 180 ~ accept ~ 180
  I'll take it for 180 ~ accept ~ 180
  I'll take your $180 ~ accept ~ 180
  I accept 180 ~ accept ~ 180
  fine, 180 ~ accept ~ 180
  180 works for me ~ accept ~ 180
  180 is fine ~ accept ~ 180
  yes to 180 ~ accept ~ 180
  ok I've thought about it, I'll take your $180 ~ accept ~ 180
  sold for 180 ~ accept ~ 180
  lets settle on 180 ~ accept ~ 180
  170 it is? ~ offer ~ 170
  170 and we have a deal ~ offer ~ 170
  make it 170 and it's a deal ~ offer ~ 170
  170 and I'll take it ~ offer ~ 170
  would you do 165 instead ~ offer ~ 165
  how about the middle, 165 ~ offer ~ 165
  split the difference? ~ offer ~ 165
  meet me halfway? ~ offer ~ 165
  ok can you go 160 or is 180 final offer ~ offer ~ 160
  180 is still too much, 165? ~ offer ~ 165
  I said 150, but could do 160 ~ offer ~ 160
  not 180, 170 ~ offer ~ 170
  175 last offer ~ offer ~ 175
  172.50 ~ offer ~ 172.50
  another 5 off and I'm happy ~ offer ~ 175
  deal if you make it 170 ~ offer ~ 170
  I accept if it's 170 ~ offer ~ 170
  no deal ~ reject
  I can't do that ~ reject
  that doesn't work for me ~ reject
  that won't work ~ reject
  not going to work for me sorry ~ reject
  I can't accept that ~ reject
  nope ~ reject
  too much for me, I'll leave it ~ reject
  no worries, I'll keep looking ~ reject
  lower? ~ ask_lowest
  can you do better ~ ask_lowest
  is that your best? ~ ask_lowest
  hmm still too high ~ ask_lowest
  that's not enough of a discount ~ ask_lowest
  come on, a bit lower ~ ask_lowest
  is 180 your best price? ~ ask_lowest
  180 is too much ~ ask_lowest
  what's the catch ~ question
  when can I pick it up? ~ question
  ok but does it work? ~ question
  deal if you deliver it ~ condition ~ - ~ delivery
  $170 if you deliver it to my house and include the lamp, deal? ~ condition ~ 170 ~ delivery,extras
  180 it is, but you have to drop it round ~ condition ~ 180 ~ delivery
  I'll take it if you throw in the cables ~ condition ~ - ~ extras
  Deal! Can you hold it till Saturday? ~ condition ~ - ~ hold
  ok deal but I pay half next month ~ condition ~ - ~ instalments
  you said 150 yesterday! ~ other
  thanks, that's kind ~ thanks
`;

const SOFA_480 = `
  would you take four hundred ~ offer ~ 400
  four fifty? ~ offer ~ 450
  400 cash and I bring a trailer ~ offer ~ 400
  it's 2 m wide? I'd do 420 ~ offer ~ 420
  fits 3 people? 430 if so ~ offer ~ 430
  drop 50 ~ offer ~ 430
  20% less? ~ offer ~ 384
  how wide is it in cm ~ question
  is it a 3 seater ~ question
  480 is dear for a couch from 2016 ~ ask_lowest
`;

const CAR_7900 = `
  Ok will you take $7200? I see it has over 200k miles. ~ offer ~ 7200
  7.5k cash ~ offer ~ 7500
  7k? ~ offer ~ 7000
  seven grand ~ offer ~ 7000
  it has done 180,000 km, so 6500 ~ offer ~ 6500
  I'd pay $7,000 for a 2012 ~ offer ~ 7000
  lower it $500 ~ offer ~ 7400
  seven and a half thousand ~ offer ~ 7500
  7000 even ~ offer ~ 7000
  how many kms on it ~ question
  when is the rego due ~ question
  is it auto or manual ~ question
  kinda steep for a 2013 with 200k on it ~ ask_lowest
  can you do 7200 with a roadworthy? ~ condition ~ 7200 ~ extras
`;

const LAMP_35 = `
  20? ~ offer ~ 20
  $25 ~ offer ~ 25
  twenty five bucks ~ offer ~ 25
  thirty ~ offer ~ 30
  a fiver off ~ offer ~ 30
  five bucks off? ~ offer ~ 30
  I'll give ya 30 for it ~ offer ~ 30
  does it take a 60w bulb ~ question
  is it 40 cm tall ~ question
  free? ~ ask_lowest
`;

function linesOf(block: string, list: number, ask = list, last: number | null = null): LabelledLine[] {
  const context = { list_cents: list * 100, ask_cents: ask * 100, last_offer_cents: last === null ? null : last * 100 };
  return block
    .trim()
    .split("\n")
    .map((line) => {
      const [text = "", intent = "", amount = "-", conditions = ""] = line.split("~").map((part) => part.trim());
      return {
        text,
        context,
        intent: intent as Intent,
        amount_cents: amount === "-" || amount === "" ? null : Math.round(Number(amount) * 100),
        conditions: conditions === "" ? [] : (conditions.split(",") as DealCondition[]),
      };
    });
}

export const HAGGLING: readonly LabelledLine[] = [
  ...linesOf(LISTED_200, 200),
  ...linesOf(COUNTERED_180, 200, 180, 150),
  ...linesOf(SOFA_480, 480),
  ...linesOf(CAR_7900, 7_900),
  ...linesOf(LAMP_35, 35),
];
