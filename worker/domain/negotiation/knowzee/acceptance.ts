/** Recognises the many ways in which buyers say yes. Only the button accepts; this decides what Knowzee replies. */

const YES_WORDS =
  "yes+|yep|yeah+|yea|yup|ya|ok|okay|okey|okie|dokie|dokey|k|kk|y|sure|surely|alright|all right|deal|done|perfect|great|cool|good|fine|sweet|absolutely|definitely|of course|excellent|awesome|brilliant|lovely|wonderful|nice|bonza|beauty|ripper|you bet|for sure|too easy|certainly|bingo|agreed|sold|accepted|righto|rightio|go on then|you win|you got it|why not|no worries|no dramas|fair enough|happy days|done deal|sure thing|let'?s go|all good|fantastic|amazing|confirmed|confirm|approved|affirmative|roger(?: that)?|coolio|sweet as|can do|will do|works|acceptable|agree|accept|accepting|mine|proceed|buying|sgtm|lgtm|very well|handshake|hell yeah|hell yes|heck yes|oh yes|yes sir|yessir|aye|si|oui|sorted|settled|done and dusted|game on|right on|bargain|taking it|i give in|so be it|alrighty|i'?m in|i'?m sold|go for it|(?:bloody |my )?oath|too right|righty ?o|no wuckas|no wuckers";
const FILLERS = `${YES_WORDS}|sir|boss|all|please|pls|thanks|thank you|thx|cheers|ta|mate|bro|legend|then|it is|it's|sounds|oh|well|hmm|ah|that|is|and|so|guess|i guess|alrighty|now|today|champ|buddy|man|haha|lol`;

/** The whole message says yes, whatever else it says politely. */
const BARE_YES = new RegExp(`^[\\s,.!:)]*(?:(?:${FILLERS})(?![\\w'])[\\s,.!:)-]*)+$`);
const YES = new RegExp(`^(?:[\\s,.!]*(?:oh|well|hmm|ah))*[\\s,.!]*(?:${YES_WORDS})(?![\\w'])`);
/** A yes that may as well be politeness: "ok thanks". */
const POLITE =
  /^(?:ok|okay|cool|great|sweet|alright|no worries|no dramas|lovely|nice|awesome|excellent|brilliant|legend|amazing|fantastic)?[\s,.!]*(?:thanks|thank you|cheers|ta|thx)\b/;
const JUST_POLITE =
  /^(?:no worries|no dramas|cool|nice|good|lovely|awesome|great|lol|haha|please|so|oh|well|hmm)[\s,.!]*$/;

const ACCEPT =
  /\b(?:i(?:'?ll| will| would like to| wanna| want to|'?d like to|'?d love to|'?m gonna|'?m going to|'?m happy to| can)? (?:just |happily |gladly |definitely )?(?:accept|pay (?:that|it)\b|take (?:it|the deal|that|this|your)\b|buy (?:it|this|that)\b|agree|go with (?:that|it)|go for it|grab it|have it|snap it up|do (?:that|it)\b)|i (?:can|could) (?:do|live with|manage|handle|stretch to|swing|work with) (?:that|this|it)\b|accept(?:ed)? (?:your|the|that|this)? ?(?:offer|price|deal|counter)|accepted|agreed|(?:it|that)(?:'?s| is| sounds like) a deal|deal (?:done|accepted)|done deal|(?:we|you|u)(?:'ve| have|'ll have)? (?:got |have |just got )?(?:a|yourself a|urself a) deal|we have (?:got )?a deal|consider it (?:sold|done)|sold|works? (?:for me|well|fine)|that(?:'ll| will| would|'d| should| does)? (?:just )?works?|(?:it|this|that)(?:'ll| will| would) do|sounds? (?:good|great|fair|perfect|fine|ok|okay|reasonable|like a deal)|(?:happy|good|fine|ok|okay|cool|comfortable) with (?:that|it|this|the price|your)|happy to (?:pay (?:that|the|full|asking|your)|go with|take|accept)|let'?s (?:do (?:it|that|this)|go with|shake|make it happen)|(?:full|asking|list(?:ed)?|that|the|your) price (?:is|works|sounds|seems) (?:fine|ok|okay|good|fair|great|reasonable)|(?:pay|take it (?:at|for)|buy (?:it )?(?:at|for)) (?:the |your )?(?:full|asking|list(?:ed)?)(?: asking)? price|pay the asking|fair enough,? i'?ll|shake on it|lock it in|count me in|(?:we'?re|i'?m|all) good (?:at|with|to go)|that(?:'?s| is| seems) (?:fine|fair|perfect|great|good|ok|okay|alright|reasonable|doable)(?: (?:with|by|for) me| thanks)?|you'?ve (?:convinced me|twisted my arm|sold me)|you win|i'?m (?:in|sold)(?=$|\s*[.!,])|you'?ve got it|you got it|it'?s mine)\b/;
/** "…, deal", "ok deal then": the word ends a clause of its own. */
const ACCEPT_TOO =
  /\b(?:go(?:ing)? ahead(?: with (?:it|that|this))?|on board|happy to proceed|let'?s proceed|please proceed|i(?: can)? confirm|we have an agreement|(?:that )?suits (?:me|us)|that suits|(?:that|this|it)(?:'d| would) be (?:great|perfect|good|fine|lovely|awesome|amazing)|sounds (?:like a plan|alright|about right)|works? (?:4|for) (?:me|us)|(?:dat|that|thats|dats|this|it)(?:'?s| is)? (?:fine|cool|acceptable|ok|okay|agreeable)(?=$|[\s,.!])|a fair (?:price|deal)|(?:call it|that'?s) a (?:deal|yes)|lock me in|i'?ll (?:stretch to|purchase|grab|snag) (?:that|it)|(?:like|love|want) to purchase it|(?:fine|good|okay|ok|cool) (?:by|with|w) (?:me|us)|yes from me|it'?s a yes|take my money|i'?d (?:do|take|accept) that|i'?ll (?:buy|pay(?: now)?)(?=$|[,.!]| thanks)|paying now|transfer (?:now|the money|it now|you)|(?:you'?ve got|you got)(?: yourself)? a buyer|put (?:me|it) down(?: for (?:me|it))?(?=$|[,.!])|i want it(?=$|[,.!])|what you'?re asking|hard bargain|keen at that|(?:you'?ve|you have|you) (?:convinced me|won me over|won)|(?:i'?m|we'?re) (?:taking|buying) (?:it|this)?|i'?ll take one|i'?d (?:like|love|take) it|(?:would love|like|love|want|wanna|let me) (?:to )?(?:take|buy|grab|have) it|^(?:ok |okay |i )?take it|i will buy|(?:it|that|money)(?:'?s| is) yours|give in|can'?t (?:argue with|say no to) that|say no to that|(?:seems|looks) (?:fair|good|reasonable|great|fine)(?: to me)?|fair deal|^love it|(?:we|you)'?re on(?=$|[,.!])|i'?m game|that'?s (?:settled|done)|let'?s settle(?: it)?(?=$|[,.!])|make it so|consider me in|where do i sign|ready to (?:buy|pay)|ready when you are|i'?ll (?:come|be there|pick (?:it )?up|bring (?:the )?cash|send (?:the )?(?:payment|money))|see you (?:then|tomorrow|tonight|there|soon|on)|sending the money|payment (?:coming|sent)|i'?m happy(?=$|[,.!])|accepting (?:your|the|that)|i'?m accepting|yas+ deal)(?![\w'])/;
const DEAL_CLAUSE =
  /(?:^|[.!,;-] ?|\b(?:ok|okay|yes|yeah|then|alright|it'?s|fine|great|well|so) )(?:deal|done|sold|agreed)(?: then| mate| thanks| cheers| thank you)?\s*(?=$|[.!,;])/;

const NOT_ACCEPT =
  /\b(?:not|don'?t|dont|can'?t|cant|cannot|can not|won'?t|wont|never|wouldn'?t|unable to|isn'?t|ain'?t|doesn'?t|doesnt|didn'?t)\s(?:\w+\s){0,3}?(?:accept|agree|take (?:it|that)|do (?:it|that)|happy|buy|a deal|works?|good enough|fair|fine|ok|okay)\b|\bno deal\b|\bsold (?:yet|already|elsewhere|out)\b|\b(?:already|has|was|been|is it|it'?s|one|similar|ones|they|same|usually) (?:\w+ ){0,2}sold\b/;
const CONDITIONAL =
  /\bif\b|\bunless\b|\bbut\b|\bprovided\b|\bas long as\b|\bwhat'?s the deal\b|\bwill i\b|\bshould i\b|\b(?:come|go|bring|drop|knock|lower|throw|make it|take)\b[^.!?]{0,30}\b(?:and|then) (?:i'?ll|we|it'?s|i'?m|you)\b|\bonly when\b|\bdepends\b/;
/** Questions of somebody who has said yes. */
const NEXT_STEP =
  /\b(?:when|where|what time|how)\b[^.!?]{0,40}\b(?:pick|collect|pay|come|get it|grab it|address|meet|next|buy|do we|do i|go from here)\b|\bwhat'?s (?:the|your) (?:address|next)|\bwhat (?:now|next)\b/;
/** Questions, also where only a comma comes before them. */
const QUESTIONS =
  /(?:(?<=^|[,.!;?] ?)(?:and |so |but |also )?(?:when|where|how|what|who|why|which|can|could|would|will|is|are|do|does|did|has|have)\b[^.!?;]*|[^.!?;,]*)\?/g;
const THUMBS = /[\u{1f44d}\u{1f44c}\u{1f91d}\u2705\u{1f4af}\u2714]/u;

export interface Acceptance {
  /** The message says yes to a price. */
  accepts: boolean;
  /** It says that it does not. */
  refuses: boolean;
}

/** Reads a normalised message. `emoji` is the message before emoji were removed. */
export function acceptanceIn(text: string, emoji: string): Acceptance {
  if (NOT_ACCEPT.test(text)) return { accepts: false, refuses: true };
  if (text === "") return { accepts: THUMBS.test(emoji), refuses: false };
  const statements = text.replace(QUESTIONS, " ");
  const yes = YES.test(text);
  const bare = BARE_YES.test(text) && yes && !POLITE.test(text) && !JUST_POLITE.test(text);
  if (bare) return { accepts: true, refuses: false };
  if (CONDITIONAL.test(text) || /^(?:what|how|when|where|why|who)\b/.test(text))
    return { accepts: false, refuses: false };
  const asksNext = NEXT_STEP.test(text);
  const says = ACCEPT.test(statements) || ACCEPT_TOO.test(statements) || DEAL_CLAUSE.test(statements);
  return { accepts: says ? !text.includes("?") || asksNext || !/\?\s*$/.test(text) : yes && asksNext, refuses: false };
}

/** The buyer agrees to an amount: "180 it is", "ok 180", "180 works", "settle on 180". */
export function agreesToAmount(text: string): boolean {
  if (CONDITIONAL.test(text) || NOT_ACCEPT.test(text)) return false;
  if (text.includes("?") && !NEXT_STEP.test(text)) return false;
  return (
    YES.test(text) ||
    ACCEPT.test(text) ||
    ACCEPT_TOO.test(text) ||
    DEAL_CLAUSE.test(text) ||
    /\d\s?(?:dollars|bucks)?,? (?:it is\b|is (?:fine|good|ok|okay|fair|perfect|great|alright)\b|then\b|deal\b|works\b|sounds (?:good|fair|great)\b|sold\b)|\b(?:settle|agree|deal|shake|done|go) (?:on|at|for|with)\b|\byes to\b|^(?:sold|deal|done) (?:for|at)\b/.test(
      text,
    )
  );
}
