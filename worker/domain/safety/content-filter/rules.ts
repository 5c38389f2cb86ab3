/** Patterns of scam messages, over lower-case text. Each rule has a reason and a level. */
import type { FilterReason } from "./verdict.ts";

export interface Rule {
  reason: FilterReason;
  level: "warn" | "hold";
  pattern: RegExp;
  /** Exception: the same words in a harmless sense. */
  unless?: RegExp;
  /** A match in a refusal ("I won't take payment outside") does not count. */
  refusable?: boolean;
}

const APPS =
  "whats ?app|what'?s app|what?s+ ?a+p+|watsap+|wassap+|tele ?gram|signal|viber|we ?chat|weixin|messenger|facebook|fb|f b|insta(?:gram)?|snap(?:chat)?|discord|kik|skype|imo|hangouts|line|gumtree|tiktok";
const CHAT_APPS = "whats ?app|what'?s app|whatsap+|watsap+|wassap+|tele ?gram|viber|we ?chat|weixin|kik";
const ME = "(?:me|us)";
const YOUR = "(?:your|ur|ya|yr|yor)";
const HERE = "(?:here|(?:the|this) (?:app|site|platform|website|chat|checkout)|goodstreet)";

/** A pattern, or a pattern with its exception. */
type Entry = RegExp | string | [pattern: RegExp | string, unless: RegExp];

function rules(
  reason: FilterReason,
  level: Rule["level"],
  entries: readonly Entry[],
  more?: { refusable: true },
): Rule[] {
  return entries.map((entry) => {
    const [pattern, unless] = Array.isArray(entry) ? entry : [entry];
    return { reason, level, pattern: new RegExp(pattern), ...(unless && { unless }), ...more };
  });
}

const OFF_PLATFORM: readonly Rule[] = [
  ...rules("off_platform", "warn", [
    [
      `\\b(?:add|find|hit|message|msg|text|dm|pm|contact|reach|chat|talk|write|move|go|switch|finish|look)\\b.{0,40}\\b(?:on|via|through|over|by|up|to|at|instead)\\b.{0,12}\\b(?:${APPS})\\b`,
      /\bon (?:the )?(?:phone|signal box)\b|\bline up\b/,
    ],
    `\\b(?:(?:do|can|could|would) )?(?:you|u|we|i|ya) (?:have|use|got|do|swap to|go on)\\b.{0,12}\\b(?:${CHAT_APPS}|signal|messenger|insta|snap(?:chat)?|discord|skype)\\b`,
    `\\b(?:my|on|id:?) ?(?:${CHAT_APPS}|insta(?:gram)?|snap(?:chat)?|facebook|fb|discord)(?: (?:name|id|handle|is|account)|:| ?=)`,
    `\\b(?:${CHAT_APPS}|line|discord|snap(?:chat)?|insta(?:gram)?|kik) ?(?:id|name|handle|username)\\b|\\b(?:snap(?:chat)?|kik|tele ?gram|insta|weixin|we ?chat) ?: ?\\w|\\bweixin \\w`,
    [
      `\\b(?:${CHAT_APPS}|viber|kik|fb|facebook) ${ME}\\b|\\b(?:on|add my|via|by|through) (?:${CHAT_APPS}|snap(?:chat)?|insta)\\b|\\b(?:${CHAT_APPS}) (?:pls|please|only|is (?:better|best|easier|quicker))\\b|^(?:got |have |use )?(?:${CHAT_APPS}) ?[?!.]*$|\\bgot (?:${CHAT_APPS})\\b|\\b\\d{3,} (?:on )?(?:${CHAT_APPS})\\b`,
      /\btelegram from\b/,
    ],
    `\\b(?:viber|signal|${CHAT_APPS}) ?(?:/|or|and) ?(?:viber|signal|${CHAT_APPS})\\b`,
    /\bfriend request\b|\b(?:im|i'?m|i am) on (?:snap(?:chat)?|insta|tele ?gram|fb|facebook|whats ?app)\b|\blook me up on\b|\bfind me on\b|\bhit me up\b/,
    /\b(?:search|find|google|look)(?: for| up)? (?!(?:the|this|that|an?|it|them|similar|more|its|these|those|manuals?|reviews?)\b).{1,30}\bon (?:gumtree|ebay|facebook|fb|marketplace|insta(?:gram)?|etsy|depop|tik ?tok)\b|\b(?:my|our) (?:etsy|ebay|depop|facebook|fb|insta(?:gram)?|gumtree|shopify|vinted) (?:shop|store|page|profile|group|site)\b|\bjoin (?:our|my) (?:telegram|discord|whats ?app|facebook|fb)\b|\bt me (?:slash|\/)/,
    [
      /\b(?:number|mobile|ph|contact|digits)(?:'?s| is)? in (?:the |my )?(?:\w+ )?(?:photos?|pics?|pictures?|images?)\b/,
      /\b(?:model|serial|part|product|item|batch|frame|plate) (?:number|no)\b/,
    ],
    /\bon (?:facebook|fb|gumtree)(?: marketplace)?(?: too)?,? (?:cheaper|it'?s cheaper|message me)\b/,
  ]),
  ...rules(
    "off_platform",
    "warn",
    [
      [
        `\\b(?:chat|talk|deal|message|speak|continue|take (?:this|it)|move)\\b.{0,24}\\b(?:off|outside|somewhere else|elsewhere)\\b(?:.{0,8}\\b${HERE})?`,
        /\b(?:step|come|pick it up|look|sit|see|move it|put it|meet)\b.{0,8} outside\b|\d ?% off|\btake (?:it|this) off (?:the )?(?:wall|hook)\b|\btake (?:it|this) off now\b/,
      ],
    ],
    { refusable: true },
  ),
  ...rules("off_platform", "warn", [
    /\b(?:not on here much|(?:never|don'?t|rarely|hardly)(?: really)? (?:on|check|use|look at|read) (?:this|here|my messages here)|this (?:app|chat|site) (?:is (?:slow|bad|crap|annoying)|keeps crashing))/,
    /\bgoogle my (?:shop|name|business|store)\b|\bcontact ?details\b|\bmessage me off\b/,
  ]),
];

const CALLS: readonly Rule[] = [
  ...rules("off_platform", "warn", [
    [
      /\b(?:just |please |pls |can you |could you |better to |you can |shoot me a |send me a |flick me a |drop me a |by |via )(?:text|txt|sms|call|ring|phone)(?: (?:me|us)| instead| message|$|[.!?,])/,
      /\bcall (?:me|it) (?:old|crazy|fussy|picky|cheap|when you (?:get|are) here)\b|\b(?:text|call)(?:ed)? it\b|\bby text books?\b/,
    ],
    [/\b(?:text|txt|sms|call|ring|phone|whatsapp) me\b/, /\bcall me (?:old|crazy|fussy|picky|cheap|a )/],
    /\bgive (?:me|us) a (?:bell|buzz|ring|call)\b|\b(?:better|prefer|easier|quicker) (?:to|by|via) (?:sms|text|phone|call)\b|\breach me (?:on|at)\b|\b(?:i'?ll|i will|will|can) (?:call|ring|text|phone|sms) (?:you|u)\b|\b(?:can|could) (?:call|ring|text|phone) (?:you|u)\b/,
    [
      `\\b(?:${YOUR}|contact|swap) (?:phone |mobile |mob |cell |contact |best |whatsapp )?(?:numbers?|no|nr|digits|mobile|mob|cell|phone)(?: no)?\\b(?! ?(?:plate|case|of))`,
      /\b(?:is|has|does|did|was|where'?s) (?:your|ur) (?:phone|mobile)\b|\b(?:phone|mobile)'?s (?:battery|screen|model|storage|colour)\b|\bnumber ?plate\b|\b(?:never|won'?t|don'?t)\b.{0,20}\bnumber\b/,
    ],
    /\b(?:what'?s|whats|what is) the best number\b|\bis there a number\b|\bmy (?:digits are|(?:phone |mobile |cell )?(?:number|no) (?:is|in|on|starts)|mobile is|number:)\b|\bhere'?s my (?:number|mobile|digits)\b|\b(?:half|part) of my number\b|\blet me know your (?:mobile|number|phone)\b/,
  ]),
  ...rules("email", "warn", [
    [
      `\\b(?:${YOUR}|an?) (?:e-?mail|gmail)(?: address)?\\b(?! (?:on|in|from|notification|about|receipt))`,
      /\b(?:got|received|get|sent me|is there|have|had) an e-?mail\b|\byour e-?mail (?:just )?(?:arrived|came)\b/,
    ],
    /\b(?:e-?mail me|e-?mail is better|reply to my e-?mail|write to my e-?mail|(?:best|better|easier|prefer) (?:to|by|via) e-?mail|only e-?mail\b|^e-?mail(?: address)? pl(?:s|z|ease)|(?:find|see) my e-?mail|write (?:to )?me at)\b/,
  ]),
];

const OUTSIDE_PAYMENT: readonly Rule[] = [
  ...rules("outside_payment", "hold", [
    /\b(?:don'?t|do not|no) need (?:for )?(?:goodstreet|the checkout|the app|the site|this site|this app)\b/,
    /\b(?:cancel|remove|delete|end)\b.{0,14}\b(?:order|listing|ad)\b.{0,30}\b(?:deal|direct|cash|outside|private\w*)\b|\bcash\b.{0,40}\b(?:cancel the order|no need (?:for|to use)|no order|skip)\b|\bno need (?:for|to use) (?:the )?(?:buy now|checkout)\b|\bdeal direct\b|\btransfer direct\b|\bno order on here\b/,
  ]),
  ...rules(
    "outside_payment",
    "hold",
    [
      [
        `\\b(?:outside(?: of)?|without|around|off|skip(?: the)?|avoid(?: the)?|bypass(?: the)?|no need (?:for|to use)(?: the)?|don'?t need|do not need)\\b.{0,14}\\b(?:${HERE}|goodstreet|checkout|fees?|platform|app)\\b`,
        /\bdon'?t send\b|\bfee(?:s)? included\b|\bworks without (?:the|an?) app\b|\btake(?:s)? the fee off\b/,
      ],
    ],
    { refusable: true },
  ),
  ...rules("outside_payment", "hold", [
    /\b(?:cancel|mark it sold)\b.{0,30}\b(?:transfer|pay me|just bring cash|pay me (?:on|directly)|on the side|straight|directly)\b/,
  ]),
  ...rules(
    "outside_payment",
    "hold",
    [
      [
        /\b(?:pay|send|transfer|deposit|eft)\b.{0,24}\b(?:directly|direct|privately|straight|on the side)\b.{0,14}\b(?:to me|me|into my|to my|to your|instead|account)?\b/,
        /\b(?:straight (?:away|after)|directly (?:from|under|behind|opposite|next))\b(?!.*pay me)/,
      ],
    ],
    { refusable: true },
  ),
  ...rules("outside_payment", "hold", [
    /\b(?:pay(?:ing)?|paid) me (?:directly|direct|straight|privately)\b|\bjust (?:pay|transfer) me\b|\bdirect deposit\b|\b(?:do|doing) it privately\b|\boff the books\b|\bdon'?t (?:buy it through|press buy|use the checkout)\b/,
    [
      /\b(?:send|transfer|pay|need|want|leave)\b.{0,16}\b(?:a |the |\$?\d+ )?(?:holding )?deposit\b(?!s? on| box)|\bdeposit (?:first|upfront|before viewing)\b|\bholding deposit\b/,
      /\bdo you need a deposit\b|\bi don'?t do deposits\b/,
    ],
    [
      /\b(?:send|transfer|pay) (?:the |your |me the )?(?:money|half|full amount|cash)\b.{0,20}\b(?:first|now|upfront|up front|straight|before)\b|\bpay(?:ment)? (?:up ?front|in advance)\b/,
      /\bshould i\b|\bbefore i\b/,
    ],
    /\bb ?s ?b\b.{0,14}(?:\d|\b(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|double|triple)\b)|\bacc(?:oun)?t\b(?: no| number| num)?(?: is|:|#)? \d{2,4}(?: \d{2,4}){2,4}|\b\d{3}[- ]?\d{3} \d{6,10}\b|\bacc(?:oun)?t?(?: no| number)?(?: is|:)? ?\d{6,10}\b|\bacc(?:oun)?t(?: number)? (?:is )?\d{4} ?\d{4}\b|\bbsb (?:to follow|and acc)/,
  ]),
  ...rules("outside_payment", "warn", [
    [
      `\\b${YOUR} (?:bank|account|acc|bsb)(?: (?:account|and account))? ?(?:details|number|no|info)?\\b|\\b(?:send|give) me (?:${YOUR} )?(?:bsb|account details|bank details)\\b|\\bhere (?:are|is) my (?:bank|account) details\\b`,
      /\b(?:showed? up|shows? (?:up )?in|arrived? in|appeared in|is) (?:your|ur) account\b|\byour account (?:on here|page|here)\b/,
    ],
  ]),
  ...rules("outside_payment", "hold", [
    [/\bpay ?pal\b/, /\b(?:not?|don'?t|won'?t) (?:take |accept |do |use )?pay ?pal\b/],
    /\bwestern union\b|\bmoney ?gram\b|\bzelle\b|\bvenmo\b|\bcash ?app\b|\btransferwise\b|\bremitly\b|\brevolut\b|\bworldremit\b|\bpay ?send\b|\bxoom\b|\bpay via wise\b|\b(?:use|with|by|via|on|through) wise\b|\bmy wise\b/,
    [
      /\bbeem\b|\bosko\b.{0,24}\b(?:mobile|phone|number)\b|\b(?:zip|afterpay)\b.{0,14}\boutside\b|\bfriends (?:and|&|n) family\b|\bf ?(?:&|and) ?f\b/,
      /\bsuits friends and family\b|\bfor friends and family\b|\b(?:cash|osko|pay ?id)\b.{0,20}\bbeem\b|\bbeem\b.{0,30}\b(?:in person|(?:at|on) pick ?up)\b/,
    ],
    /\bpay (?:you |me )?cash and skip\b|\bhalf now\b.{0,20}\btransfer\b/,
  ]),
];

const PAYID: readonly Rule[] = [
  ...rules("payid", "hold", [
    /\bpay ?-?id\b.{0,160}\b(?:upgrad\w*|business|limit\w*|expand\w*|refund\w*|reimburs\w*|pending|on hold|junk|spam|e-?mail\w*|fee|activat\w*|sister|brother|cousin|agent|full name|send (?:\$?\d+|back))\b|\b(?:e-?mail from|junk).{0,30}\bpay ?-?id\b/,
  ]),
  ...rules("payid", "warn", [/\bpay ?-?id\b/]),
];

const COURIERS: readonly Rule[] = [
  ...rules("courier", "hold", [/\b(?:cash|money) in an envelope\b|\benvelope (?:of|with)(?: the)? (?:cash|money)\b/]),
  ...rules("overpayment", "hold", [
    [
      /\b(?:sent|paid|transferr?ed|pay) (?:you )?(?:too much|extra by (?:accident|mistake)|more than (?:you'?re|you are|the) asking|more than asked)\b|\bover ?paid\b|\bsent you too much\b|\b(?:too much|extra|excess|difference|balance|remainder|rest)\b.{0,40}\b(?:refund|return|send|wire|forward|transfer|pay) (?:it |the |back|200 back|to)\b/,
      /\btoo much for me\b/,
    ],
    [
      /\b(?:refund|return|wire|forward|send) (?:me )?(?:the )?(?:difference|excess|extra (?:money|amount|cash|funds)|extra(?= to|$|[.!?,])|balance|rest|remainder)\b(?! of (?:the|your|it|them)\b)/,
      /\b(?:i'?ve|i have|we'?ve) refunded\b/,
    ],
    /\b(?:extra|more|additional|\$?\d+)\b.{0,24}\b(?:for your (?:trouble|time|stress)|on top by|so you can pay|you pass it on|to cover the (?:mover|courier|pick))/,
    [
      /\b(?:cashier'?s?|certified|personal) (?:check|cheque)s?\b|\b(?:with|by|post you|post|send|mail|accept|a|pay) (?:a )?bank cheque\b(?! only)|\bche(?:que|ck)\b.{0,40}\b(?:clears?|balance|movers?|forward|wire|more|shipping|mail(?:ed)?)\b|\bfor the cheque\b|\b(?:send|post|mail) (?:you |a |the )*cheque\b/,
      /\bchecks? (?:the|if|out)\b|\bcheck it\b/,
    ],
  ]),
  ...rules("courier", "hold", [
    [
      /\b(?:my|an?|the|shipping|courier) (?:courier|shipper|shipping|mover|moving|removal\w*|freight|pick ?up|delivery|transporter)(?: agent| company| man| guy| service)?\b.{0,60}\b(?:envelope|cash|fee|money|insurance|reimburs\w*|contact you|e-?mail you|link)\b/,
      /\b(?:postage|courier) (?:bag|van|bike)\b|\bmover'?s\b|\bhis (?:van|trailer)\b|\bno (?:delivery|shipping) fee\b/,
    ],
    [
      /\b(?:my|an?) (?:courier|shipper|mover|freight (?:agent|company)|(?:shipping|pick ?up|delivery|moving|courier|removal) agent|transporter|shipping company)\b.{0,60}\b(?:collect|pick ?(?:it )?up|come|comes|will|payment|paid|trouble)\b/,
      /\bcourier (?:bag|van|bike)\b|\bmover'?s\b/,
    ],
    /\b(?:arrange|cover|pay|paid)\b.{0,20}\b(?:courier|mover|removalist|shipper)\b.{0,40}\b(?:on my behalf|pay him|pay them|he arrives|reimburse|you pass|for me)\b/,
    [
      /\bmy (?:agent|mover|transporter|shipper|secretary|assistant)\b.{0,24}\b(?:pick|collect|come|contact|mail|send|will)\b|\b(?:will send|send) (?:a|my) (?:mover|courier|agent|shipper)\b|\bby my (?:secretary|assistant)\b|\bso my agent\b/,
      /\bagent'?s sign\b/,
    ],
    [
      /\b(?:fed ?ex|dhl|tnt|aus ?post|ups|courier|delivery man|driver|postman)\b.{0,50}\b(?:cash|money|pay you|card|funds|envelope|insurance)\b/,
      /\bi don'?t\b|\bwas free\b/,
    ],
    [
      /\b(?:insurance|customs|release|courier|delivery|shipping|activation|clearance|verification|upgrade|processing) fee\b/,
      /\bno (?:delivery|shipping) fee\b|\bis there a (?:delivery|shipping) fee\b/,
    ],
  ]),
  ...rules("courier", "warn", [
    /\b(?:overseas|offshore|out of town|interstate|abroad|deployed|at sea|on a ship|oil rig|mine site|in the (?:navy|army)|marine engineer)\b.{0,90}\b(?:agent|cousin|mover|courier|transporter|pay extra|can'?t (?:view|inspect|call)|not able|won'?t be able|trust you|after i send|only e-?mail|buying (?:this|it)|inspect it|so my)\b/,
    /\b(?:won'?t be able to|can'?t|cannot|unable to|without) (?:view|viewing|inspect|see it)\b.{0,40}\b(?:pay|trust|courier|mover|full price)\b|\bas a surprise for my\b.{0,30}\b(?:mover|courier|send)\b/,
  ]),
  ...rules("courier", "hold", [
    /\b(?:funds?|payment|money|bank)\b.{0,30}\b(?:on hold|releases?|released|hold)\b.{0,50}\b(?:until you|ship|shipping|tracking|receipt|post|fee|picture|photo|send)\b|\bship it first\b|\b(?:after|once|when) you (?:ship|post)\b(?: the item)?(?:.{0,16}receipt)?|\bbefore the bank (?:pays|releases)\b/,
    /\b(?:remove|take down|take) (?:the|your|this|it)? ?(?:ad|listing|post|it)?(?: off)?(?: now)?,? ?(?:and )?(?:i'?ll|i will) pay\b|\bpay\b.{0,30}\bif you (?:take|remove) (?:it|the ad|the listing) (?:off|down)\b/,
  ]),
];

const GIFT_CARDS_AND_CRYPTO: readonly Rule[] = [
  ...rules("gift_card", "hold", [
    [
      /\b(?:gift|voucher|e-?gift)[ -]?cards?\b.{0,40}\b(?:code|codes|pin|photo|picture|send|accepted|work|pay|yours|please|instead)\b|\b(?:send|buy|pay|get|grab|purchase|accept|photo|with|in|using)\b.{0,30}\bgift[ -]?cards?\b/,
      /\b(?:was|it was|bought it with|with the|holder|box|wrap)\b.{0,16}\bgift\b|\bgift card (?:holder|box|envelope|stand|display)\b|\bgift box\b|\bapple gift box\b/,
    ],
    [
      /^gift[ -]?cards? please|\b(?:itunes|steam|google play|razer gold|vanilla(?: visa)?|neosurf|apple)\b.{0,8}\b(?:cards?|vouchers?)\b|\bvoucher\b.{0,40}\bcodes?\b|\bpick up some\b.{0,14}\bcards\b|\bscratch the back\b/,
      /\bsteam (?:mop|iron|deck|cleaner)\b|\bgraphics cards?\b/,
    ],
  ]),
  ...rules("crypto", "hold", [
    /\b(?:bc1[a-z0-9]{20,}|[13][a-km-z1-9]{25,34}|0x[a-f0-9]{40}|t[a-z0-9]{33})\b/,
    /\b(?:seed|recovery) phrase\b|\bprivate key\b|\btrc-?20\b|\berc-?20\b|\bbinance\b|\bdouble your (?:money|bitcoin)\b|\b(?:invest|trade|trading)\b.{0,20}\b(?:crypto|bitcoin|btc|forex)\b|\bscan my wallet\b/,
  ]),
  ...rules("crypto", "warn", [
    [
      /\b(?:send|only|pay|prefer|accept\w*|in|my|your|take)\b.{0,24}\b(?:btc|bitcoin|eth|ethereum|usdt|usdc|xrp|crypto|doge|ltc)\b|\b(?:btc|bitcoin|usdt|eth|ltc|doge)\b.{0,12}\b(?:ok|only|preferred|fine|accepted|straight|to my|instead)\b|\b(?:my|your|ur) (?:(?:btc|eth|bitcoin|crypto) )?wallet address\b/,
      /\bcheckout\b|\bcrypto price\b|\bbitcoin mug\b|\bcrypto wallet listing\b|\bon the (?:t-shirt|mug)\b/,
    ],
  ]),
];

const CREDENTIALS: readonly Rule[] = [
  ...rules("code", "hold", [
    [
      /\b(?:verification|verify|one[ -]?time|otp|passcode|2fa|two[ -]factor|authentication|google(?: voice)?|netcode|net code|sms|security) ?(?:code|pin|passcode|password|number)?\b.{0,40}\b(?:send|tell|give|read|share|forward|what|you (?:get|got|receive\w*)|me)\b|\b(?:send|tell|give|read|share|forward|what'?s|whats|what is|need|screenshot)\b.{0,40}\b(?:verification code|verify code|one[ -]?time (?:pass ?code|pin|password|code)|otp|2fa|google voice|netcode|net code|(?:code|pin|number) (?:from|that came|you (?:get|got|receive\w*)|google)|(?:text|sms) with the code|number google)\b/,
      /\bgoogle (?:home|nest|pixel|tv|chromecast|maps?)\b/,
    ],
    [
      /\b(?:sent|send|texted|text) (?:you|u|to your phone)\b.{0,12}\b(?:an? |the )?(?:\d|six|four)?[ -]?(?:digit )?(?:code|pin|otp|\d digit number)\b(?! (?:of|for) the)|\b(?:confirm|tell me|read|what'?s|share)\b.{0,12}\bcode\b.{0,16}\b(?:sent|send|receive\w*|texted)\b|\b\d[ -]?digit (?:code|number|pin)\b|\bcode\b.{0,16}\bto your phone\b|\b(?:code|pin)\b.{0,20}\b(?:share it|read it|tell me what|send it|forward it|so i can hold|verify)\b|\breply with the code\b|\bsends you a (?:pin|code)\b/,
      /\bsomeone (?:asked|sent)\b|\b(?:collection|pick ?-?up) code\b/,
    ],
    /\b(?:send|tell|give|text|what'?s|what is|need)\b.{0,10}\b(?:me )?(?:the|your) (?:collection|pick ?-?up|handover) code\b.{0,30}\b(?:now|first|before|early|so)\b/,
  ]),
  ...rules("credentials", "hold", [
    /\b(?:card number|cvv|cvc|card expiry|card (?:number,? )?(?:and )?expiry|\d digits on the back|digits on the back|three digits|front and back of your card|mother'?s maiden|customer number|online banking|log ?in to your bank|banking (?:username|login|password))\b/,
    `\\b(?:what'?s|whats|what is|send me|give me|need|tell me|enter) ${YOUR} (?:password|pin|login|log ?in|date of birth|dob|licen[cs]e(?: number)?|passport|medicare)\\b`,
    [
      /\b(?:photo|picture|pic|scan|copy|number)\b.{0,16}\b(?:driver'?s? licen[cs]e|passport|medicare|id card)\b|\bmedicare (?:number|card)\b|\b(?:licen[cs]e|passport) number\b|\bdate of birth\b|\bany ?desk\b|\bteam ?viewer\b|\bquick ?support\b/,
      /\bdate of birth of the\b/,
    ],
    [
      /\bgoodstreet (?:support|security|admin|team|staff|help ?desk)\b.{0,60}\b(?:password|account|verify|confirm|card|code|closed|details|here)\b/,
      /\b(?:asked|told|contact|ask|write to) goodstreet support\b/,
    ],
  ]),
  ...rules("link", "hold", [
    /\b(?:click|open|follow|tap|press)\b.{0,14}\b(?:the|this|that|my) links?\b(?! (?:cable|chain|fence))|\blink (?:i|they) (?:sent|send)\b|\be-?mail you a link\b|\bscan the qr\b.{0,30}\b(?:card|pay|details|account|code)\b|\b(?:on|in) the page i sent\b|\bwith this link\b|\b(?:protection|payment|secure|verification|escrow) link\b|\bcard (?:details )?there\b|\bqr code to (?:receive|get|accept)\b/,
  ]),
  ...rules("handle", "warn", [
    /(?:\b(?:i'?m|on|is|it'?s|as|ig|insta|to|me|dm|pm|follow|add|find|same)\b:? ?|^)@[a-z][\w.]{3,}(?! (?:yes|no|that|hi|hello|thanks))|(?<!\w)\$[a-z]{4,}\b/,
    /\b(?:my |on |add )?(?:ig|insta|snap) ?(?:is|:) ?@?[a-z][\w.]{2,}|\bdm (?:me )?on\b/,
  ]),
];

/** Other ways to be reached or paid elsewhere, in public texts and in messages before an order. */
export const ELSEWHERE_RULES: readonly Rule[] = [
  ...rules("handle", "warn", [
    [/(?<![\w.])@[a-z_][\w.]{2,}/, /^@\w+,? (?:yes|no|that|hi|hello|thanks|sure|i|it|you)\b/],
    /\b[a-z][\w.]{2,32}#\d{4}\b|^[a-z]+_[a-z_.]*$|\bask ?(?:4|for) ?my ?number\b/,
    `\\b(?:instagram|insta|ig|snap(?:chat)?|tik ?tok|discord|telegram|kik|fb|facebook|signal|we ?chat)\\b[^.!?]{0,18}(?:[#@]\\w|\\b[a-z]+[._\\d][\\w.]*)`,
    /\b(?:insta(?:gram)?|ig|fb|facebook|snap(?:chat)?|tik ?tok|telegram)\b.{0,16}\bsame (?:as|name|user|handle)/,
    /\busername\b ?:?[^.!?]{0,4}\w+|\blook me up\b|\b(?:my|what'?s your) (?:fb|ig|insta|snap)\b/,
    /(?:微信|加我|加微|私聊|카톡|라인 ?아이디|واتس ?اب|واتساب|تلغرام|तलब|व्हाट्सए?प|वाट्सएप|zalo|kakao)/,
    /\b(?:linktr|beacons|carrd)\.\w+|\bpage linktr\b|(?:网站|邮箱|电话|手机|फोन|فون|هاتف).{0,20}[a-z\d]/,
  ]),
  ...rules("outside_payment", "hold", [
    [
      /\bdeposit(?:s|t+)?\b.{0,24}(?:\$|\d|\b(?:first|please|pls|before|hold|secures?|required|needed|to (?:hold|keep|reserve))\b)|\b(?:\$|\d).{0,20}\bdeposit\b|\b(?:application|holding|reservation) fee\b/,
      /\b(?:no|not?|without|don'?t|won'?t|never|never ask|do you (?:need|want|take))\b.{0,16}\bdeposits?\b|\bsafe(?:ty)? deposit\b/,
    ],
    [
      /\b(?:hold|keep|save|reserve)\b.{0,24}\b(?:if|when|once) (?:you|u) (?:send|pay|transfer)\b|\$ ?\d+ (?:down|upfront|up front)\b|\b(?:trans-?fer|pay(?:ments?)?|paid|paymen[t]+|send (?:the )?(?:payment|money)|money)\b.{0,10}\b(?:first+|fir-st|upfront|up front|in advance)\b|\bfirst to (?:pay|transfer)\b|\bmoney first\b.{0,8}/,
      /\b(?:no|not|don'?t|won'?t|never|without|holding without)\b.{0,30}\b(?:transfer\w*|pay\w*|paid|money|send)\b|\btransfers? first\b.{0,4}\bno\b/,
    ],
    /(?:先付款|定金|先转账|转账.{0,6}发货|पहिले|बैना|पहले पैसे|चारज|عربون)/,
    /\bbit ?coins? (?:wallet|address|to my)\b|\b(?:0x[0-9a-f ]{20,}|bc1[a-z0-9]{8,})\b|\bwallet (?:on|in|by) (?:dm|pm|message|request)\b|\bsend me your wallet\b|\bbitcoin to my\b/,
    /\bcancel the order\b|\bbsb\b.{0,6}\b(?:is|acc\w*)\b|\bpay ?id (?:that|this|my|the)\b|\bpay ?id\b.{0,16}(?:\d{4}|@|\bmy (?:number|mobile|phone|email)\b)/,
  ]),
  ...rules("off_platform", "warn", [
    [
      /\b(?:off|outside|avoid) (?:the|this|of this) (?:app|site|platform)\b|\b(?:go|going) off ?(?:\/ ?)?(?:site|app)\b|\b(?:green|blue|other) app\b|\btalk somewhere else\b|\bmessage me (?:off|outside)\b/,
      /\b(?:don'?t|do not|never|won'?t|no)\b.{0,24}\b(?:outside|off)\b/,
    ],
  ]),
];
/** Rules that do not count in public: naming a way to pay at pickup is welcome (D53). */
export const WAYS_TO_PAY: ReadonlySet<FilterReason> = new Set(["payid", "crypto"]);

/** Asking for or offering phone and email contact: allowed between two users who have an order or trade. */
export const CONTACT_RULES: readonly Rule[] = CALLS;

export const SCAM_RULES: readonly Rule[] = [
  ...OFF_PLATFORM,
  ...OUTSIDE_PAYMENT,
  ...PAYID,
  ...COURIERS,
  ...GIFT_CARDS_AND_CRYPTO,
  ...CREDENTIALS,
];
