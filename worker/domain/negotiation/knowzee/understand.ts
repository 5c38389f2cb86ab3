/** Reads a buyer's message: one intent, and at most one amount, which is always the buyer's own. */
import type { Cents } from "#domain/money";
import { amountsIn } from "./amounts.ts";
import { digitsForWords } from "./number-words.ts";

type Intent = "offer" | "accept" | "reject" | "ask_lowest" | "question" | "greet" | "thanks" | "other";

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
    .replace(/[\p{Cf}\p{Cc}\p{Mn}]/gu, (char) => (/\s/.test(char) ? " " : ""))
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

const ACCEPT =
  /\b(?:i(?:'?ll| will| would like to| wanna| want to|'?d like to|'?m gonna| can)? (?:just |happily |gladly )?(?:accept|pay (?:that|it)\b|take it|take the deal|take that|buy it|buy this|agree|go with that|go for it|grab it|have it|snap it up)|i'?ll take (?:it|that|your)|accept(?:ed)? (?:your|the|that|this)? ?(?:offer|price|deal|counter)|accepted|agreed|it'?s a deal|deal (?:done|accepted)|done deal|we (?:have|got) a deal|you(?:'ve| have)? got (?:a|yourself a) deal|sold|works for me|that works|sounds (?:good|great|fair|perfect|like a deal)|happy with that|happy to (?:pay (?:that|the|full|asking|your)|go with|take|accept)|let'?s (?:do it|do that|do this|go with)|(?:full|asking|list(?:ed)?) price is (?:fine|ok|okay|good)|(?:pay|take it (?:at|for)|buy (?:it )?(?:at|for)) (?:the |your )?(?:full|asking|list(?:ed)?)(?: asking)? price|pay the asking|fair enough,? i'?ll|shake on it|lock it in|count me in|that'?s (?:fine|fair|perfect|great|good)(?: with me| by me| thanks)?)\b/;
const BARE_YES =
  /^(?:(?:yes|yep|yeah|yea|yup|ya|ok|okay|okey|k|sure|alright|all right|deal|done|perfect|great|cool|good|fine|sweet|absolutely|definitely|of course|please|pls|thanks|thank you|mate|cheers|then|too easy|no worries|no dramas|sounds|bonza|beauty|ripper|you bet|for sure|it is|it's)[\s,.!:)]*)+$/;
const YES =
  /^(?:[\s,.!]*(?:oh|well|hmm|ah))*[\s,.!]*(?:yes|yep|yeah|yea|yup|ok|okay|sure|alright|deal|done|perfect|fine|sweet|absolutely|definitely|too easy|beauty|you bet)\b/;
const NOT_ACCEPT =
  /\b(?:not|don'?t|dont|can'?t|cannot|can not|won'?t|never|wouldn'?t|unable to)\s(?:\w+\s){0,2}?(?:accept|agree|take (?:it|that)|happy|buy|a deal|work)|\bno deal\b|\bdoes ?n'?t work\b/;
const CONDITIONAL = /\bif\b|\bunless\b|\bbut\b|\bprovided\b|\bwhat'?s the deal\b|\bwill i\b|\bhow do i\b|\bshould i\b/;

const REJECT =
  /\bno deal\b|\bno,? (?:thanks?|thank you|thx|ta|way|chance|mate|sorry|cheers)\b|^(?:no+(?! (?:worries|dramas)\b)|nah+|nope|pass|hard pass|never ?mind|nvm|forget it|no+ good)\b|\bnot (?:interested|for me|keen|worth|happy|today|anymore|any more|right now|going to|gonna)\b|\bi(?:'?ll| will| think i'?ll| might) (?:pass|leave it|skip|give it a miss|keep looking|look elsewhere|have to pass|think about it|think on it|sleep on it|get back|wait|let you know|let it go|walk)|\blet me (?:think|sleep)\b|\b(?:need|want) (?:to|some time to) think\b|\bforget (?:about )?it\b|\bchanged my mind\b|\bcan'?t (?:accept|do that|go that high|afford (?:that|it))\b|\bdon'?t (?:accept|want it|like (?:that|your)|agree)\b|\bwon'?t (?:accept|be buying|work|pay that)\b|\b(?:not|n't) (?:accept|agree)|\bbuy elsewhere\b|\bout\b[.!]*$|\bgive it a miss\b|\bmaybe (?:later|another time|next time)\b|\bthat'?s a no\b|\bdoes ?n'?t work for me\b|\bi'?m good,? thanks\b|\bleave it\b/;
const ASK_LOWEST =
  /\b(?:lowest|lowset|cheapest|best price|best (?:offer )?(?:you|u|ya) (?:can|could|would|will)|best (?:and|&) final|your best|the best (?:you|u)|ur best|best deal|last price|final price|bottom (?:dollar|line|price)|rock bottom|floor price|(?:your|the|ur) (?:floor|minimum|min|limit|reserve|bottom)|minimum (?:price|you)|min price|least (?:you|u|you'd)|cheaper|(?:go|come|bring it|bring the price|drop it|budge|move|went|went any) (?:any |a bit |a little |a tad |down )?(?:lower|down|further)|lower\??|lwoer|any lower|come down|discount\w*|wiggle room|any (?:room|movement|flex\w*|leeway|give|wiggle|move|deals?|discount|chance of (?:a )?(?:lower|cheaper|better|discount))|room (?:to|for) (?:move|negotiat\w*|haggl\w*|movement)|negotia\w*|open to offers|taking offers|nego\b|neg\b|haggl\w*|better (?:price|deal|offer|rate)|do (?:any |a bit |a little )?better|bargain with|reduc\w*|price (?:drop|cut|firm|flexible|fixed|final)|(?:is|are) (?:it|you|u|the price|that|this) (?:firm|flexible|fixed)|firm on|flexible|flex on|mates?'? rates?|sharpen|special price|good price|nice price|what(?:'s| is|s| would be| are)? (?:you|u|ya|your|the|ur)?\s?(?:take|accept|best|willing|lowest)|what (?:would|will|could|can|do) (?:you|u) (?:take|accept|sell|let|want for|do it|do for|be happy)|how (?:low|much (?:less|lower|would you (?:take|accept|sell)|off|will you (?:take|accept)|do you want|can you (?:do|come)))|help me out|willing to (?:go|come|drop|sell|take|accept) ?(?:it )?(?:for )?(?:lower|less|down)?|(?:for|any|bit|little|take|accept|lot|go|pay) less|less\?|budge|obo|o\.b\.o|ono|knock (?:a bit|a little|some|anything|something|a few)|(?:drop|lower|cut) (?:the|your|ur|that|it)|few (?:bucks|dollars) off|something off|bit off|make (?:me )?(?:an offer|a deal)|work (?:out )?a deal|do (?:me )?a deal|cut me|any cheaper)/;
const TOO_DEAR =
  /\btoo (?:much|high|expensive|dear|steep|pricey|rich|exy|far)\b|\b(?:bit|little|kinda|quite|pretty|very|so|rather|still|that'?s|it'?s|is|really) (?:a bit |a little |much |so )?(?:pricey|pricy|exy|steep|dear|expensive|high|overpriced|rich|a lot|more than i)\b|\b(?:bit|little) much\b|\boverpriced\b|\b(?:out of|over|above|beyond|outside|past) my (?:budget|price range|range|limit|means)\b|\bcan'?t afford\b|\brip ?-?off\b|\btell ?(?:'?em|him|her) he'?s dreaming\b|\bhe'?s dreaming\b|\bmore than i (?:can|wanted|want|have|was|had)\b|\btight budget\b|\bnot worth (?:that|it|the)\b|\bi'?m (?:a )?(?:poor|broke|student)\b/;

const GREETING =
  /^(?:(?:hi+|hey+|hello+|helo|hiya|howdy|g'?day|gidday|yo|sup|oi|greetings|good (?:morning|afternoon|evening|day|arvo)|morning|evening|afternoon|hola|there|mate|knowzee|again|all|everyone|how (?:are|r) (?:you|u|ya)(?: (?:going|doing|today))?|how'?s it going|how is it going|how you going|what'?s up|hope you'?re well|nice to meet you|to you|buddy|team|folks|anyone (?:there|home)|you there)[\s,.!?:)-]*)+$/;
const GREETING_START = /^(?:hi+|hey+|hello+|g'?day|yo|good (?:morning|afternoon|evening))\b/;
const THANKS =
  /\b(?:thanks?|thank ?you|thankyou|thx|thnx|tks|cheers|ta|much appreciated|appreciate (?:it|that|your|the)|legend|you'?re (?:a star|the best)|very kind|so helpful|good on ya|bless)\b/;
const QUESTION =
  /\?|^(?:(?:hi|hey|hello|g'?day|sorry|ok|also|and|just wondering|wondering|quick question)[\s,.!]+)*(?:is|are|was|were|does|do|did|has|have|had|can|could|would|will|when|where|what|what's|whats|which|who|why|how|any|whose|may|should|whens|wheres|hows)\b|\b(?:wondering (?:if|whether|what|how|when)|question about|tell me (?:more|about)|more (?:info|details|photos|pics|pictures)|can you (?:send|tell|share|describe|post|deliver|hold)|still available|like to know|any (?:scratches|damage|marks|issues|faults|warranty))\b/;

/** Reads one message. Deterministic: the same message and prices give the same result. */
export function parseMessage(message: string, context: ParseContext): ParsedMessage {
  const normal = normalise(message);
  const text = digitsForWords(normal);
  const { offer_cents, range } = amountsIn(text, context);
  const refused = NOT_ACCEPT.test(text);
  const asks = ASK_LOWEST.test(text) || TOO_DEAR.test(text);
  const accepts = !refused && ACCEPT.test(text);
  const suspicious = SUSPICIOUS.test(normal);
  const read = (intent: Intent, cents: Cents | null, explicit = false): ParsedMessage => {
    return { intent, offer_cents: cents, range: cents === null ? null : range, explicit_accept: explicit, suspicious };
  };

  if (offer_cents !== null) {
    const theirs =
      /\baccept(?:ed|ing)?\b[^.!?\d]{0,24}\b(?:your|the|that|this|ur)\b|\bhappy with (?:your|the)\b|\bagree(?:d)? (?:to|on|with)\b/.test(
        text,
      );
    const settled = accepts && !CONDITIONAL.test(text) && !text.includes("?");
    const yes = YES.test(text) && !CONDITIONAL.test(text) && !text.includes("?");
    if (!refused && settled && (theirs || offer_cents >= context.ask_cents)) return read("accept", offer_cents, true);
    if (!refused && yes && offer_cents === context.ask_cents) return read("accept", offer_cents, true);
    return read("offer", offer_cents);
  }
  if (accepts && !CONDITIONAL.test(text) && !text.includes("?") && !asks) return read("accept", null, true);
  if (
    BARE_YES.test(text) &&
    YES.test(text) &&
    !/^(?:ok|okay|cool|great|sweet|perfect|fine|alright|no worries)?[\s,.!]*(?:thanks|thank you|cheers)/.test(text)
  ) {
    return read("accept", null, true);
  }
  if (asks && !/\bno,? thank|\bnot interested|\bi'?ll pass|\bi'?m out\b/.test(text)) return read("ask_lowest", null);
  if (REJECT.test(text)) return read("reject", null);
  if (GREETING.test(text)) return read("greet", null);
  const thanked = THANKS.test(text);
  if (QUESTION.test(text)) return read("question", null);
  if (thanked) return read("thanks", null);
  return read(GREETING_START.test(text) && text.split(" ").length <= 4 ? "greet" : "other", null);
}
