/** Recognises the many ways in which buyers say yes. Only the button accepts; this decides what Knowzee replies. */

const YES_WORDS =
  "yes+|yep|yeah+|yea|yup|ya|ok|okay|okey|okie|k|kk|sure|surely|alright|all right|deal|done|perfect|great|cool|good|fine|sweet|absolutely|definitely|of course|excellent|awesome|brilliant|lovely|wonderful|nice|bonza|beauty|ripper|you bet|for sure|too easy|certainly|bingo|agreed|sold|accepted|righto|rightio|go on then|you win|you got it|why not|no worries|no dramas|fair enough|happy days|done deal|sure thing|let'?s go|i'?m in|i'?m sold|go for it";
const FILLERS = `${YES_WORDS}|please|pls|thanks|thank you|thx|cheers|ta|mate|bro|legend|then|it is|it's|sounds|oh|well|hmm|ah|that|is|and|so|guess|i guess|alrighty|now|today|champ|buddy|man|haha|lol`;

/** The whole message says yes, whatever else it says politely. */
const BARE_YES = new RegExp(`^[\\s,.!:)]*(?:(?:${FILLERS})(?![\\w'])[\\s,.!:)-]*)+$`);
const YES = new RegExp(`^(?:[\\s,.!]*(?:oh|well|hmm|ah))*[\\s,.!]*(?:${YES_WORDS})(?![\\w'])`);
/** A yes that may as well be politeness: "ok thanks". */
const POLITE =
  /^(?:ok|okay|cool|great|sweet|perfect|fine|alright|no worries|no dramas|lovely|nice|awesome|excellent|brilliant)?[\s,.!]*(?:thanks|thank you|cheers|ta|thx)\b/;
const JUST_POLITE =
  /^(?:no worries|no dramas|cool|nice|good|lovely|awesome|great|lol|haha|please|so|oh|well|hmm)[\s,.!]*$/;

const ACCEPT =
  /\b(?:i(?:'?ll| will| would like to| wanna| want to|'?d like to|'?d love to|'?m gonna|'?m going to|'?m happy to| can)? (?:just |happily |gladly |definitely )?(?:accept|pay (?:that|it)\b|take (?:it|the deal|that|this|your)\b|buy (?:it|this|that)\b|agree|go with (?:that|it)|go for it|grab it|have it|snap it up|do (?:that|it)\b)|i (?:can|could) (?:do|live with|manage|handle|stretch to|swing|work with) (?:that|this|it)\b|accept(?:ed)? (?:your|the|that|this)? ?(?:offer|price|deal|counter)|accepted|agreed|(?:it|that)(?:'?s| is| sounds like) a deal|deal (?:done|accepted)|done deal|(?:we|you|u)(?:'ve| have|'ll have)? (?:got |have |just got )?(?:a|yourself a|urself a) deal|we have (?:got )?a deal|consider it (?:sold|done)|sold|works? (?:for me|well|fine)|that(?:'ll| will| would|'d| should| does)? (?:just )?works?|(?:it|this|that)(?:'ll| will| would) do|sounds? (?:good|great|fair|perfect|fine|ok|okay|reasonable|like a deal)|(?:happy|good|fine|ok|okay|cool|comfortable) with (?:that|it|this|the price|your)|happy to (?:pay (?:that|the|full|asking|your)|go with|take|accept)|let'?s (?:do (?:it|that|this)|go with|shake|make it happen)|(?:full|asking|list(?:ed)?|that|the|your) price (?:is|works|sounds|seems) (?:fine|ok|okay|good|fair|great|reasonable)|(?:pay|take it (?:at|for)|buy (?:it )?(?:at|for)) (?:the |your )?(?:full|asking|list(?:ed)?)(?: asking)? price|pay the asking|fair enough,? i'?ll|shake on it|lock it in|count me in|(?:we'?re|i'?m|all) good (?:at|with|to go)|that(?:'?s| is| seems) (?:fine|fair|perfect|great|good|ok|okay|alright|reasonable|doable)(?: (?:with|by|for) me| thanks)?|you'?ve (?:convinced me|twisted my arm|sold me)|you win|i'?m (?:in|sold)(?=$|\s*[.!,])|you'?ve got it|you got it|it'?s mine)\b/;
/** "…, deal", "ok deal then": the word ends a clause of its own. */
const DEAL_CLAUSE =
  /(?:^|[.!,;-] ?|\b(?:ok|okay|yes|yeah|then|alright|it'?s|fine|great|well|so) )(?:deal|done|sold|agreed)(?: then| mate| thanks| cheers| thank you)?\s*(?=$|[.!,;])/;

const NOT_ACCEPT =
  /\b(?:not|don'?t|dont|can'?t|cant|cannot|can not|won'?t|wont|never|wouldn'?t|unable to|isn'?t|ain'?t|doesn'?t|doesnt|didn'?t)\s(?:\w+\s){0,3}?(?:accept|agree|take (?:it|that)|do (?:it|that)|happy|buy|a deal|works?|good enough|fair|fine|ok|okay)\b|\bno deal\b|\bsold (?:yet|already|elsewhere|out)\b|\b(?:already|has|was|been|is it|it'?s|one|similar|ones|they|same|usually) (?:\w+ ){0,2}sold\b/;
const CONDITIONAL =
  /\bif\b|\bunless\b|\bbut\b|\bprovided\b|\bas long as\b|\bwhat'?s the deal\b|\bwill i\b|\bshould i\b|\bonly when\b|\bdepends\b/;
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
  if (CONDITIONAL.test(text)) return { accepts: false, refuses: false };
  const asksNext = text.includes("?") && NEXT_STEP.test(text);
  const says = ACCEPT.test(statements) || DEAL_CLAUSE.test(statements);
  return { accepts: says ? !text.includes("?") || asksNext || !/\?\s*$/.test(text) : yes && asksNext, refuses: false };
}

/** The buyer agrees to an amount: "180 it is", "ok 180", "180 works", "settle on 180". */
export function agreesToAmount(text: string): boolean {
  if (CONDITIONAL.test(text) || NOT_ACCEPT.test(text)) return false;
  if (text.includes("?") && !NEXT_STEP.test(text)) return false;
  return (
    YES.test(text) ||
    ACCEPT.test(text) ||
    DEAL_CLAUSE.test(text) ||
    /\d\s?(?:dollars|bucks)?,? (?:it is\b|is (?:fine|good|ok|okay|fair|perfect|great|alright)\b|then\b|deal\b|works\b|sounds (?:good|fair|great)\b|sold\b)|\b(?:settle|agree|deal|shake|done|go) (?:on|at|for|with)\b|\byes to\b|^(?:sold|deal|done) (?:for|at)\b/.test(
      text,
    )
  );
}
