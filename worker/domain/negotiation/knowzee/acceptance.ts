/** Recognises the many ways in which buyers say yes. Only the button accepts; this decides what Knowzee replies. */

/** Says yes on its own. */
const YES_WORDS =
  "yes|yep|yeah|yea|yup|ya|ok|okay|okie|dokie|dokey|y|sure(?! about)|surely(?! (?:there|you|it|that|the|we|he|she|they|this))|alright|all right|deal|done|perfect|great|cool|good|fine|sweet|absolutely|definitely|totally|of course|excellent|awesome|brilliant|lovely|wonderful|nice|bonza|beauty|ripper|you bet|for sure|too easy|easy|certainly|bingo|agreed|sold|accepted|righto|rightio|go on|you win|you got it|why not|no worries|no dramas|no problem|no probs|fair enough|fair|fair dinkum|happy days|happy|done deal|sure thing|let's go|all good|fantastic|amazing|confirmed|confirm|approved|affirmative|roger(?: that)?|coolio|sweet as|good as gold|can do|will do|do it|works|acceptable|agree|accept|accepting|proceed|buying|sgtm|lgtm|very well|handshake|hell yeah|hell yes|heck yes|oh yes|yes sir|yessir|aye|si|oui|sorted|settled|game on|right on|bargain|taking it|i give in|so be it|i'm in|we're in|i'm sold|i'm down|go for it|(?:bloody |my )?oath|too right|righty ?o|no wuckas|no wuckers|reckon so|i reckon|mint|stoked|indeed|legit|bet|word|please do|say less|say no more|go ahead|yes from me|magic|ace|rad|wicked|hooray|woohoo|yay|yippee|perfecto|perf|fab|noice|sick|epic|grouse";
/** What is said besides it. */
const FILLERS =
  "sir|boss|all|please|pls|thanks|thank you|cheers|ta|mate|bro|brother|legend|then|it's|that's|sounds|oh|well|hmm|ah|aw|right|that|is|and|so|guess|i guess|i suppose|now|today|champ|buddy|man|dude|haha|hahaha|lol|friend|my friend|my|dear|madam|knowzee|very|really|much|the|a|at|price|for me|with me|by me|me|i|to|too|just|we|be|it";

const YES = new RegExp(`^(?:[\\s,.!]*(?:oh|well|hmm|ah|aw|um|and|so|haha))*[\\s,.!]*(?:${YES_WORDS})(?![\\w'])`);
/** The whole message says yes, whatever else it says politely. */
const BARE_YES = new RegExp(`^[\\s,.!:)]*(?:(?:${YES_WORDS}|${FILLERS})(?![\\w'])[\\s,.!:)-]*)+$`);
const ANY_YES = new RegExp(`(?<![\\w'])(?:${YES_WORDS})(?![\\w'])`);
/** A yes that may as well be politeness: "ok thanks", "no worries". */
const POLITE =
  /^(?:(?:ok|okay|cool|great|sweet|alright|no worries|no dramas|no problem|no probs|lovely|nice|awesome|excellent|brilliant|legend|amazing|fantastic|perfect|wonderful|all good|good|oh|haha|ah|well)[\s,.!]*)*(?:thanks|thank you|cheers|ta|much appreciated)\b/;
const JUST_POLITE =
  /^(?:(?:no worries|no dramas|no problem|no probs|cool|nice|good|lovely|awesome|great|lol|haha|hahaha|please|so|oh|well|hmm|mate|bro|it is|right|legend|the|a|i|me|my|we|to|just|very|really|much|dear|friend|sir|boss|buddy|and|now|today|is|it|that|price|at|then|for me)[\s,.!]*)+$/;

const ADVERB =
  "(?:just|happily|gladly|definitely|probably|totally|very|really|so|pretty|quite|absolutely|all|more than|perfectly|actually|still|certainly|really|super|also|bloody|good enough|mighty) ";
const GOOD =
  "good(?: enough)?|fine|fair(?: enough)?|ok|okay|great|perfect|alright|all right|reasonable|acceptable|doable|cool|sweet|excellent|agreeable|decent|lovely|awesome|brilliant|amazing|fantastic|wonderful|ideal|spot on|bang on|about right|just right|manageable|affordable|a (?:bargain|steal)|a (?:very |really |pretty )?(?:fair|good|great|reasonable|nice|decent|awesome) (?:price|deal|offer|compromise)|a deal|a yes|settled|done|sorted|not bad";
/** What is agreed to. */
const PRICE =
  "it|that|this|dat|(?:the|that|this|your|your final|asking|the asking|full|the full|list|listed) (?:price|offer|deal|amount|counter(?: ?offer)?|one)|price|offer|everything";
const THINGS = `${PRICE}|them|these|those|one|the (?:lot|item|thing|couch|bike|table)|yours`;
/** The clause ends, or goes on about the same. */
const CLAUSE_END =
  "(?=$|[\\s]*[,.!;:()-]| (?:(?:for|with|by|to) (?:me|us|my|both)|thanks|thank|cheers|mate|bro|sir|boss|i|i'll|i'd|we|we'll|and|then|so|let|let's|when|how|where|what|deal|now|today|tomorrow|yes|ok|at|haha|lol|my friend|as is|please|see|will|can)(?![\\w']))";

/** "Can I take it" and "before I buy it" say nothing yet. */
const SUBJECT =
  "(?<!\\b(?:can|could|may|should|would|will|if|when|do|did|before|once|after|unless|until|till|where|how|why|that|are|shall|must|what) )(?:i|we)";
const VERB =
  "take|buy|grab|have|snap|accept|purchase|snag|nab|pay|do|go with|go for|go ahead with|agree to|agree with|agree on|agree|proceed with|stretch to|live with|manage|handle|swing|work with|settle for|settle on|pick|roll with|cop|confirm|shake on";

/** Says yes wherever it stands in the message, outside of a question. */
const ACCEPTS = new RegExp(
  [
    // "I'll take it", "we can live with that price", "I would like to buy this".
    `\\b${SUBJECT}(?:'ll|'d| will| would| can| could| shall| do| want to| like to| love to| be| am|'m|'re| ready to| happy to| going to| think i'll| guess i'll| suppose| think| guess| reckon| have to| may as well| might as well| hereby)* (?:${ADVERB})*(?:${VERB})(?: (?:it|that|this))?(?: up)?(?: (?:${THINGS}))(?! (?:cheaper|new|elsewhere|apart|to (?:work|bits)|on gumtree|for less|back|home))`,
    `\\b${SUBJECT}'ll (?:get|cop) (?:it|that|this|one|them)\\b(?! cheaper| elsewhere)`,
    `\\b${SUBJECT}(?:'ll| will)? (?:take|buy|pay|grab|purchase)(?: now| today| please| thanks)*(?=$|[\\s]*[,.!])`,
    `\\b${SUBJECT}(?:'ll|'d|'m| will| do| can| could| would| hereby| happily)*(?: like to| be happy to)? (?:accept|agree|confirm)(?! (?:if|when|that you|it'?s (?:too|a bit)))\\b`,
    `\\b(?:i'm|we're|just|ok|yes|alright|then|fine|^) ?(?:taking|buying|grabbing|accepting|having|getting|paying) (?:${THINGS}|now)\\b`,
    `^(?:(?:${YES_WORDS}|${FILLERS})[\\s,.!]+)*(?:(?:want|would like|like|would love|love|happy|ready|keen|let me|glad|willing) (?:to )?)?(?:take|buy|grab|accept|purchase|pay|do|go with) (?:${PRICE}|them)\\b(?! (?:cheaper|lower|for less|off|in|to|down))`,
    "(?<!\\b(?:you|you'd|you'll|he|she|they|seller|would|will|do|if) )\\baccept (?:your|the|that|this)? ?(?:offer|price|deal|counter)(?!s)",
    "\\b(?:accepted|agreed|accepting|done deal)\\b",
    // "That works", "sounds good to me", "the price is fine".
    `\\b(?:${PRICE})(?:'s|'ll|'d| is| are| will| would| should| does| sounds?| seems?| looks| feels)?(?: like)?(?: be)? (?:${ADVERB})*(?:${GOOD})${CLAUSE_END}`,
    `(?<!\\b(?:do|does|did|will|would|can|could|if|how|that|whether) )\\b(?:${PRICE})(?:'ll|'d| will| would| should| does)?(?: just)? (?:works?|suits?|do)(?: (?:for|with)? ?(?:me|us)| just)?(?: (?:nicely|well|fine|great|perfectly|it|the trick))?${CLAUSE_END}`,
    `\\bsounds? (?:like )?(?:${ADVERB})*(?:${GOOD}|a plan)${CLAUSE_END}`,
    `\\b(?:seems?|looks) (?:${ADVERB})*(?:fair|reasonable|good|fine|ok|okay)${CLAUSE_END}`,
    "\\b(?:be|i'd be|i'm) (?:silly|mad|crazy|stupid) not to\\b|\\b(?:in|within) (?:my|our) budget\\b(?!\\?)",
    "\\b(?:works?|suits?) (?:(?:for|with) )?(?:me|us)\\b|\\bworks (?:well|fine|great|perfectly)\\b",
    `\\b(?<!\\b(?:you|you'd|you're|you be|seller|he|she|they) )(?:${ADVERB})*(?:good|fine|ok|okay|cool|happy|comfortable|content|pleased|satisfied) (?:with|by|at|for|w) (?:${PRICE}|me|us)\\b`,
    `\\bhappy to (?:(?:pay|take|accept|go with|go ahead|proceed|buy|do|settle|stick|agree)\\b)(?: with| at| for| on)?(?: (?:${PRICE}|full|asking))?\\b(?! \\$?\\d| more| a bit)`,
    "\\b(?:pay|take it (?:at|for)|buy (?:it )?(?:at|for)|have it (?:at|for)) (?:the |your )?(?:full|asking|list(?:ed)?|that)(?: asking)?(?: price)?\\b|\\bpay (?:what|whatever) you(?:'re| are)? (?:asking|ask|want)",
    // "I'm in", "count me in".
    `\\b(?:i'm|we're|count me|consider me|then i'm) (?:${ADVERB})*(?:in|sold|game|happy|down|on board|convinced|good to go)(?=$|[\\s]*[,.!]| (?:at|for|with) that| mate| then| thanks| bro)`,
    "\\b(?:i|we|you)(?:'ve| have|'ll have|'re)? ?(?:got |have |just got )?(?:a|yourself a|urself a|ourselves a) (?:deal|sale|buyer)\\b|\\bwe have (?:a |an )?(?:deal|agreement)\\b",
    "\\bconsider it (?:sold|done|mine|bought)\\b|\\b(?:sell|buy|take|have|grab|get|keen|happy|yes|deal|done|ok)\\b[^.!?,]{0,16}\\b(?:at|for) (?:that|this|your)(?: price)?(?=$|[\\s]*[,.!]| please| then| thanks)|\\b(?:call|make) it a (?:deal|yes)\\b|\\b(?:it|that)(?:'s| is| sounds like) a (?:deal|yes)\\b|\\bdeal (?:done|accepted)\\b|\\b(?:it's a|says|said|answer is) (?:yes|ok|okay)\\b|\\byes from me\\b",
    "\\byou(?:'ve| have)? (?:win|won|got me|got it|convinced me|persuaded me|sold me|twisted my arm|talked me into it|won me over|drive a hard bargain|got a buyer|got yourself a (?:deal|buyer|sale))\\b|\\byou're on\\b(?! (?:about|drugs|crack))|\\btwist my arm\\b|\\bwe're on\\b",
    "\\block (?:it|that|me|this) (?:in|up)\\b|\\blocked in\\b|\\bshake on (?:it|that)\\b|\\bcount me in\\b|\\bput (?:me|it) down(?: for (?:me|it))?(?=$|[,.!])|\\bmake it so\\b|\\btake my money\\b|\\bsign me up\\b|\\bwhere do i sign\\b|\\bwrap it up\\b",
    "\\blet's (?:do|go(?: with| ahead)?|shake|lock|seal|settle|proceed|make it happen|get it done|roll with|close|finali[sz]e|call it)(?: on)?(?: (?:it|that|this|the|a))?(?: (?:deal|price))?(?=$|[\\s]*[,.!]| in\\b| then| thanks| please| up\\b| ahead| with)",
    "\\b(?:go|going|happy to go) ahead(?: with (?:it|that|this))?(?=$|[\\s]*[,.!]| (?:with|please|thanks|then|and))|\\bhappy to proceed\\b|\\bplease proceed\\b|\\bready to (?:buy|pay|go)\\b|\\bready when you are\\b",
    "\\b(?:it|that|this)(?:'s|'ll be| is) mine\\b|\\b(?:it|that|money)(?:'s| is) yours\\b|\\bi want it(?=$|[\\s]*[,.!]| please| thanks| at that)",
    "\\bgo on then\\b|\\bwhy not\\b(?=$|[\\s]*[,.!])|\\bgive in\\b|\\bno (?:objections?|complaints?|brainer|doubt)\\b|\\b(?:can't|couldn't|hard to|won't|wouldn't) (?:argue|complain|say no|pass (?:that|it) up|beat that|go wrong|fault that|turn that down)\\b|\\bhard bargain\\b|\\bkeen (?:at|for|on) that(?: price)?\\b|\\bfair enough\\b(?=$|[\\s]*[,.!])",
    "\\bsold\\b|\\blove it(?=$|[\\s]*[,.!])",
    // What only somebody does who has agreed.
    "\\bsee (?:you|ya) (?:then|there|soon|on|at|in|tomorrow|tonight|later|today|this|next|mon|tue|wed|thu|fri|sat|sun)|\\b(?:paying|sending|transferring) (?:it |the money |the payment |you )?(?:now|through|over|shortly)\\b|\\b(?:payment|money|payid|transfer)(?: is)? (?:coming|sent|done|on (?:the|its) way)\\b|\\bi'll (?:come|be there|be over|pick it up|bring (?:the )?(?:cash|money)|send (?:the |you )?(?:payment|money)|transfer|payid|head over|swing by|pop over)\\b(?! \\$?\\d)|\\bi (?:come|pick it up|collect it|pick up)(?= (?:today|tomorrow|tonight|now|get|on|this)\\b)|\\bsending the money\\b|\\btransfer (?:now|the money|it now|you)\\b",
  ].join("|"),
);
/** "…, deal", "ok deal then": the word ends a clause of its own. */
const DEAL_CLAUSE =
  /(?:^|[.!,;-] ?|\b(?:ok|okay|yes|yeah|yep|then|alright|it's|that's|fine|great|well|so|cool|perfect|mate|beauty|righto|and|sure) )(?:deal|done|sold|agreed|accept|accepted|settled|sorted|bargain|mine)(?: then| mate| thanks| cheers| thank you| bro| boss| sir| it is| deal| please)*\s*(?=$|[.!,;)])/;

/** Negations that say yes. They are left out before a refusal is looked for. */
const SAYS_NO_REFUSAL =
  /\bwhy not\b|\b(?:can't|couldn't|won't|wouldn't|don't) (?:argue|complain|say no|refuse|go wrong|wait|mind|fault|beat)\b|\bnot (?:bad|a (?:problem|drama|worry|issue)|too bad|gonna lie)\b|\bwithout (?:a )?(?:doubt|hesitation)\b|\bno (?:objections?|complaints?|brainer|doubt)\b|\bcouldn't be happier\b|\bdon't need to think\b|\bnah (?=(?:that's|all|you're) (?:good|fine|all good|right|cool|fair|ok)\b)/g;
const REFUSES =
  /\b(?:not|never|no longer|unable to|hardly|\w+n't)\s(?:(?!but\b|so\b)[\w']+\s){0,3}?(?:accept\w*|agree\w*|take (?:it|that)|do (?:it|that)|pay (?:it|that)|happy|keen|interested|paying|buy\w*|a deal|works?|good|fair|fine|ok|okay|perfect|reasonable|sold)\b|\bno deal\b/;
const SOLD_TO_OTHERS =
  /\bsold (?:yet|already|elsewhere|out)\b|\b(?:already|has|was|been|is it|it's|one|similar|ones|they|same|usually|get|got|be) (?:\w+ ){0,2}sold\b/;
/** An "if" that is only polite. */
const POLITE_IF =
  /\bif (?:(?:that|this|it)(?:'s| is| works| suits)(?: still)?(?: (?:ok|okay|alright|all right|fine|good|cool|available|there|going|for sale|the best you can do|the best|easier|best))?(?: (?:for|with|by) you)?(?=$|[\s]*[,.!?])|possible|you (?:like|don't mind|want|can)(?=$|[\s]*[,.!?])|(?:it's|that's) your (?:best|final|lowest)|you're (?:ok|happy|keen)(?: with (?:that|it))?(?=$|[\s]*[,.!?]))/g;
const CONDITIONAL =
  /\bif\b|\bunless\b|\bprovided\b|\bas long as\b|\bwhat's the deal\b|\bwill i\b|\bshould i\b|(?<!\b(?:i|i'll|we|we'll|i'd|can|to|would|gladly|just) )\b(?:come|go(?! (?:on|for|with|ahead)\b)|bring|drop|knock|lower|throw|make it|take|chuck|give me|do)\b[^.!?]{0,30}\b(?:and|then) (?:i'll|we|it's|i'm|you)\b(?! (?:see|can|could))|\bonly when\b|\bdepends\b/;
/** Questions of somebody who has said yes. */
const NEXT_STEP =
  /\b(?:when|where|what time|how|(?:can|could|shall|should|do|may) (?:i|we))\b[^.!?]{0,40}\b(?:pick\w*|collect|suits|works|pay|payid|transfer|come|get it|grab it|address|meet|next|buy|do we|do i|go from here|proceed|send)\b|\bwhat's (?:the|your) (?:address|next|payid|bsb|bank|details|number|account)|\bwhat (?:now|next|do i do|happens)\b|\bis (?:today|tonight|tomorrow|saturday|sunday|monday|tuesday|wednesday|thursday|friday|\d+ ?(?:am|pm)?) (?:ok|okay|good|alright|fine)\b/;
/** Questions, also where only a comma comes before them. */
const QUESTIONS =
  /(?:(?<=^|[,.!;?] ?)(?:and |so |but |also )?(?:when|where|how|what|who|why|which|can|could|would|will|is|are|do|does|did|has|have)\b[^.!?;]*|[^.!?;,]*)\?/g;
const THUMBS = /[\u{1f44d}\u{1f44c}\u{1f91d}\u2705\u2714\u2611\u{1f4af}\u{1f64c}\u{1f919}\u{1f197}\u{1faf1}\u{1faf2}]/u;
const THUMB_FIRST = new RegExp(`^\\W*${THUMBS.source}`, "u");

export interface Acceptance {
  /** The message says yes to a price. */
  accepts: boolean;
  /** It says that it does not. */
  refuses: boolean;
}

const NEITHER: Acceptance = { accepts: false, refuses: false };

/** Reads a message in standard spelling. `emoji` is the message before emoji were removed. */
export function acceptanceIn(text: string, emoji: string): Acceptance {
  if (refusesPrice(text)) return { accepts: false, refuses: true };
  if (text === "" || (POLITE.test(text) && THUMB_FIRST.test(emoji)))
    return { accepts: THUMBS.test(emoji), refuses: false };
  if (SOLD_TO_OTHERS.test(text)) return NEITHER;
  if (saysOnlyYes(text)) return { accepts: true, refuses: false };
  const said = unconditional(text);
  if (said === null || /^(?:what|how|when|where|why|who)\b[^?]*$/.test(said)) return NEITHER;
  const asksNext = NEXT_STEP.test(said);
  const statements = said.replace(QUESTIONS, " ").trim();
  const says = ACCEPTS.test(statements) || DEAL_CLAUSE.test(statements) || saysOnlyYes(statements);
  if (says) return { accepts: true, refuses: false };
  return { accepts: YES.test(said) && asksNext && !POLITE.test(said), refuses: false };
}

/** A short message that starts with yes and has no condition, objection or question in it. */
export function startsWithYes(text: string): boolean {
  if (POLITE.test(text) || refusesPrice(text) || /\?|\bbut\b/.test(text) || unconditional(text) === null) return false;
  return YES.test(text) && !JUST_POLITE.test(text) && text.split(" ").length <= 8;
}

const saysOnlyYes = (text: string) =>
  BARE_YES.test(text) && ANY_YES.test(text) && !POLITE.test(text) && !JUST_POLITE.test(text);

const refusesPrice = (text: string) => REFUSES.test(text.replace(SAYS_NO_REFUSAL, " "));

/** Returns what is said without a condition, or null: after "but" counts what follows it ("a bit steep but deal"). */
function unconditional(text: string): string | null {
  const said =
    text
      .replace(POLITE_IF, " ")
      .split(/\b(?:but|however)\b/)
      .at(-1) ?? "";
  return CONDITIONAL.test(text.replace(POLITE_IF, " ")) ? null : said.trim();
}

/** The buyer agrees to an amount: "180 it is", "ok 180", "180 works", "settle on 180". */
export function agreesToAmount(text: string): boolean {
  const whole = unconditional(text);
  if (whole === null || refusesPrice(text)) return false;
  // "Ok 180, where do you live?" asks after it has agreed; "180?" does not.
  const statements = whole.replace(QUESTIONS, " ");
  const said = /\d/.test(statements) ? statements : whole;
  if (said.includes("?") && !NEXT_STEP.test(said)) return false;
  return YES.test(said) || ACCEPTS.test(said) || DEAL_CLAUSE.test(said) || AGREED_AMOUNT.test(said);
}

const AGREED_AMOUNT =
  /\d\s?(?:dollars|bucks)?,? (?:it is\b|is (?:fine|good|ok|okay|fair|perfect|great|alright|doable|reasonable)\b|then\b|deal\b|works\b|sounds (?:good|fair|great|ok|fine)\b|sold\b)|\b(?:settle|agree|agreed|deal|shake|done|go|happy|good|fine|ok|cool|comfortable|stretch|live|lock (?:it|me) in|take it|have it|buy it) (?:on|at|for|with|to)(?: that)? \$?\d|\byes to \$?\d|^(?:sold|deal|done) (?:for|at)\b/;
