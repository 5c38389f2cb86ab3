/** Reads a buyer's message: one intent, and at most one amount, which is always the buyer's own. */
import type { Cents } from "#domain/money";
import { digitsForWords } from "../../readers/number-words.ts";
import { acceptanceIn, agreesToAmount, startsWithYes } from "./acceptance.ts";
import { amountsIn } from "./amounts.ts";
import { conditionsIn, type DealCondition, isPlainQuestion } from "./conditions.ts";
import { saysYesElsewhere } from "./other-languages.ts";
import { respell } from "./spelling.ts";

export type Intent =
  | "offer"
  | "accept"
  | "reject"
  | "ask_lowest"
  | "question"
  | "greet"
  | "thanks"
  /** An offer or a wish with a condition. */
  | "condition"
  | "other";

export interface ParsedMessage {
  intent: Intent;
  /** The price the buyer offers, or the amount they say they accept. */
  offer_cents: Cents | null;
  /** "between 40 and 50": both ends; the upper one is the offer. */
  range: { low_cents: Cents; high_cents: Cents } | null;
  /** The buyer says explicitly that they accept. Only the button accepts, though. */
  explicit_accept: boolean;
  /** Looks like an attempt to instruct the assistant. Only counted: the price does not depend on it. */
  suspicious: boolean;
  /** "That's my max", "take it or leave it": the bid will not rise. */
  insists?: boolean;
  /** What the buyer wants besides the price. */
  conditions?: readonly DealCondition[];
  /** The amount is in another currency, so it is not read as dollars. */
  foreign?: boolean;
  /** What the message asks besides the price. */
  question?: string;
  /** "Let me think about it": neither yes nor no. */
  undecided?: boolean;
}

export interface ParseContext {
  list_cents: Cents;
  ask_cents: Cents;
  last_offer_cents: Cents | null;
}

/** Characters of a message that are read. */
const READ_MAX = 1_000;

/** Normalises letters, digits and quotes to ASCII forms where possible, and removes invisible characters. */
export function normalise(message: string): string {
  return message
    .slice(0, READ_MAX)
    .toWellFormed()
    .normalize("NFKC")
    .replace(/[\p{Cf}\p{Cc}\p{Mn}\p{Me}]/gu, (char) => (/\s/.test(char) ? " " : ""))
    .replace(/\p{Nd}/gu, asciiDigit)
    .replace(/(?<=\d)o{1,3}(?![\p{L}\d])/giu, (letters) => "0".repeat(letters.length))
    .replace(/[\u2018\u2019\u02bc`\u00b4]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .trim();
}

/** In every script, decimal digits are ten consecutive code points starting with zero. */
function asciiDigit(digit: string): string {
  if (digit <= "9") return digit;
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (before < 60 && /\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before++;
  return String(before % 10);
}

const SUSPICIOUS =
  /\b(?:ignore|disregard|forget|override|bypass)\b[^.!?]{0,40}\b(?:instructions?|rules?|previous|prior|above|prompt|everything|minimum|guidelines?|training|settings?)\b|\bsystem ?(?:prompt|message|override|:)|<\/?(?:system|instructions?|s|im_start)\b|\[(?:inst|system)\]|\b(?:jailbreak|developer mode|dan mode|debug mode|admin mode|sudo|root access|base64)\b|\byou are now\b|\bpretend (?:to be|you|that)\b|\bact as\b|\brole ?-?play\b|\b(?:reveal|print|repeat|show|output|tell me)\b[^.!?]{0,30}\b(?:prompt|instructions?|minimum|floor|reserve|config|json)\b|"?(?:offeraccepted|counterofferamount|reserve_cents|minimum_price)\b|\bset (?:the )?(?:price|minimum|reserve)\b|\bi am (?:the|an) (?:admin|seller|owner|developer)\b|\bignor(?:iere?|a|ez|ar|e las?|e as)\b|\binstrucciones\b|\banweisungen\b|\bprecedentes\b|\b(?:précédentes|instruções|istruzioni)\b|忽略|无视|無視|指示|игнориру|инструкц|무시|تجاهل|अनदेखा|bỏ qua/;

/** Words before the message proper: "hi mate, sorry, …". */
const OPENING =
  /^(?:(?:hi+|hey+|hello+|heya|hiya|howdy|g'?day|gday|(?:hi|hey|hello) there|mate|bro|buddy|sir|sorry|apologies|ok|okay|also|and|so|oh|ah|um|umm|hmm|mm|mmm|er|eh|well|just|wondering|just wondering|just checking|quick question|question|excuse me|please|yes|yeah|great|cool|nice|perfect|thanks|thank you|cheers|good (?:morning|afternoon|evening|day)|dear|seller|again|lol|haha|honestly|actually|yea|yep|right|sweet|awesome|btw|by the way|my friend|friend|boss|aw|man|dude|omg|wow|one more thing|but|then)(?![\w'])[\s,.!:;-]*)+/;

/** Refuses the price, and does not ask for a lower one. */
const REJECT = oneOf(
  "\\bno deal\\b|\\bno,? (?:thanks?|thank you|ta|way|chance|mate|sorry|cheers|good|go|bueno)\\b",
  "\\b(?:that|it|this)(?:'s| is)? (?:won't|doesn't|not going to|isn't going to|don't) work\\b|\\bdoesn't (?:work|suit) (?:for )?me\\b|\\b(?:that|it)(?:'s| is) (?:a no|not (?:happening|going to happen|on))\\b",
  "\\bif you(?:'d)? change your mind\\b|\\bchanged my mind\\b|\\bno longer (?:interested|need|want|keen|looking)|\\bdon't (?:need|want) (?:it|this|that|one)(?: any ?more)?\\b|\\bdon't want\\W*$",
  "\\bnot (?:interested|for me|keen|worth|happy|today|any ?more|right now|happening|paying (?:that|it)|(?:at|for) (?:that (?:price|much)|\\$?\\d+)|that much|my thing|what i'm after|going to (?:do|pay|happen|work))\\b",
  "\\b(?:i'll|i will|i think i'll|i'd rather|might|i'm going to|going to|will|think i'll|have to|gotta|got to|need to|better) (?:have to )?(?:pass|leave it|skip|give (?:it|this|that) a miss|keep looking|look (?:elsewhere|around)|shop around|walk(?: away)?|let (?:it|this one) go|pull out|bow out|back out|decline|stop here|wait for (?:another|a cheaper))\\b",
  "\\bforget (?:about )?it\\b|\\bgive (?:it|this one) a miss\\b|\\bbuy elsewhere\\b|\\b(?:go|shop|look|try) elsewhere\\b|\\bleave it\\b|\\bmaybe (?:later|another (?:time|day)|next time)\\b|\\bnever ?mind\\b|\\b(?:hard|easy|i) pass\\b|\\b(?:hard|firm|definite|big|it's a|that's a) no\\b|\\bwaste of (?:my )?time\\b|\\bi don't think so\\b|\\b(?:to|gotta|i'll|i) say no\\b|\\bstick with (?:my|the|what)\\b|\\bnah\\b|\\bnope\\b",
  "\\b(?:can't|couldn't|won't|don't|wouldn't|not) (?:really )?(?:accept|agree|do that|do it|do|go that (?:high|far)|pay|afford|justify|stretch|manage|swing|spend|be buying|buy|work|want it|like (?:that|your))(?: (?:to|that|it|this|for that|\\$?\\d[\\d,.]*|so much|more)){0,2}(?=$|[\\s]*[,.!]| (?:sorry|mate|bro|for|much|any|though|right now|at|thanks|thank|with|i)\\b)",
  "\\bi'm (?:out|good,? thanks|walking|going to pass)\\b|\\bcount me out\\b|\\bout[.!]*$|\\bmy bad\\b|\\bpull the other one\\b|\\bdon't worry(?: about it)?(?= then|[\\s]*[,.!]|$)|\\b(?:sorry|but|so)[ ,]+(?:no|nope|nah)[\\s.!]*$",
);
/** The first word says no: "nah that's too much". */
const NO_FIRST =
  /^(?:no+(?! (?:worries|dramas|problem|probs|stress|rush|wuckas|hurry|idea|offence|offense|objections?|complaints?|issues?|brainer|doubt|need|biggie|sweat|more haggling)\b)(?=$|[\s,.!])|na+h*(?![\w'])|nope+|pass|hard pass|never ?mind|nvm|forget it|not a chance|not a hope|never|decline|declined|rejected|refuse|negative)(?![\w'])/;
/** Ends the talk, whatever is said about the price with it. */
const LEAVES =
  /\bno,? thank|\bsaid no\b|\bnever ?mind\b|\b(?:won't|not) be (?:going ahead|buying|needing|taking)\b|\bnot interested|\bi'll (?:pass|leave it|keep looking|look elsewhere)|\bi'm out\b|\bthanks? (?:you )?anyway\b|\bthanks?,? (?:but|i'll|will) (?:no|pass|leave)|(?<!\b(?:mate|friend|cousin|brother|sister|neighbour|someone|somebody|he|she|they|people|others|guy|bloke|dad|mum|uncle) )\b(?:found|bought|got|have|purchased|getting|buying) (?:another|one elsewhere|one already|a different|a cheaper|a better|something else|one (?:on|from|for)|one closer)|\balready (?:bought|found|got|have|purchased) (?:one|another|something)|\b(?:bought|found|purchased) (?:one|something)\b|(?<!or )\bleave it\b(?!\s?\?)|,? bye+\b|\bgood luck (?:with|selling)\b|\bdon't (?:need|want) (?:it|this|one)(?: any ?more)?(?=$|[\s]*[,.!]| sorry| now)|\bno longer (?:need|want|interested|looking)|\b(?:go|going|gone|went) with (?:another|something else|a different)|\bdecided (?:against|not to)\b|\brather (?:buy|get|go|wait|not|keep)\b/;
/** Neither yes nor no yet. */
const UNDECIDED =
  /\b(?:think (?:about|on|it over)|thinking (?:about|it over)|think|sleep on (?:it|that)|mull|ponder|have a think|consider it|weigh it up)\b(?=[^.!?]{0,30}$)(?<=\b(?:let|need|needs|want|have|has|got|i'll|will|must|should|might|just|to|time|better|me|still|going|a|i'm|we're|we'll)\b[^.!?]{0,30})|\b(?:get|come|be|gets) back (?:to|at) you\b|\b(?:let|tell|message|msg|text|inform) you (?:know|later|tomorrow|soon|tonight|asap|when)\b|\b(?:ask|check with|checking with|talk to|speak to|speak with|talk with|run it (?:by|past)|discuss (?:it |this )?with|see what|consult|confirm with|clear it with) (?:my|the|with|her|him|hubby|wifey|mum|dad|them|our) ?(?:wife|husband|hubby|wifey|partner|missus|mrs|mum|mom|dad|boss|flatmate|housemate|bf|gf|girlfriend|boyfriend|fiance\w*|son|daughter|brother|sister|parents?|mate|other half|bank|says|says?)?|\b(?:hang|hold) on\b(?! to)|\b(?:give me|one|just a|gimme) (?:a )?(?:sec|second|minute|min|moment|tick|bit)\b|^(?:(?:ok|okay|sorry|yes|hmm|cool)[ ,]+)*(?:maybe|not sure(?: yet)?|undecided|possibly|perhaps|we'll see|brb|wait)[\s.!]*$|\bhaven't decided\b|\bnot sure yet\b|\bi'll see\b|\bkeep (?:you|it) (?:posted|in mind)\b|\bneed (?:more|some|a bit of) time\b|\bto decide\b|\bgive me (?:till|until|some time|time|an hour|a (?:day|few))\b/;

/** Asks for a lower price without naming one. */
const ASK_LOWEST = oneOf(
  // The lowest one.
  "\\b(?:lowest|cheapest|bottom (?:dollar|line|price)|rock bottom|floor price|min price|minimum (?:price|you)|(?:secret|real|actual|true|absolute|hidden) (?:minimum|min|price|reserve|floor))\\b|\\b(?:your|the|his|her|their) (?:floor|minimum|min|limit|reserve|bottom)\\b|\\bminimum\\?|\\bleast (?:you|you'd|he|she|they)",
  "\\bbest (?:price|deal|rate|offer|you(?:'d|'ll)?|(?:and|&) final|for cash|cash price|he|she|they|possible|final)\\b|(?<!all )\\b(?:your|the) best\\b(?! (?:feature|thing|part|condition|time|day|way|place|number|one))|\\b(?:last|final|special|cash|mates?'?s?|student|cheap|friendly|discounted|discount|(?:me|us|a|your|get|want) (?:good|nice|fair|decent)) (?:price|rates?|discount)\\b(?! (?:tag|was|on the (?:ad|listing)))|\\bmates?'? rates?\\b|\\bhow much last\\b|\\bhow much for (?:a )?(?:quick|fast) sale\\b|\\bmake (?:it |this |that )?(?:cheaper|lower|less)\\b|\\b(?:that|this|it|\\d+) your final offer\\b",
  // A lower one.
  "\\b(?:any |bit |little |much |even |go |come )?(?:lower|cheaper|less)\\b(?=(?: please)? ?\\?)|(?:^|[,.!] ?)(?:bit |a bit |any |little |please |much |even )*(?:lower|cheaper|less)\\b|\\b(?:any|bit|little|lot|touch|tad|smidge|go|come|do it|sell it|get it|it|have it|something|much|be|take|pay|accept|consider|for|price) (?:lower|cheaper|less)\\b(?! (?:than (?:a|1|2|an)\\b|likely|time|often|heavy|worn|of a))",
  "\\b(?:come|go|bring it|bring the price|drop it|drop|budge|move|shift|knock it|get it|went|bring that) (?:any |a bit |a little |a tad |a touch |much |some |further )?(?:lower|down|further)\\b(?! to (?!you)[a-z])|\\bcome down\\b|\\b(?:drop|lower|cut|reduce|decrease|slash|trim|shave|bring down|sharpen) (?:the|your|that|it|this|you|a bit|a little|some|on|price)\\b|\\breduc(?:e|ed|tion|ing)\\b|\\bprice (?:drop|cut|down|reduction)\\b|\\bsharpen\\b|\\bshave (?:a bit|some|anything|something)",
  "\\b(?:knock|take|drop|shave|chop|get|cut|trim|have) (?:me )?(?:a bit|a little|some|anything|something|a few|a couple|any|more)(?: (?:bucks|dollars|money|more))? ?(?:off|down)?(?= off|$|\\W*\\?| from| for)|\\b(?:few|couple of) (?:bucks|dollars|quid) off|\\b(?:something|anything|bit|little|any|some|more|much|money) (?:more )?off\\b(?! (?:the|your) (?:hands|shelf|wall))",
  "\\b(?:do|any|go|get|have|give me|little|bit|much) (?:me )?(?:any |a bit |a little |a |some )?better\\b(?! (?:photo|pic|picture|idea|look|condition|one))|\\bbetter (?:price|deal|offer|rate|than|on (?:the )?price)\\b(?! new)|\\b(?:do|cut|make|give|offer|throw) (?:me |us )?(?:a |any |some )?(?:better |good |special |sweet |nice )?(?:deals?|discounts?)\\b|\\bdiscount\\w*\\b|\\bwork (?:out )?a deal\\b|\\bany deals?\\b|\\bdeal for (?:me|us|cash|a)\\b",
  // How firm the price is.
  "\\b(?:wr?iggle|jiggle|negotia\\w*|nego|neg|haggl\\w*|barg(?:ain|aining) (?:with|on|a)|leeway|obo|o\\.b\\.o|ono|mates rates)\\b|\\broom (?:to|for|in|on|left|at all) ?(?:move|negotiat\\w*|haggl\\w*|movement|the price|price|that|play|budge|a|it|some)?\\b(?=\\W*$| (?:on|in|with|here|there|at|for|please|if|mate))|\\b(?:any|some|more|little|bit of) (?:room|movement|flex\\w*|leeway|give|move|play|slack|chance (?:of|for|at) (?:a )?(?:lower|cheaper|better|less|deal|discount))\\b(?! (?:in the (?:boot|car|house|truck)|inside|for (?:a|the|my)))",
  "\\b(?:open|willing|happy|amenable) to (?:offers?|negotiat\\w*|haggl\\w*|hagg?l\\w*|an offer|any offers?|reasonable offers?|consider(?:ing)? offers?)\\b|\\b(?:take|taking|accept|accepting|consider|considering|entertain|entertaining|welcome) (?:any |reasonable |an |other |lower |sensible |silly )?offers?\\b(?! (?:of|at) )|\\bmake (?:me )?an offer\\b",
  "\\b(?:is|are) (?:it|you|the price|that|this|price|that price|this price|they|\\$?\\d[\\d,.]*)(?: (?:at all|still|really|very|the|a|your|totally|completely))* (?:firm|flexible|fixed|final|set(?: in stone)?|locked|movable|best|the best|lowest|rock hard|solid|neg)\\b(?! (?:price for|mattress|cushion|seat|foam))|\\bfirm (?:on|at)\\b|\\bset (?:on|in stone)\\b|\\bflex(?:ible|ibility)?\\b(?: on)?(?! (?:hose|cable|arm|lamp|straw|material|tube|band|rubber))|\\bprice (?:is )?(?:firm|flexible|fixed|final|set|neg)\\b|\\bhow (?:firm|flexible|negotiable|set)(?= (?:is the price|is your price|is that|are you|on)|\\W*$)|\\bhow low(?= (?:can|will|would|could|are|do) |\\W*$)|\\bhow much (?:for|if (?:i|we) pay|with) cash\\b|\\bas low as (?:you|it|he|that)|\\bis that (?:all|it|everything) (?:you can|for)|\\bhow (?:much (?:less|lower|cheaper|off|room|wiggle|would you (?:take|accept|sell|let|want)|will you (?:take|accept|sell|let)|can you (?:do|come|drop|take off)|could you (?:do|come|drop|take off)))\\b",
  // What the seller would take.
  "\\bwhat(?:'s| is| would be| are| will| would| could| can| do)? ?(?:you|your|the|he|she|they)? ?(?:really |actually |honestly |be )?(?:take|accept|best|willing|lowest|minimum|let it go|settle)\\b(?! (?:pay|card|cash (?:or|only)|for payment|it\\b|time|day|way|place|thing|feature))|\\bwhat (?:would|will|could|can|do|did) (?:you|he|she|they) (?:take|accept|sell|let|want for|do it|do for|be happy|be willing|settle|go down|expect|hope)\\b|\\bwhat (?:else )?can (?:you|he) do(?= on\\b| for\\b| about\\b|\\W*(?:please|thanks)?\\W*$)|\\bwhat (?:sort of |kind of )?price (?:would|will|can|could) (?:you|he)|\\bwhat price (?:do )?you (?:want|take)|\\b(?:under|below|less than|lower than|cheaper than) \\$?\\d|\\bwhat are you (?:hoping|looking) (?:to get|for)\\b",
  "\\bwilling to (?:go|come|drop|sell|take|accept|move|budge|lower|reduce|do) ?(?:it )?(?:for )?(?:lower|less|down|on (?:the )?price|a deal)?\\b|\\b(?:do|work|figure|sort|anything|something|help|movement|move|budge|flexib\\w*|give|play|deal|wiggle|room|better|go|soft\\w*)\\b[^.!?]{0,16}\\b(?:on|with|about|in|off) (?:the |that |this |your )?price\\b|\\b(?:work|figure|sort) (?:something|anything|a deal|a price|it) out\\b|\\bsomewhere (?:in between|lower|less|cheaper)\\b|\\bbudge\\b",
  "\\bhelp (?:me|us|a \\w+ \\w+|a \\w+) out\\b|\\bcome on,? (?:mate|a bit|bro|man)\\b|^come on\\b|\\b(?:do me a (?:favou?r|solid)|throw me a bone|look after me|be (?:kind|nice|reasonable)|work with me|have a heart|a break|meet me)\\b(?! (?:at|in) (?!the middle))|\\bcan (?:i|we|you)(?: get| have| do)? (?:it )?(?:for )?(?:less|cheaper|lower)\\b|^free\\b|\\b(?:do|get) (?:it|this|that|one) (?:any )?(?:cheaper|lower|for less)\\b",
);
/** Calls the price too high. */
const TOO_DEAR =
  /\b(?:that|this|it)(?:'s| is) (?:still )?(?:a lot|heaps|not enough|so expensive)\b|\bwhy (?:so|is it so|are you asking so) (?:expensive|much|dear|high)\b|\b(?:seems?|sounds?|looks?|feels?) (?:\w+ )?(?:high|steep|expensive|dear|pricey|a lot)\b(?! quality)|\bstill (?:too )?(?:high|much|dear)\b|\btoo (?:much|high|expensive|dear|steep|pricey|pricy|rich|exx?[yi]e?|far)\b(?! (?:away|from|for (?:the|my) (?:car|ute|boot)|wear|damage|drive|to (?:drive|travel)))|\b(?:bit|little|kinda|quite|pretty|very|so|rather|still|that's|it's|is|really|way|super) (?:a bit |a little |much |so )?(?:pricey|pricy|exy|steep|dear|expensive|high(?![- ](?:quality|end|up|res\w*|chair|def\w*|speed|school|is|does|can|will))|overpriced|rich|a lot|a stretch|ambitious|more than i)\b|\b(?:bit|little) much\b|\boverpriced\b|\b(?:out of|over|above|beyond|outside|past) (?:(?:my |our |the )?(?:budget|price range|range|limit|means)|what (?:i|we))\b|\bcan't afford\b|\brip ?-?off\b|\b(?:he's|you're|must be|they're|are you) (?:dreaming|joking|kidding|having a laugh)\b|\bmore than i(?:'d|'m)? (?:can|wanted|want|have|was|had|like|planned|hoped|expected|willing)\b|\btight budget\b|\bon a budget\b|\bnot worth (?:that|it|the)\b|\bi'm (?:a )?(?:poor|broke|student)\b|\b(?:get|buy|find|got|seen|saw) (?:it|one|them|these|the same|a new one|this) (?:\w+ )?(?:cheaper|for less)\b|\bcheaper (?:elsewhere|on|at|new|online|in)\b/;
/** Leaves a way open, so it asks for a lower price rather than refuses. */
const SOFTENED =
  /\b(?:still|bit|little|kinda|touch|tad|slightly|quite|pretty|seems?|sounds?|feels?|somewhat|rather|any|\?)\b|\?/;
/** "Too dear for me", "way too much mate". */
const FLATLY =
  /^sorry\b|\bsorry[\s.!]*$|\btoo (?:much|high|expensive|dear|steep|pricey|pricy|rich|exy) (?:for (?:me|us|my|a|an|what|that|this|it|something|the|second|used)\b|mate|sorry|sir|bro|boss)|\b(?:way|far|just|sorry)[ ,]+(?:it's |that's )?(?:way |far |just )?too (?:much|high|expensive|dear|steep|pricey|rich|exx?y)\b|\bway (?:over|above|out of)\b|\btoo (?:much|high|expensive|dear|steep|pricey|rich),? sorry\b|\b(?:out of|over|above|beyond) (?:my |our )?(?:budget|price range|range|means)[ ,]+sorry|\byou're (?:dreaming|joking|kidding)\b|\bnot worth (?:that|it)\b/;

const GREETING =
  /^(?:(?:hi+|hey+|hello+|helo|heya|hiya|howdy|g'?day|gday|gidday|yo|sup|oi|greetings|good (?:morning|afternoon|evening|day|arvo)|morning|evening|afternoon|arvo|hola|你好|您好|buenas|buenos dias|salut|merhaba|marhaba|guten tag|bonsoir|buongiorno|buonasera|kumusta|bonjour|hallo|ciao|namaste|salaam|salam|assalamu? alaikum|ni hao|nihao|xin chao|sat sri akal|konnichiwa|annyeong|kia ora|ello|there|mate|knowzee|again|all|everyone|sir|madam|bro|dear|friend|my friend|boss|seller|man|dude|how (?:are|r) (?:you|ya)(?: (?:going|doing|today|mate))*|how's (?:it going|things|it hanging|your day)(?: going| mate)*|how is it going|how you going|what's up|hope (?:you're|all is|all's|your day is) (?:doing |having |going )?(?:a )?(?:well|good|great|ok|lovely|nice)(?: (?:day|week|weekend|one))?|have a (?:good|nice|great) (?:day|one)|nice to meet you|to you|buddy|team|folks|(?:is )?(?:anyone|anybody|someone|knowzee) (?:there|home|here)|you there|ping|knock knock)[\s,.!?:)-]*)+$/;
const GREETING_START = /^(?:hi+|hey+|hello+|heya|hiya|g'?day|gday|yo|good (?:morning|afternoon|evening))\b/;
const THANKS =
  /\b(?:thanks?|thank ?you|cheers|ta|much appreciated|appreciated|appreciate (?:it|that|your|the|you)|legend|you're (?:a star|a gem|a champ|the best)|very kind|so helpful|very helpful|good on ya|bless|grateful|obliged|good on you|you rock)\b|\byou're (?:awesome|great|amazing|a legend)\b/;
const QUESTION_FORM =
  /^(?:is|are|was|were|does|do|did|has|have(?! (?:a|the|to|been|got|cash|it)\b)|can(?! (?:do|pick|pay|come|collect|be|offer|go|live|work|stretch|meet|grab)\b)|could(?! (?:do|pay|go|live|stretch|pick|come|meet)\b)|would(?! (?:love|like|be|prefer|pay|do|take|go|rather)\b)|will(?! (?:ask|think|let|get|check|come|be|do|take|pay|see|buy|pick|speak|talk|have|sleep|pass|message|reply|go|give|transfer|grab|chat|try|need)\b)|when|where|what|what's|which|who|who's|why|how|how's|where's|when's|any|anything|whose|may|should|whereabouts|where abouts|isn't|aren't|doesn't|hasn't|am|got (?:any|a|the|it)|you (?:got|have|still|take|accept|near)|still (?:available|for sale|got|have|here|there|going|up)|available|dimensions|measurements|size|brand|colour|color|condition|location|address|suburb|pick ?up (?:location|address|from|where)|price\b|cost\b)(?![\w'])/;
const ASKS =
  /\?|\b(?:wondering (?:if|whether|what|how|when|about)|question about|tell me (?:more|about|the|what|if)|more (?:info|details|photos|pics|pictures|information)|can you (?:send|tell|share|describe|post|deliver|hold|please)|still available|like to know|want to know|need to know|curious|let me know (?:if|what|when|where|the)|any (?:scratches|damage|marks|issues|faults|warranty|chance|problems|dents|stains)|(?:does|is|are|has|have) (?:it|this|that|they|these|the \w+)\b|not sure (?:if|whether|what)|do you know)\b/;

/** Thanks and nothing else. */
const JUST_THANKS =
  /^(?=.*\b(?:thanks?|cheers|ta)\b)(?:(?:no (?:worries|dramas|problem|probs)|all good|ok|okay|well|oh|cool|thanks|thank you|cheers|ta|heaps|a lot|so much|very much|mate|legend|anyway|much|for|that|your|the|help|time|reply|info|letting me know|bro|sir|again|quick|boss)(?![\w'])[\s,.!:)]*)+$/;
/** The buyer is interested and says nothing else: "I saw your ad and I'm keen". */
const INTEREST =
  /(?<!not )(?<!n't )\b(?:interested|keen)\b|\bi(?:'m| am) (?:\w+ )?interest\b|\bi (?:saw|noticed|came across|found|just saw) your (?:ad|listing|post|item)\b|\b(?:like|want|love|looking|hoping) to (?:buy|get|purchase|grab|pick up) (?:your|the|a|one)\b|\bi (?:really |just )?(?:love|like) (?:this|your|the|it|these)\b|\bi (?:really |just )?(?:want|need) (?:this|your|it|these|one)(?=$|[\s]*[,.!]| so\b)|^(?:really |absolutely |just )?(?:love|loving|like|want) (?:this|it|the|your|these)\b|\b(?:love|like|want|need) to have (?:this|it|your)\b|\b(?:this|it|that|your \w+|these) (?:looks?|is|'s)(?: (?:so|really|very|just))? (?:great|awesome|amazing|good|lovely|perfect|beautiful|nice|cool|gorgeous|stunning|cute)\b|^(?:wow|what an?|such an?|oh wow|omg)\b|\b(?:in my life|exactly what i|just what i)\b|\b(?:after|looking for|been after) (?:one of these|one like this|something like this|exactly this|this)\b|^(?:so|very|really|super) (?:cute|nice|cool|beautiful|pretty|lovely|good|keen)\b|^(?:nice|beautiful|lovely|gorgeous|cool|great) \w+[\s!.]*$/;
const PAYS =
  /\b(?:i'll|i will|i can|i'd|i would|happy to|willing to|i'm|we'll|we can) (?:\w+ )?(?:pay|give|do|take it (?:at|for)|buy it (?:at|for)|have it (?:at|for)|offer)\b/;
/** The list price in words. */
const FULL_PRICE =
  /\b(?:full|asking|list|listed|advertised|sticker|marked|whole) (?:asking |list )?(?:price|amount|whack|ask)\b|\b(?:what|whatever|as much as|as) (?:you(?:'re| are)?|it's|its) (?:asking|listed|advertised)(?: for| at)?\b|\bprice (?:as )?(?:listed|advertised|you're asking)\b|\bpay the asking\b|\bprice (?:on|in) the (?:ad|advert|listing)\b|\b(?:ad|listing) price\b/;
const FULL_ALONE =
  /^(?:\W*(?:full|asking|list|listed|the|your|my|offer|pay|i|at|for|ok|yes|sure|price|asking price|amount|is|fine|good|cash|today|now|please|thanks|mate)\b)+\W*$/;
const INSISTS =
  /\b(?:final|max(?:imum)?|best|highest|top|last|absolute) (?:offer|bid|price i|i(?:'ll| can| could| will)|i'd)\b|\b(?:that's|it's|is|my) (?:all|my|the) (?:i (?:have|'ve got|can)|i've got|max|limit|best|most|top|final|absolute|budget)\b|\b(?:is|that's) (?:as (?:high|far|much) as|all|the (?:highest|most|max|best|limit)) (?:i|we)\b|\bcan't (?:go|do|pay|offer|stretch)(?: any)? (?:higher|more|above|over|past|further)\b|\bwon't (?:go|pay) (?:any )?(?:higher|more|above|over)\b|\btake it or leave it\b|\bnot a (?:cent|dollar|penny) more\b|\b(?:no|not) (?:more|higher|a cent more) than\b|\b\d+ (?:max|tops|firm|final|last)\b(?! (?:week|month|year|night|time|weekend|summer|winter)\b)|^max\b|\bmy (?:max|limit|budget|ceiling) is\b|\bthat's (?:all i (?:have|can)|my (?:max|limit|best|final))\b/;
/** "Or is 190 your final offer?" and "is $150 firm?" ask about Knowzee's price. */
const ASKS_IF_FINAL = /\byour\b|\bis (?:that|it|this|\$?\d[\d.,]*) (?:the |a )?(?:final|best|lowest|last|firm|max)\b/;
/** A question about the price itself. */
const PRICE_QUESTION =
  /\b(?:how much (?:is|are|for(?! cash)|do you want|you asking|does it cost|u)|what(?:'s| is) (?:the|your) (?:asking )?price|^(?:price|cost)\?|is it still \$?\d)/;
/** Asks whom one talks to. That is no question about the listing, but it has an answer. */
const WHO =
  /\b(?:bot|robot|chat ?gpt|ai|a human|real person|automated|a machine)\b(?=[^.!?]{0,12}(?:\?|$|lol|haha))|\bare you real\b|\b(?:who|what) (?:made you|are you)(?=\W*$)|\bwho am i (?:talking|chatting|speaking)\b/;
/** "Nah yeah" and "yeah nah yeah" are a yes: the last word counts. */
const NAH_YEAH = /\b(?:(?:yeah|yea|yep|yes),? )?(?:nah|no),? (?=(?:yeah|yea|yep|yes)\b)/g;
const EMOJI = /\p{Extended_Pictographic}|\p{Emoji_Modifier}/gu;

/** "Hi there," at the start. */
const GREETING_FIRST =
  /^(?:(?:hi+|hey+|hello+|heya|hiya|howdy|g'day|gday|gidday|yo|oi|hola|greetings|good (?:morning|afternoon|evening|day|arvo))(?![\w'])[\s,.!:;)-]*(?:(?:there|again|all|everyone|team|seller|knowzee|dear)(?![\w'])[\s,.!:;)-]*)*)+/;
/** "Ugh", "haha" before the message proper. */
const INTERJECTION =
  /^(?:(?:ugh+|argh+|meh|hmm+|mm+|um+|uh+|erm?|eh|ah+|oh+|ooh+|aw+|phew|whoa|geez|jeez|gosh|haha\w*|lol|omg|ok so|well)(?![\w'])[\s,.!:;)-]*)+(?=\S)/;
/** "Mate", "sir": whom the message addresses. "My mate" is somebody else. */
const ADDRESS =
  /(?<!\b(?:my|a|the|your|his|her|our|another|with|me|and))(?:^|,? )\b(?:mate|bro|bruh|buddy|sir|madam|boss|bossman|champ|cobber|brother|dude|my friend|pal)\b(?!'| rates?)/g;

/** Returns the message without its greeting and its "mate". A message of nothing else stays. */
function withoutAddress(text: string): string {
  const rest = text
    .replace(GREETING_FIRST, "")
    .replace(ADDRESS, "")
    .replace(GREETING_FIRST, "")
    .replace(INTERJECTION, "")
    .replace(/^[\s,.;:!]+/, "");
  return rest.trim();
}

function oneOf(...families: readonly string[]): RegExp {
  return new RegExp(families.join("|"));
}

/** Reads one message. Deterministic: the same message and prices give the same result. */
export function parseMessage(message: string, context: ParseContext): ParsedMessage {
  const normal = normalise(message);
  const plain = normal.replace(EMOJI, " ").replace(/\s+/g, " ").trim();
  const said = digitsForWords(respell(plain)).replace(NAH_YEAH, "");
  const text = withoutAddress(said);
  const opened = text.replace(OPENING, "");
  const conditions = conditionsIn(text);
  const question = questionIn(text);
  const mocks = MOCKS.test(text) || /\u{1f644}/u.test(normal);
  // A question is never a bid or a yes, so both are read from the rest.
  const statements = mocks ? "" : withoutQuestions(text);
  const amounts = amountsIn(statements, context);
  const { range } = amounts;
  const named = context.ask_cents < context.list_cents;
  const leaves = LEAVES.test(text);
  const asks = ASK_LOWEST.test(text);
  const { accepts: yes, refuses } =
    statements === "" && text !== "" ? { accepts: false, refuses: false } : acceptanceIn(statements, normal);
  // "No, it's ok" is polite; "no, I'll take it" is not a no.
  const declines = NO_FIRST.test(opened) && !/\b(?:take|buy|grab|deal|sold|accept\w*|agreed?|yes)\b/.test(text);
  // "I'll take it, any chance of a discount?" still bargains.
  // "This is awesome" praises the item while no price has been named.
  const praises = !named && INTEREST.test(text) && !/\b(?:take|buy|price|deal|sold|accept|pay|purchase)\b/.test(text);
  const polite =
    (!named || /^\W*(?:ok|okay|cool|great|nice|good|fine|right|yeah|yes)?\W*$/.test(statements)) &&
    question !== "" &&
    !/\b(?:take|buy|deal|sold|accept|pay|purchase|grab)\b/.test(statements);
  const accepts =
    saysYesElsewhere(plain) || (yes && !leaves && !declines && !praises && !polite && !(asks && text.includes("?")));
  const full =
    amounts.offer_cents === null &&
    FULL_PRICE.test(text) &&
    !/\?/.test(text) &&
    (conditions.length > 0 || (!named && (PAYS.test(text) || FULL_ALONE.test(text) || accepts)));
  const offer_cents = full ? context.list_cents : amounts.offer_cents;
  const complains = TOO_DEAR.test(text);
  const insists = INSISTS.test(text) && !ASKS_IF_FINAL.test(text);
  const isQuestion = text.endsWith("?") || QUESTION_FORM.test(opened);
  const read = (intent: Intent, cents: Cents | null, more: Partial<ParsedMessage> = {}): ParsedMessage => ({
    intent,
    offer_cents: cents,
    range: cents === null ? null : range,
    explicit_accept: intent === "accept",
    suspicious: SUSPICIOUS.test(normal),
    ...(insists && { insists }),
    ...(amounts.foreign && { foreign: true }),
    ...(conditions.length > 0 && { conditions }),
    ...(intent !== "question" && question !== "" && { question }),
    ...more,
  });

  if (conditions.length > 0 && (offer_cents !== null || !refuses)) {
    // "10 each for the 6" is an offer for all of them.
    if (amounts.total && conditions.every((kind) => kind === "per_unit")) return read("offer", offer_cents);
    const wishes = offer_cents !== null || accepts || !isPlainQuestion(text);
    return read(wishes ? "condition" : "question", offer_cents);
  }
  if (offer_cents !== null) {
    return read(
      agreesTo(text, offer_cents, { context, named, accepts, refuses, asks }) ? "accept" : "offer",
      offer_cents,
    );
  }
  if (mocks) return read("reject", null);
  if (amounts.foreign) return read("offer", null);
  if (accepts) return read("accept", null);
  if (JUST_THANKS.test(text)) return read("thanks", null);
  if (leaves) return read("reject", null);
  if (UNDECIDED.test(text) && !isQuestion) return read("other", null, { undecided: true });
  if (asks && !(PRICE_QUESTION.test(text) && !complains)) return read("ask_lowest", null);
  const rejects = NO_FIRST.test(opened) || (!isQuestion && (refuses || REJECT.test(text)));
  if (rejects && (named || !complains)) return read("reject", null);
  if (complains) return read(named && FLATLY.test(text) && !SOFTENED.test(text) ? "reject" : "ask_lowest", null);
  if (insists) return read("offer", null);
  if (GREETING.test(said) || (/^(?:wow|what an?|such an?)\b/.test(text) && !text.includes("?"))) {
    return read("greet", null);
  }
  if (WHO.test(text)) return read("other", null, { question: text });
  if (/[\p{L}\d]/u.test(text) && (ASKS.test(text) || isQuestion)) return read("question", null);
  if (INTEREST.test(text)) return read("greet", null);
  const politely = text.replace(/[\s,]*\b(?:thanks|thank you|cheers|ta)[\s.!]*$/, "");
  const yesFirst = politely !== text && politely.split(" ").length > 2 && startsWithYes(politely);
  if (THANKS.test(text) && !(named && yesFirst)) {
    return read("thanks", null);
  }
  if (GREETING_START.test(said) && said.split(" ").length <= 4) return read("greet", null);
  // "Ok, I'll bite": an answer to a price that starts with yes and says nothing else.
  return read(named && startsWithYes(politely) ? "accept" : "other", null);
}

interface Reading {
  context: ParseContext;
  /** Knowzee has named a price below the list price. */
  named: boolean;
  accepts: boolean;
  refuses: boolean;
  asks: boolean;
}

/** Returns whether a message with this amount agrees to it rather than offers it. */
function agreesTo(text: string, cents: Cents, { context, named, accepts, refuses, asks }: Reading): boolean {
  const { ask_cents } = context;
  if (refuses) return false;
  // The amount on the table, stated without a question, is agreed to in any words.
  const asked = ASKS.test(text) || QUESTION_FORM.test(text.replace(OPENING, ""));
  if (named && cents === ask_cents && !asks && !asked) return true;
  if (!agreesToAmount(text)) return false;
  // Before Knowzee has named a price, "I'll pay $200" offers it, and "I'll take it for $200" accepts it.
  if (cents === ask_cents) return named || !/\b(?:pay|do|offer)\b/.test(text);
  const theirs =
    /\baccept(?:ed|ing)?\b[^.!?\d]{0,24}\b(?:your|the|that|this)\b|\b(?:happy with|take) (?:your|the)\b|\bagree(?:d)? (?:to|on|with)\b/.test(
      text,
    );
  return accepts && (theirs || cents >= ask_cents);
}

/** Scorn that names or praises a price. */
const MOCKS =
  /\b(?:tell|told) (?:him|her|them) (?:he|she|they)(?:'s|'re|s)? dreamin\w*|\b(?:you're|your|ur|he's|hes|they're) dreamin\b|\d[^.!]{0,20}\bdreaming\b|\bdream on\b|\bin your dreams\b|\bsell(?:ing)? (?:a|my|one) kidney\b|\bok(?:ay)? boomer\b|\b(?:piece|pile|load) of (?:junk|crap|rubbish|trash|shit)\b|\byou (?:must be|have to be|have got to be) (?:joking|kidding|dreaming|mad)\b|\bhaving a (?:laugh|lend)\b|\?[^?]*\bwhat a (?:steal|bargain|deal)\b|\b(?:highway|daylight) robbery\b|\bpull the other one\b|\bmade of gold\b|\bgold plated\b|\bgood luck with that\b|\byeah,? right\b/;

const FACT_QUESTION =
  /^\W*(?:(?:and|but|also|so|hi|hey|hello|great|perfect|yes|ok|okay|just)[ ,]+)*(?:is|are|was(?= (?:it|this|that|there|the|he|she|your)\b)|were|does|do|did|has|have|had|when|where|what(?! if)|what's|which|who|why(?! not)|how(?!'s \$?\d)|any(?! chance)|(?:will|would|can|could)(?= (?:it|this|that|they|these|the|a|an|my)\b))\b/;
/** "How does that sound?", "is 150 ok?" */
const ABOUT_THE_OFFER =
  /\$|\b(?:dollars?|bucks?|price|off|half|offers?|deal|take|accept|ok|okay|fine|good for you|sounds?|fair|for you|happy|interested|doable|possible|think|thoughts?|reckon|say|too (?:low|much|cheeky)|discount|less|quarter|middle|cash|best|final|firm|lowest|cheaper|lower|enough|asking|reasonable|acceptable|negotiable|alright|rrp|retail|consider|chance of)\b|^(?:is|would|will|could|can|does|do) (?:about |around |say |like |maybe |even |only )?\d|\b(?:about|bout|if|for|at|on) (?:like |say |about |around |only |just |i (?:pay|do|give|offer) )?\d|\b(?:you|u|ya|i|we|he|she|they|seller) (?:\w+ ){0,2}(?:do|go|sell|let|consider|give|drop|come|knock|pay|have|get|agree|buy|offer|meet)\b[^?]{0,16}\d|\b(?:suit|do|be|help|swing|cut it|fly)\b(?: (?:for|with) (?:you|u|ya))?\W*$|\b(?:that|this|\d+) work\b|\bwork (?:for|with) (?:you|u|ya)\b/;
/** What the seller paid, what others offered and what postage costs say nothing of what the buyer would pay. */
const OF_OTHERS =
  /^(?:and |so |but )?(?:does|do|will|would|is) (?:the |that |your |for )?\$?\d[\d.,]* (?:include|includes|cover|covers|come with|with|inc|incl|get me) (?:the |a |all |both |your )|\bdid (?:you|u|they) (?:really |actually |originally )?(?:pay|buy|get)\b|\b(?:did|has|have|had) (?:it|you|u|any\w*|some\w*|others?|people)\b[^?]{0,12}\b(?:had|got|received|offer\w*|bid|bids)\b|\bwhat did (?:the |your )?\w+(?: \w+)? (?:sell|go) for\b|\b(?:is|are|was) (?:the )?(?:postage|shipping|delivery|freight)\b/;
/** Asks for a number, so that a bare number after it is no bid. */
const ASKS_NUMBER =
  /\bhow much was it\b|\bhow (?:many|wide|big|long|tall|high|deep|heavy|old|far|large|thick)\b|\b(?:sell|go) for\b|\b(?:size|health|year|model|mileage|kms?|weight|width|height|depth|length|capacity|storage)\b/;
/** "21 or 24", "over 85?", "my gap is 450": goes on with the question before. */
const GOES_ON =
  /^(?:(?:over|under|above|below|more than|less than|at least|bigger than|like|about|is it) )?\$?\d[\d.,]*\w{0,4} (?:or|to) \$?\d[\d.,]*\w{0,4}\W*$|^(?:over|under|above|below|more than|less than|at least|bigger than) \d[\d.,]*%?\W*$|^my (?!offer|bid|budget|limit|max|best|price|final|top|highest)\w+(?: \w+)? is (?:only |about |just )?\d/;

/** Where one thing said ends and the next begins, also without punctuation: "sounds good what size is it". */
const CLAUSES =
  /(?<=[.!?;,])\s+|\band\s|(?<=\b(?:good|great|ok|okay|yes|yeah|fine|nice|cool|deal|hi|hello|hey)) (?=(?:what|how|which|where|when|does|did|has|is|are|do)\b)/;

const isFactQuestion = (part: string) =>
  FACT_QUESTION.test(part) && (!ABOUT_THE_OFFER.test(part) || OF_OTHERS.test(part)) && !ASK_LOWEST.test(part);

/** Returns the clauses that ask about something other than the price, each with what goes on with it. */
function askedIn(text: string): string[] {
  let asked = "";
  return text.split(CLAUSES).filter((part) => {
    const goesOn =
      asked !== "" && (GOES_ON.test(part) || (ASKS_NUMBER.test(asked) && /^\$?\d[\d.,]*(?: or so)?\W*$/.test(part)));
    asked = isFactQuestion(part) ? part : goesOn ? asked : "";
    return asked !== "";
  });
}

/** Returns the parts of a message that ask about something other than the price. */
const questionIn = (text: string): string => askedIn(text).join(" ").trim();

/** Returns a message without its questions about something other than the price; unchanged when it has none with a number or a yes. */
function withoutQuestions(text: string): string {
  const asked = askedIn(text).filter((part) =>
    /^(?!.*\b(?:can|could|may|should|shall|do|when|where|how|what time)\b[^?]{0,20}\b(?:i|we|pick|collect|pay|meet|next)\b)/.test(
      part,
    ),
  );
  return asked
    .reduce((rest, part) => rest.replace(part, " "), text)
    .replace(/\s+/g, " ")
    .trim();
}
