/**
 * Spells a buyer's message the standard way before it is read: contractions with their apostrophe, abbreviations in full,
 * common misspellings and repeated letters corrected. Amounts stay as they are.
 */

/** Words typed without their apostrophe, where the word without it is rare in a negotiation. */
const APOSTROPHES =
  "i'm i'll i'd i've you're you'll you'd you've he's she's we've they're they've they'll it's it'll it'd that's that'll that'd there's here's this'll what's what're where's when's who's how's why's let's don't doesn't didn't can't couldn't won't wouldn't shouldn't isn't aren't wasn't weren't haven't hasn't ain't";

/** What people type for a word, each list before the word it stands for. */
const SPELLINGS: readonly (readonly [typed: string, word: string])[] = [
  ["u yu yuo yoo", "you"],
  ["urs", "yours"],
  ["wud wld woud wold wuld wouldd wouls wuold", "would"],
  ["cud cld coud culd cuold", "could"],
  ["shud shld", "should"],
  ["cn", "can"],
  ["wil wll", "will"],
  ["pls plz plse plis pleas plase", "please"],
  ["thx thnx tnx tks thks thanx thankx fanks thnks tyvm tysm ty tq thankyou tanx thankss", "thanks"],
  ["np nps", "no problem"],
  ["nw nws", "no worries"],
  ["rn", "right now"],
  ["atm", "at the moment"],
  ["omw", "on my way"],
  ["lmk", "let me know"],
  ["idk dunno", "i don't know"],
  ["tmrw tmr tmrrw tmw tomoz tomo tomoro tomorro 2moro 2morrow 2mrw 2mro", "tomorrow"],
  ["2nite 2night tonite", "tonight"],
  ["2day tday", "today"],
  ["wknd", "weekend"],
  ["arvi", "arvo"],
  ["cuz coz cos bcoz becoz", "because"],
  ["wats wots wuts whts", "what's"],
  ["wat wot wut wht", "what"],
  ["wen", "when"],
  ["wer", "where"],
  ["hw", "how"],
  ["abt", "about"],
  ["bout", "about"],
  ["avail avlbl availble availible avaliable availabe", "available"],
  ["gr8", "great"],
  ["gud gd goood", "good"],
  ["m8", "mate"],
  ["l8r", "later"],
  ["dis", "this"],
  ["dat tht", "that"],
  ["da teh th", "the"],
  ["wif wiv", "with"],
  ["luv", "love"],
  ["hav haf hve", "have"],
  ["tak tke taek tkae", "take"],
  ["giv gve", "give"],
  ["mak", "make"],
  ["pik", "pick"],
  ["bai", "buy"],
  ["wanna", "want to"],
  ["gonna gunna gona", "going to"],
  ["gotta", "got to"],
  ["lemme", "let me"],
  ["gimme gimmie", "give me"],
  ["ea", "each"],
  ["prolly", "probably"],
  ["def deffo defo deffs definately definatly definetly defs", "definitely"],
  ["sry soz srry sorrry sory soory", "sorry"],
  ["oki oke okey okee okidoki okk kk kay okai okies", "ok"],
  ["yeh yh yee ye yiss yis yurp yerp yas yess yesh yeap yuss ys yse", "yes"],
  ["nup nop nuh noo nay", "no"],
  ["alrite allright awright aight orright alrighty", "alright"],
  ["bewdy bewty bewdiful beut beaut", "beauty"],
  ["ofer offr ofr offre ofert", "offer"],
  ["acept accep acccept axcept acxept aksept exept", "accept"],
  ["dael deel deall dea", "deal"],
  ["prise prce pirce", "price"],
  ["lwoer loewr lowr", "lower"],
  ["lowset lowst loest", "lowest"],
  ["chepaer cheeper chepr", "cheaper"],
  ["negotible negociable negotable", "negotiable"],
  ["sounsd soudns sonds", "sounds"],
  ["dollers dolla dollas dolars dollar's dollarz", "dollars"],
  ["doller dolar", "dollar"],
  ["delivry delivary", "delivery"],
  ["waranty warrenty warrantee", "warranty"],
  ["garantee gaurantee guarentee garuntee", "guarantee"],
  ["tho", "though"],
  ["thru", "through"],
];

/** Long words that the rules depend on. One wrong, missing, added or swapped letter is corrected. */
const KEYWORDS =
  "accept accepted accepting offering offered lowest cheaper cheapest discount negotiable negotiate flexible deliver delivery delivered postage shipping warranty guarantee available interested tomorrow thanks please perfect agreed should absolutely definitely reasonable brilliant instalments included include exchange mechanic condition scratches dimensions hundred thousand ninety seventy thirty twenty expensive awesome excellent wonderful acceptable purchase transfer something anything minimum maximum percent dollars worries alright another yourself collect payments provided subject reserve fortnight monday tuesday wednesday thursday friday saturday sunday quarter consider sharpen changed decline already flexibility wiggle fifteen sixteen seventeen eighteen nineteen elsewhere somewhere wondering morning evening afternoon together bought unless whereabouts address budget inspection proceed payment courier deposit difference middle halfway happily certainly possible anyone location".split(
    " ",
  );
/** Words of their own that differ from a keyword by one letter. */
const NOT_TYPOS = new Set(
  "accent accents slowest cheater cheapen prefect agree greed agrees warrant hostage shopping chipping sipping whipping skipping slipping thank tank tanks thinks pleased lease pleas delivers thirst thirsty seventh twentieth expansive extensive dismount storage excepted worried worrier alight provider provides quartet sharper changes charged chanced changer sundae sundry muddle meddle moaning mourning brought possibly wandering courtier sealing insect".split(
    " ",
  ),
);
const KNOWN = new Set(KEYWORDS);

const WORDS = new Map<string, string>([
  ...APOSTROPHES.split(" ").map((word) => [word.replace("'", ""), word] as const),
  ...SPELLINGS.flatMap(([typed, word]) => typed.split(" ").map((form) => [form, word] as const)),
]);
// These are words of their own, which only their neighbours tell apart: see PHRASES.
for (const word of ["were", "shell", "hell", "well", "wed", "shed", "id's"]) WORDS.delete(word);

/** What needs the neighbouring words to be read. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  // "ur dreaming", "what your asking", but "your asking price".
  [
    /\b(?:ur|your)(?= (?:dreaming|kidding|joking|welcome|on\b|asking(?! price)|selling|wanting|offering|saying|at\b|well\b|right\b|happy|keen|free\b|a (?:legend|star|champ)|the best|so\b|not\b|still|located|based))/g,
    "you're",
  ],
  [/\bur\b/g, "your"],
  [/\br(?= (?:you|they|these|those|we|there)\b)|(?<=\b(?:you|they|what|how|where|when|there|prices?|we) )r\b/g, "are"],
  [/\bb(?= (?:ok|okay|good|happy|fine|able|keen|there|great|cool|interested|alright|possible|enough|at)\b)/g, "be"],
  [/(?<=[a-z] )4(?= (?:me|us|you|it|this|that|the)\b)/g, "for"],
  [/(?<=[a-z] )2(?= (?:me|us|you|my|the|go|do|take|pay|buy|get)\b)/g, "to"],
  [/(?<=[a-z] )w(?:\/ ?| )(?=[a-z$\d])/g, "with "],
  [/\bn(?= (?:i|we|it|you|can|will|would|its|the|a|u)\b)/g, "and"],
  [/(?<=\b(?:would|could|can|will|do|if|are|for|from|give|off|what|do) )ya\b/g, "you"],
  // "I except your offer".
  [/(?<=^|\b(?:i|i'll|will|can|to|we|happily) )except(?=(?:ed|ing)? (?:your|the|this|that|it)\b)/g, "accept"],
  // "2.2 k" is an amount.
  [/(?<!\d ?)\bk\b/g, "ok"],
  [/\bwell(?= (?:take|have|buy|grab|pay|do|go|get|come|pick) (?:it|that|this|the|with|for|them)\b)/g, "we'll"],
  [/\bwere(?= (?:happy|keen|interested|good|in\b|taking))/g, "we're"],
  [/\bi am\b/g, "i'm"],
  [/\bwe are\b/g, "we're"],
  [/\byou are\b/g, "you're"],
  [/\b(?:can not|cannot)\b/g, "can't"],
  [/\b(do|does|did|is|are|was|would|could|should|have|has) not\b/g, "$1n't"],
  [/\bwill not\b/g, "won't"],
  [/\btanks(?= (?:mate|heaps|a lot|so much|bro|you|for)\b|$)/g, "thanks"],
];

/** Returns a normalised, lower-case message in standard spelling. */
export function respell(text: string): string {
  const words = text.replace(/(?<![\p{L}\d.@/'-])[a-z\d][a-z\d']*(?![\p{L}\d@/]|[.-][a-z\d])/gu, respelled);
  return PHRASES.reduce((read, [form, word]) => read.replace(form, word), words);
}

function respelled(word: string): string {
  const known = WORDS.get(word);
  if (known !== undefined) return known;
  if (/\d/.test(word) || word.length < 3 || KNOWN.has(word)) return word;
  // "yesss", "sooo", "goooood": three equal letters in a row are never right.
  if (/([a-z])\1\1/.test(word)) {
    const twice = word.replace(/([a-z])\1{2,}/g, "$1$1");
    const once = word.replace(/([a-z])\1{2,}/g, "$1");
    return DOUBLED.has(twice) || WORDS.has(twice) ? (WORDS.get(twice) ?? twice) : respelled(once);
  }
  if (word.length < 6 || NOT_TYPOS.has(word)) return word;
  return KEYWORDS.find((keyword) => isTypo(word, keyword)) ?? word;
}

/** Words with a double letter, which stay so when the letter is repeated more often. */
const DOUBLED = new Set(
  "good cool too sweet cheers agree all sell off free see need keep pass hell deep steep looks look full will well still three less i'll we'll you'll it'll that'll book room fifteen".split(
    " ",
  ),
);

/** Whether one letter is wrong, missing, added or swapped with the next. A last letter more or less is an inflection. */
function isTypo(word: string, keyword: string): boolean {
  if (Math.abs(word.length - keyword.length) > 1 || word.startsWith(keyword) || keyword.startsWith(word)) return false;
  let same = 0;
  while (same < word.length && word[same] === keyword[same]) same++;
  // The first letter is seldom wrong, and words that differ in it are mostly other words.
  if (same === 0) return false;
  const typed = word.slice(same);
  const meant = keyword.slice(same);
  return (
    typed.slice(1) === meant ||
    typed === meant.slice(1) ||
    typed.slice(1) === meant.slice(1) ||
    (typed[0] === meant[1] && typed[1] === meant[0] && typed.slice(2) === meant.slice(2))
  );
}
