/**
 * Finds what a buyer asks for besides the price. Knowzee never agrees to any of it (D64): it repeats what the price
 * covers and offers to ask the seller.
 */

export type DealCondition =
  | "delivery"
  | "extras"
  | "warranty"
  | "hold"
  | "swap"
  | "instalments"
  | "per_unit"
  | "bundle"
  | "inspection"
  /** Work on the item: cleaning, repairing, loading, registering. */
  | "service";

const MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec";
const LATER = `later|(?:at the |the )?end of (?:the |this )?(?:month|week)|pay ?day|next (?:week|month|pay|fortnight|payday|thursday|friday)|on (?:pay ?day|friday|monday)|when i|in (?:a|an|two|three|\\d) (?:week|month|fortnight)s?|in (?:${MONTHS})\\w*|after`;

/** Work that a seller would have to do. */
const WORK =
  "clean|wash|wipe|vacuum|polish|paint|sand|fix|repair|mend|patch|sew|iron|replace|renew|sort|service|oil|tune|pump|inflate|sharpen|charge|reset|install|mount|assemble|disassemble|dismantle|set it up|take it apart|help|load|unload|lift|carry|tow|wrap|pack|register|take (?:it|them|the \\w+) (?:apart|off|down)|put (?:a )?new|give it a (?:clean|wash|wipe|polish|service)|get (?:it|them|the \\w+) \\w+ed";
/** "If you clean it first", "and you fix the seat", "once you've put new tyres on it". */
const SERVICE = new RegExp(
  [
    `\\b(?:if|and|but|once|when|provided|providing|as long as|so long as|after) you(?:'ll|'d|'ve| will| can| could| would| need to| get)*(?: just| also| please| only)* (?:${WORK})\\b|\\b(?:if you get|with|once) (?:it |the \\w+ )?(?:serviced|repaired|fixed|cleaned|(?:transferred|registered)(?! to you))\\b`,
    `\\b(?:can|could|would|will) you (?:please |also |possibly |maybe )*(?!sharpen)(?:${WORK})\\b`,
    `(?:^|[.!?,;] ?|\\bplease |\\bjust )(?:${WORK}) (?:it|them|up|the|all)\\b[^.!?]{0,40}\\b(?:first|then|before|and (?:it'?s|i'?ll|we|you))\\b`,
    "(?<!need )\\bhelp(?:ing)? (?:me |us |to |with )*(?:load|carry|lift|move|get it|put|assemble|the loading|loading|lifting)",
    "\\b(?:with|including) (?:the |a |new |fresh |full )*(?:rego|registration)\\b|\\b(?:rego|registration) (?:transferred|renewed|sorted|paid|done)\\b",
    "\\b(?:cleaned|fixed|repaired|serviced|assembled|washed|installed|dismantled|disassembled|wrapped|sharpened|charged|registered)(?: up)?(?: first| before| by| beforehand| for me)",
    "\\b(?:needs to be|has to be|must be|gets|get it|getting it) (?:cleaned|fixed|repaired|serviced|washed)\\b",
  ].join("|"),
);

const PATTERNS: readonly (readonly [DealCondition, RegExp])[] = [
  [
    "delivery",
    /\bdeliver(?:y|ed|ing|s)?\b|\bdrop(?:ped|ping)? (?:it |them |this |that )?(?:off|over)\b|\bdrop (?:it|them|this|that) (?:round|around|at|to)(?! \$?\d| about| roughly)|\bbring (?:it|them|this|that) (?:to|over|round|around|here|by|out)(?! \$?\d)|\b(?:post|mail|ship|courier|freight) (?:it|this|that|them)\b|\bsend (?:it|this|them) (?!back)|\bship(?:ping|ped)?\b|\bto my (?:door|house|place|home|address|work)\b|\b(?:drop|bring|deliver) (?:it|them|this) (?:to|2) me\b|\b(?:you|u) bring (?:it|them|this)\b(?! down)|\bpostage\b|\bposted\b|\b(?:post|ship|mail|courier|freight|express post) (?:to|over|up|down|out|interstate)\b|\b(?:can|could|would|will|if) (?:you|u|they|someone|anyone) (?:please |be able to |possibly )?(?:post|ship|mail|courier)\b|\bcourier(?:ed)?\b|\bfreight\b|\bdropped (?:at|to|round)\b|\bmeet half ?way (?:at|in|near) (?!\$|\d)|\bdrop (?:it|them|this|that) in (?!price|a bit|half|the price)[a-z]|\bmeet (?:me |up |you )?half ?way in\b|\bmeet (?:me |up |you )?(?:at|in|near|half ?way (?:to|between)) (?!\$|\d|the middle|middle)(?:the |my )?[a-z]/,
  ],
  [
    "extras",
    /\b(?:throw|chuck|toss|thrown|throwing)(?: \w+){0,4} in\b|\bthrow in\b|\b(?:include|included|including|if it includes)\b(?! (?:free )?(?:delivery|postage|shipping|gst|a warranty|warranty))|\b(?:add(?:ing)?(?= the| your| a| in)|comes? with(?! (?:the )?(?:cash|money))|came with)\b|\bwith (?:the|a|your|all|some) [^.!?,\d]{1,25}(?:included|as well|too|thrown in)\b|\d\s?(?:dollars |bucks )?with (?:the|a|an|your|all|some|both|those) (?!\d|cash|note|smile|view|pick|trailer|ute|car\b|warranty|guarantee)|\bplus (?:the|your|that|those) \w+|\bas a bonus\b|\bpart of the deal\b.*\bif so\b|\bas long as (?!it\b)(?:the )?\w+(?: and \w+)? (?:is|are) (?:there|included)\b|\bwant the \w+(?: \w+)? (?:as well|too|also)\b|\b(?:must|has to|needs? to) (?:have|include|come with)\b|\b(?:want|need) the \w+(?: \w+)? (?:included|for the same)\b|\b(?:and|plus|with|\+|&) (?:the|your|a|an|those|that|some) [a-z]+(?: [a-z]+)? (?:too|as well|also|for free)\b|\b(?:only|but) (?:if (?:it comes |it has |you include |i get |you add )?)?with (?:the|a|an|all|your|its)\b|\bif (?:it comes with|it has|i get|you include|you add|you give me|you(?: still)? (?:have|got)) (?:the|a|an|all|your|its|it's|another)\b|\bif you(?: still)? (?:have|got|find) (?:it|them)\b(?! in)|\b(?:charger|box|cable|cables|remote|case|cover|stand|accessories|keys|manual|lid|bag) comes with it\b/,
  ],
  [
    "warranty",
    /\bwarrant\w*|\bguarante\w*|\bmoney[ -]?back\b|\bget my money\b|\brefund\w*|\b(?:return|bring|send|give) (?:it|them) back\b|\b(?:return|returns|returned|returnable)\b/,
  ],
  [
    "hold",
    /\bput a hold on\b|\bhang on ?to (?:it|this|that|them)\b|\bkeep (?:it|them|this) (?:in|at) (?:your|the)\b|\b(?:hold|keep|save|reserve) (?:it |this |that |them |one |the \w+ )?(?:for me|aside|until|till|til|'?til|to (?:next|the)|for (?:a|the|one|two|\d|me|us))\b|\bhold (?:on to )?(?:it|this|that|them|the \w+)\b|\b(?:can|could|would|will) (?:you|u) (?:please )?(?:hold|keep|save|reserve) (?:it|this|that|one)\b|\bhold(?:ing)? (?:until|till)\b|\bwait (?:until|till|til|'til|for (?:me|my|payday|pay day))\b|\bon hold\b|\bmark (?:it |this )?(?:as |down as )?(?:pending|sold|reserved|taken|on hold)\b|\b(?:take|pull) (?:the |your )?(?:ad|listing|it) (?:down|off(?! (?:your?|ur|the|my)\b))\b|\blay-?by\b|\b(?:put|set|keep|leave) (?:it|this|that|them|the \w+) (?:aside|away|to one side|on hold)\b/,
  ],
  [
    "swap",
    /\bswap\w*|\d\s?(?:dollars |bucks |cash )?(?:plus|and|\+|&) my (?!own|wife|husband|partner|mate|mum|dad|son|daughter|brother|sister|friend|ute|car|van|truck|trailer|kids?|thanks|number|phone number|address|word|best|final|max|last|offer)[a-z]+\W*$|\b(?:take|accept) (?:an?|my) (?:old|used|spare) \w+|\brather (?:my|an?) \w+ (?:for it|instead)\b|\d (?:plus|and|\+|&) (?:a|an|some|my) [^.!?]{0,30}\b(?:i have|i've got|of mine|left over|to trade)\b|\band (?:i'll |i can )?(?:mow|clean|paint|fix|wash|bake|cook|build|cut) (?:your|you|for you)\b|\btrad(?:e|es|ed|ing|e-in)\b|\b(?:give|offer) you my (?!offer|word|best|number|final|max|last|price|address|details)[a-z]+|\bexchange (?:it |this )?for\b|\bpart[ -]?ex\w*|\bbarter\w*|\bmy (?:old|spare|other|used) [a-z]+(?: [a-z]+)? (?:plus|and|with|\+|&) \$?\d|\d\s?(?:dollars |bucks |cash )?(?:plus|and|\+|&) my (?:old|spare|other|used) [a-z]/,
  ],
  [
    "instalments",
    new RegExp(
      `\\binstal+ments?\\b|\\bpayments? of\\b|\\b(?:in|over|across|by) (?:\\d|two|three|four|a few|a couple of|several) (?:payments?|weeks|months|fortnights|parts|goes|pays)\\b|\\bpayment plans?\\b|\\bhalf\\b[^.!?]{0,24}\\bhalf\\b|\\bafter ?pay\\b|\\bzip ?pay\\b|\\bklarna\\b|\\b(?:payment|pay) plan\\b|\\bpay (?:it |you |this )?(?:off|in (?:parts|two|three|\\d))\\b|(?<!\\b(?:for|in|once|about|within) )\\b(?:a|per|every|each) (?:week|fortnight|month)\\b|\\b(?:weekly|fortnightly|monthly)\\b|\\b(?:rest|balance|remainder|other half)\\b[^.!?]{0,20}\\b(?:${LATER}|tomorrow)\\b|\\b(?:now|today|up ?front|tonight)\\b[^.!?]{0,16}(?:(?<!\\b(?:at|by|after|around|before|til|till|until) )\\$?\\d+|half|rest)\\b[^.!?]{0,16}\\b(?:${LATER})\\b|\\b(?:pay|give) (?:you )?(?:only )?(?:half|part|some)(?: of it)? (?:today|now|first|up ?front|tonight)\\b|\\bpay (?:you )?(?:half|part|some|the rest)\\b[^.!?]{0,24}\\b(?:${LATER})\\b|\\b(?:a|with|leave a) (?:small |little |\\$?\\d+ )?deposit\\b|^\\$?\\d+ deposit\\b|\\b(?:the )?(?:rest|balance|remainder) (?:on )?(?:mon|tue|wed|thu|fri|sat|sun)\\w*\\b|\\d+ (?:now|today|tomorrow|tonight)\\b[^.!?]{0,8}\\bthe (?:other|rest|remaining)\\b|\\bpay (?:you )?when (?:my|i get|i'm paid)\\b|\\bdeposit (?:now|today)\\b`,
    ),
  ],
  [
    "per_unit",
    /\beach\b(?! other| week| month| day| fortnight)|\ba ?piece\b(?! of)|\ba pop\b|\bper (?:chair|piece|item|unit|one|stool|plate|tyre|box|bag|met(?:re|er)|kilo|kg|pot|plant|book|shelf|panel|tile|disc|game|pair|set)\b|\bjust (?:the )?(?:one|two|three|1|2|3|half)(?: of| chair| stool)\b|(?<!\b(?:are|is|have|has|got|see|saw|about|for|after|had|need) )\b(?:one|two|three|[1-9]) of (?:them|the|these|those)\b(?! (?:\w+ )?(?:are|is|have|has|were|was|look|looks|need|needs|got|missing|broken|don't|doesn't))/,
  ],
  [
    "bundle",
    /\bboth\b|\b(?:take|for) the (?:pair|lot|whole lot)\b|\byour other\b|\b(?:the|that) other (?:one|two|listing|item|ad)\b|\ball (?:of them|three|four|five|[3-9])\b(?=[^.!?]{0,20}\b(?:for|at)\b)|\bif i (?:buy|take|get|grab|bought|took) (?:the |your |another |two |2 |\w+ (?:as well|too|also)\b)|\b(?:together|along) with (?:the|your)\b|\bbundle\w*|\bpackage deal\b|\b(?:this|it|that) (?:and|\+|&|plus) (?:the|your|that|another|those) (?!\d)\w+|\bas a (?:set|pair|package|lot)\b|\b(?:two|2|three|3|more|some|several|few) of your (?:things|items|listings|ads)\b|\bmultiple (?:items|things)\b|\bmore than one\b|\b(?:two|2|three|3) for \$?\d|\bfor (?:two|2|three|3)\b(?! (?:days?|weeks?|hours?|months?|years?|people))/,
  ],
  [
    "inspection",
    /\b(?:provided|providing|as long as|so long as|only if|assuming)(?: that)? (?:it|they|the (?!price|seller|offer|deal)\w+)(?:'s| is| are| has| have| got| comes)? (?!available|there|for sale|still (?:available|there|for sale)|(?:ok|okay|fine|good|alright|all right)? ?(?:with|for|by) (?:you|me|us)|\$?\d)\w+|\b(?:if|provided|providing|as long as|so long as|once|after|assuming|subject to|depending on)\b[^.!?$]{0,30}\b(?:test(?:s|ed|ing)?|inspect\w*|pass(?:es|ed)?|mechanic|checks? (?:it|out|over)|checked (?:it|out|over)|(?:look|looked|have a look) (?:it over|at it first)|works(?! (?:for|with|out)\b)|working|runs|roadworthy|genuine|in good (?:nick|condition|order)|no (?:scratches|dents|damage|rust|faults))\b|\bpending (?:a |an )?(?:look|inspection|test|check)\b|\bneed to (?:see|test|hear|try|check) (?:it|them)\b[^.!?]{0,20}\b(?:before|first)\b|\b(?:assuming|provided|as long as) (?:there(?:'s| is| are) )?no \w+|\b(?:subject to|on (?:the )?condition)\b|\b(?:provided|providing|as long as|so long as|assuming) (?:that )?(?:the|it|its|it's|all)(?: \w+){1,3} (?:is|are|has|have|still|above|over)\b(?! (?:available|there|for sale|ok|fine))|\b(?:test|inspect|try|check|see|hear)\w*\b[^.!?$\d]{0,24}\b(?:first|before)\b[^.!?]{0,12}\b(?:pay|then|\d)|\b(?:if|provided|providing|as long as|so long as|assuming|only if)\b (?:that )?(?:it|they|everything|all|the \w+|that|there)(?:'s| is| are)?(?: (?:still|all|actually|definitely|really|not|in|as|no|isn't|doesn't|don't|got|has))* (?:turn|power|start|run|charge|clean|complete|undamaged|broken|all there|described|described|like the (?:photos|pics|pictures)|sealed|unopened|leak|authentic|legit|real|original|holes|stains|cracks|rust|damage|good|great|perfect|mint)\w*|\b(?:mechanic|inspect\w*|test(?:ing)? it|test (?:drive|ride)|look (?:it )?over|check it|have a look|look at it|see it)\b[^$]{0,40}\bif (?:he|she|they|it|i|all|everything|that|my \w+)(?:'s|'m|'re| is| are)? (?:happy|ok|okay|good|fine|satisfied|all good|checks|likes|goes)\b/,
  ],
  ["service", SERVICE],
];

/** The buyer does without it, or does it alone. */
const NOT_WANTED =
  /\b(?:no need (?:for|to)|without(?: the| any)?|don'?t (?:need|want)|do not (?:need|want)|(?:won'?t|doesn'?t|wouldn'?t) need|not (?:needing|wanting))\b[^.!?,;$\d]{0,30}|\bno (?:delivery|warranty|postage|shipping|extras|swaps?|trades?)(?: \w+)?|\bnot (?:after|looking for|doing) an? (?:swap|trade)\b|\b(?:delivery|postage|shipping|warranty) (?:isn'?t|not) (?:needed|necessary|required)\b|\b(?:i|we)(?:'ll|'d| will| can| could| would|'m happy to)?\b[^.!?,;]{0,16}\b(?:organi[sz]e|arrange|book|sort(?: out)?|use|have|bring|send)\b(?: for)?(?: my| our| a| an| the)?(?: own)? (?:courier|delivery|shipping|transport|removalist|freight|driver)\w*/g;

/** "Does it come with the charger?" asks what is in the listing. */
const ASKED_EXTRAS =
  /(?<=^|[.!?,;] ?|\band )(?:(?:hi|hey|hello|so|also|and|ok)[ ,]+)*\b(?:do|does|did|is|are|was|has|have|what|what's|whats|which|any)\b(?![^.!?;]*\b(?:throw|chuck|toss)\b)[^.!?;]*|(?<=^|[.!?,] ?)(?:the |a )?[a-z]+(?: [a-z]+)? included ?\?/g;

/** A question whether something exists, not a wish for it. */
const PLAIN_QUESTION =
  /(?:^|[.!?,] ?)(?:(?:hi|hey|hello|hi there|g'?day|also|and|ok|oh|so|just wondering)[ ,]+)*(?:do|does|did|is|are|was|has|have|any|what|what's|whats|how|when|why|where|who|which)\b/;
const WONDERS = /\b(?:like|want|need) to know\b|\bwondering (?:if|whether) (?:it|there|the)\b/;
const WISH =
  /\b(?:interest\w*|keen|up for)\b[^?]{0,12}\b(?:trad|swap)|\bwhat's (?:the|your) (?:best |total )?price (?:for|on|if)\b|\bhow much (?:for|if) (?!it\b|this\b(?! (?:and|plus|with|\+))|that\b)|\bdiscount\b|\b(?:throw|chuck)\b|\b(?:can|could|would|will|may|might) (?:you|u|ya|i|we)\b|\bpossible\b|\bany (?:chance|way)\b|\bif\b/;

/** "If it still works", "if they're genuine": any other condition on the item itself, apart from its price and the sale. */
const ON_THE_ITEM =
  /\bif (?:it|they|everything|the (?!price|seller|offer|deal)\w+)(?:'s|'re| is| are| has| have)? (?!\$?\d|still|ok|okay|alright|all right|fine|available|there|going|gone|sold|possible|cool|good(?: for| with)|easier|for|not (?:too|sold|gone)|this|that|the|your|my|any|convenient|today|tomorrow|near|close|helps?|suits?|works? (?:for|with)|makes|sells|goes|comes to|means|doesn't (?:sell|suit|matter)|isn't (?:sold|gone)|was|is\b(?! \w+ing)|fits?|takes|a |an |included|comes with|delivered|best|cheaper|less)/;

/** Returns the conditions named in a normalised message. */
export function conditionsIn(text: string): DealCondition[] {
  const wanted = text.replace(NOT_WANTED, " ");
  // "Does 90 include the stand? If so, deal" makes a condition of the question.
  const asked = !/\bif (?:so|yes|yeah|it does|they do)\b/.test(text);
  const kinds = PATTERNS.filter(([kind, pattern]) => {
    return pattern.test(kind === "extras" && asked ? wanted.replace(ASKED_EXTRAS, " ") : wanted);
  }).map(([kind]) => kind);
  return kinds.length === 0 && ON_THE_ITEM.test(wanted) ? ["inspection"] : kinds;
}

/** Whether the message only asks ("do you deliver?"), and wishes for nothing ("can you deliver it?"). */
export function isPlainQuestion(text: string): boolean {
  return (PLAIN_QUESTION.test(text) && !WISH.test(text)) || WONDERS.test(text);
}
