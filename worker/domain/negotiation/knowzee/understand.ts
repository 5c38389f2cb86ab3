/** Reads a buyer's message: one intent, and at most one amount, which is always the buyer's own. */
import type { Cents } from "#domain/money";
import { acceptanceIn, agreesToAmount } from "./acceptance.ts";
import { amountsIn } from "./amounts.ts";
import { conditionsIn, type DealCondition, isPlainQuestion } from "./conditions.ts";
import { digitsForWords } from "./number-words.ts";

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

const REJECT =
  /\bno deal\b|\b(?:that|it|this)(?:'s| is)? (?:won'?t|wont|doesn'?t|doesnt|not going to|isn'?t going to|not gonna) work\b|\bcan'?t do (?:that|it)\b|\bif you(?:'d)? change your mind\b|\bno,? (?:thanks?|thank you|thx|ta|way|chance|mate|sorry|cheers)\b|^(?:no+(?! (?:worries|dramas|problem|probs)\b)(?=$|[\s,.!])|nah+|nope|pass|hard pass|never ?mind|nvm|forget it|no+ good)\b|\bnot (?:interested|for me|keen|worth|happy|today|anymore|any more|right now|going to|gonna)\b|\bi(?:'?ll| will| think i'?ll| might) (?:pass|leave it|skip|give it a miss|keep looking|look elsewhere|have to pass|think about it|think on it|sleep on it|get back|wait|let you know|let it go|walk)|\blet me (?:think|sleep)\b|^will (?:think|sleep|let (?:you|u) know|get back)\b|\b(?:need|want) (?:to|some time to) think\b|\bforget (?:about )?it\b|\bchanged my mind\b|\bcan'?t (?:accept|do that|go that high|afford (?:that|it))\b|\bdon'?t (?:accept|want it|like (?:that|your)|agree)\b|\bwon'?t (?:accept|be buying|work|pay that)\b|\b(?:not|n't) (?:accept|agree)|\bbuy elsewhere\b|\bout\b[.!]*$|\bgive it a miss\b|\bmaybe (?:later|another time|next time)\b|\bthat'?s a no\b|\bdoes ?n'?t work for me\b|\bi'?m good,? thanks\b|\bleave it\b/;
const ASK_LOWEST =
  /\b(?:lowest|lowset|cheapest|best price|best (?:offer )?(?:you|u|ya) (?:can|could|would|will)|best (?:and|&) final|your best|the best (?:you|u)|ur best|best deal|last price|final price|bottom (?:dollar|line|price)|rock bottom|floor price|(?:your|the|ur) (?:floor|minimum|min\b|limit|reserve|bottom)|minimum (?:price|you)|min price|least (?:you|u|you'd)|cheaper|(?:go|come|bring it|bring the price|drop it|budge|move|went|went any) (?:any |a bit |a little |a tad |down )?(?:lower|down|further)|lower\??|lwoer|any lower|come down|discount\w*|wiggle room|any (?:room|movement|flex\w*|leeway|give|wiggle|move|deals?|discount|chance of (?:a )?(?:lower|cheaper|better|discount))|room (?:to|for) (?:move|negotiat\w*|haggl\w*|movement)|negotia\w*|open to offers|taking offers|nego\b|neg\b|haggl\w*|better (?:price|deal|offer|rate)|do (?:any |a bit |a little )?better|bargain with|reduc\w*|price (?:drop|cut|firm|flexible|fixed|final)|(?:is|are) (?:it|you|u|the price|that|this) (?:firm|flexible|fixed)|firm on|flexible|flex on|mates?'? rates?|sharpen|special price|(?:me|a|your|ur) (?:good|nice) price|what(?:'s| is|s| would be| are)? (?:you|u|ya|your|the|ur)?\s?(?:take|accept|best|willing|lowest)|what (?:would|will|could|can|do) (?:you|u) (?:take|accept|sell|let|want for|do it|do for|be happy)|(?:take|accept|open to|consider|taking) (?:any )?offers|bring(?:ing)? (?:down the price|the price down)|(?:work|figure|sort) (?:something|anything|a deal|a price) out|help (?:me|us|a \w+ \w+|a \w+) out|come on,? (?:mate|a bit)|^free\b|you'?re dreaming|what can (?:you|u) do(?= on\b| for\b| about\b|\W*$)|(?:that|this|it|\d+) your final offer|somewhere in between|(?:consider|accept|take) (?:less|an offer|any offers?)|accepting offers|better on (?:the )?price|(?:any|some) give|how (?:low|much (?:less|lower|would you (?:take|accept|sell)|off|will you (?:take|accept)|do you want|can you (?:do|come)))|help me out|willing to (?:go|come|drop|sell|take|accept) ?(?:it )?(?:for )?(?:lower|less|down)?|(?:for|any|bit|little|take|accept|lot|go|pay) less|less\?|budge|obo|o\.b\.o|ono|knock (?:a bit|a little|some|anything|something|a few)|(?:drop|lower|cut) (?:the|your|ur|that|it)|few (?:bucks|dollars) off|something off|bit off|make (?:me )?(?:an offer|a deal)|work (?:out )?a deal|do (?:me )?a deal|cut me|any cheaper)/;
const TOO_DEAR =
  /\b(?:that|this|it)(?:'?s| is) (?:still )?(?:a lot|heaps|not enough|so expensive)\b|\bwhy (?:so|is it so|are you asking so) (?:expensive|much|dear|high)\b|\b(?:seems?|sounds?|looks?|feels?) (?:\w+ )?(?:high|steep|expensive|dear|pricey|a lot)\b(?! quality)|\bstill (?:too )?(?:high|much|dear)\b|\btoo (?:much|high|expensive|dear|steep|pricey|rich|exy|far)\b|\b(?:bit|little|kinda|quite|pretty|very|so|rather|still|that'?s|it'?s|is|really) (?:a bit |a little |much |so )?(?:pricey|pricy|exy|steep|dear|expensive|high(?![- ](?:quality|end|up|res\w*|chair|def\w*|speed|school))|overpriced|rich|a lot|more than i)\b|\b(?:bit|little) much\b|\boverpriced\b|\b(?:out of|over|above|beyond|outside|past) my (?:budget|price range|range|limit|means)\b|\bcan'?t afford\b|\brip ?-?off\b|\btell ?(?:'?em|him|her) he'?s dreaming\b|\bhe'?s dreaming\b|\bmore than i (?:can|wanted|want|have|was|had)\b|\btight budget\b|\bnot worth (?:that|it|the)\b|\bi'?m (?:a )?(?:poor|broke|student)\b/;

const GREETING =
  /^(?:(?:hi+|hey+|hello+|helo|hiya|howdy|g'?day|gidday|yo|sup|oi|greetings|good (?:morning|afternoon|evening|day|arvo)|morning|evening|afternoon|hola|there|mate|knowzee|again|all|everyone|how (?:are|r) (?:you|u|ya)(?: (?:going|doing|today))?|how'?s it going|how is it going|how you going|what'?s up|hope you'?re well|nice to meet you|to you|buddy|team|folks|anyone (?:there|home)|you there)[\s,.!?:)-]*)+$/;
const GREETING_START = /^(?:hi+|hey+|hello+|g'?day|yo|good (?:morning|afternoon|evening))\b/;
const THANKS =
  /\b(?:thanks?|thank ?you|thankyou|thx|thnx|tks|cheers|ta|much appreciated|appreciate (?:it|that|your|the)|legend|you'?re (?:a star|the best)|very kind|so helpful|good on ya|bless|tq|tyvm|ty|grateful)\b|\byou'?re (?:awesome|great|amazing|a legend)\b/;
const QUESTION =
  /\?|^(?:(?:hi|hey|hello|g'?day|sorry|ok|also|and|just wondering|wondering|quick question)[\s,.!]+)*(?:is|are|was|were|does|do|did|has|have|had|can|could|would|will|when|where|what|what's|whats|which|who|why|how|any|whose|may|should|whens|wheres|hows|whereabouts|where abouts)\b|\b(?:wondering (?:if|whether|what|how|when)|question about|tell me (?:more|about)|more (?:info|details|photos|pics|pictures)|can you (?:send|tell|share|describe|post|deliver|hold)|still available|like to know|any (?:scratches|damage|marks|issues|faults|warranty))\b/;

/** Thanks and nothing else. */
const JUST_THANKS =
  /^(?=.*\b(?:thanks?|thankyou|thx|cheers|ta|ty)\b)(?:(?:no (?:worries|dramas|problem|probs)|all good|ok|okay|well|oh|thanks|thank you|thankyou|thx|cheers|ta|ty|heaps|a lot|so much|very much|mate|legend|anyway)(?![\w'])[\s,.!]*)+$/;
/** The buyer is interested and says nothing else: "I saw your ad and I'm keen". */
const INTEREST =
  /(?<!not )(?<!n't )\b(?:interested|keen)\b|\bi(?:'?m| am) (?:\w+ )?interest\b|\bi (?:saw|noticed|came across|found) your (?:ad|listing|post|item)\b|\b(?:like|want|love|wanna|looking|hoping) to (?:buy|get|purchase|grab|pick up) (?:your|the|a|one)\b|\bi (?:really )?(?:love|like) (?:this|your|the|it)\b|\b(?:love|like|want|need) to have (?:this|it|your)\b|\b(?:this|it|that|your \w+) looks? (?:great|awesome|amazing|good|lovely|perfect|beautiful|nice|cool)\b|^(?:wow|what an?|such an?|oh wow|omg)\b|\b(?:in my life|exactly what i|just what i)\b|\b(?:after|looking for) (?:one of these|one like this|something like this|exactly this)\b/;
const PAYS =
  /\b(?:i'?ll|i will|i can|i'?d|i would|happy to|willing to|i'?m) (?:\w+ )?(?:pay|give|do|take it (?:at|for)|buy it (?:at|for)|offer)\b/;
const FULL_PRICE = /\b(?:full|asking|list|listed) (?:asking )?price\b/;
const INSISTS =
  /\b(?:final|max(?:imum)?|best|highest|top|last|absolute) (?:offer|bid|price i|i(?:'?ll| can| could| will)|i'?d)\b|\b(?:that'?s|it'?s|is|my) (?:all|my|the) (?:i (?:have|'ve got|can)|i'?ve got|max|limit|best|most|top|final|absolute|budget)\b|\b(?:is|that'?s) (?:as (?:high|far|much) as|all|the (?:highest|most|max|best|limit)) (?:i|we)\b|\bcan(?:'?t|not) (?:go|do|pay|offer)(?: any)? (?:higher|more|above|over|past)\b|\bwon'?t (?:go|pay) (?:any )?(?:higher|more|above|over)\b|\btake it or leave it\b|\bnot a (?:cent|dollar|penny) more\b|\b(?:no|not) (?:more|higher|a cent more) than\b|\b\d+ (?:max|tops|firm|final|last)\b(?! (?:week|month|year|night|time|weekend|summer|winter)\b)|^max\b|\bmy (?:max|limit|budget|ceiling) is\b|\bthat'?s (?:all i (?:have|can)|my (?:max|limit|best|final))\b/;
/** "Or is 190 your final offer?" asks about Knowzee's price. */
const ASKS_IF_FINAL = /\byour\b|\bis (?:that|it|this|\$?\d[\d.,]*) (?:the |a )?(?:final|best|lowest|last)\b/;
/** A question about the price itself. */
const PRICE_QUESTION =
  /\b(?:how much (?:is|are|for|do you want|you asking|does it cost|u)|what(?:'?s| is) (?:the|your) (?:asking )?price|^(?:price|cost)\?|is it still \$?\d)/;
/** "Nah yeah" and "yeah nah yeah" are a yes: the last word counts. */
const NAH_YEAH = /\b(?:(?:yeah|yea|yep),? )?(?:nah|no),? (?=(?:yeah|yea|yep|yes)\b)/g;
const EMOJI = /\p{Extended_Pictographic}|\p{Emoji_Modifier}/gu;

/** Reads one message. Deterministic: the same message and prices give the same result. */
export function parseMessage(message: string, context: ParseContext): ParsedMessage {
  const normal = normalise(message);
  const text = digitsForWords(normal.replace(EMOJI, " ").replace(/\s+/g, " ").trim()).replace(NAH_YEAH, "");
  const conditions = conditionsIn(text);
  const amounts = amountsIn(text, context);
  const { range } = amounts;
  const { accepts, refuses } = acceptanceIn(text, normal);
  const full = amounts.offer_cents === null && FULL_PRICE.test(text) && (conditions.length > 0 || PAYS.test(text));
  const offer_cents = full ? context.list_cents : amounts.offer_cents;
  const asks = ASK_LOWEST.test(text) || TOO_DEAR.test(text);
  const insists = INSISTS.test(text) && !ASKS_IF_FINAL.test(text);
  const question = questionIn(text);
  const read = (intent: Intent, cents: Cents | null, explicit = false): ParsedMessage => ({
    intent,
    offer_cents: cents,
    range: cents === null ? null : range,
    explicit_accept: explicit,
    suspicious: SUSPICIOUS.test(normal),
    ...(insists && { insists }),
    ...(amounts.foreign && { foreign: true }),
    ...(conditions.length > 0 && { conditions }),
    ...(intent !== "question" && question !== "" && { question }),
  });

  if (conditions.length > 0 && (offer_cents !== null || !refuses)) {
    const wishes = offer_cents !== null || accepts || !isPlainQuestion(text);
    return read(wishes ? "condition" : "question", offer_cents);
  }
  if (offer_cents !== null) {
    const theirs =
      /\baccept(?:ed|ing)?\b[^.!?\d]{0,24}\b(?:your|the|that|this|ur)\b|\b(?:happy with|take) (?:your|the)\b|\bagree(?:d)? (?:to|on|with)\b/.test(
        text,
      );
    const agrees = agreesToAmount(text) && !refuses;
    // The amount on the table, stated without a question, is agreed to in any words.
    const states = !refuses && !asks && !QUESTION.test(text) && context.ask_cents < context.list_cents;
    if (states && offer_cents === context.ask_cents) return read("accept", offer_cents, true);
    if (agrees && (offer_cents === context.ask_cents || ((theirs || accepts) && offer_cents >= context.ask_cents))) {
      return read("accept", offer_cents, true);
    }
    return agrees && theirs && accepts ? read("accept", offer_cents, true) : read("offer", offer_cents);
  }
  if (amounts.foreign) return read("offer", null);
  if (accepts) return read("accept", null, true);
  if (JUST_THANKS.test(text)) return read("thanks", null);
  if (LEAVES.test(text)) return read("reject", null);
  if (asks && !(PRICE_QUESTION.test(text) && !TOO_DEAR.test(text))) return read("ask_lowest", null);
  if (REJECT.test(text)) return read("reject", null);
  if (insists) return read("offer", null);
  if (GREETING.test(text) || (/^(?:wow|what an?|such an?)\b/.test(text) && !text.includes("?"))) {
    return read("greet", null);
  }
  if (QUESTION.test(text)) return read("question", null);
  if (INTEREST.test(text)) return read("greet", null);
  if (THANKS.test(text)) return read("thanks", null);
  return read(GREETING_START.test(text) && text.split(" ").length <= 4 ? "greet" : "other", null);
}

/** Ends the talk, whatever is said about the price with it. */
const LEAVES =
  /\bno,? thank|\bnot interested|\bi'?ll (?:pass|leave it|keep looking|look elsewhere)|\bi'?m out\b|\bthanks anyway\b|\bthanks?,? (?:but|i'?ll|will) (?:no|think|pass|leave)|\b(?:found|bought|got) (?:another|one elsewhere|one already|a different)|\balready (?:bought|found|got) (?:one|another)|\b(?:ask|check with|talk to|speak to) my (?:wife|husband|partner|mum|dad|boss|flatmate|bf|gf|girlfriend|boyfriend)\b|(?<!or )\bleave it\b(?!\s?\?)|,? bye+\b/;

const FACT_QUESTION =
  /^\W*(?:(?:and|but|also|so|hi|hey|hello|great|perfect)[ ,]+)*(?:is|are|was|were|does|do|did|has|have|had|when|where|what|what's|whats|which|who|why|how|any)\b/;
/** "How does that sound?", "is 150 ok?" */
const ABOUT_THE_OFFER =
  /\d|\b(?:price|off|half|offers?|deal|take|accept|ok|okay|fine|good for you|sounds?|fair|for you|happy|interested|doable|possible|think|thoughts?|reckon|say|too (?:low|much|cheeky)|discount|less|quarter|middle)\b/;

/** Returns the parts of a message that ask about something other than the price. */
function questionIn(text: string): string {
  return text
    .split(/(?<=[.!?;,])\s+|\band\s/)
    .filter((part) => FACT_QUESTION.test(part) && !ABOUT_THE_OFFER.test(part) && !ASK_LOWEST.test(part))
    .join(" ")
    .trim();
}
