import { numberForms } from './number-forms.js';

const stopWords = `a an the and or but if then else of to in on at by for from with about into over after
before between out up down off again is are was were be been being am do does did doing done have has had
having will would shall should can could may might must i me my mine myself we us our ours you your yours
he him his she her hers it its they them their theirs this that these those what which who whom whose when
where why how there here not no nor so than too very just also as s t d ll re ve m don didn doesn isn wasn
any some each both all most more other such only same during while until because through likely mention
mentioned say said tell told many much kind type`;

const askingWords = `now current currently today day days nowadays present presently moment tell please know
remember recall latest still right name user assistant question answer give show find exactly`;

/** Irregular forms and everyday synonyms; the last word of a group is its lemma. */
const lemmaGroups = `went gone goes go|bought buy|brought bring|thought think|taught teach|caught catch|found
find|got gotten get|gave given give|took taken take|made make|met meet|saw seen see|wrote written write|won
win|ran run|felt feel|left leave|lost lose|kept keep|held hold|heard hear|knew known know|grew grown grow|
began begun begin|became become|came come|chose chosen choose|drew drawn draw|drove driven drive|ate eaten
eat|fell fallen fall|flew flown fly|forgot forgotten forget|built build|spent spend|sent send|sold sell|
slept sleep|spoke spoken speak|stood stand|swam swum swim|threw thrown throw|understood understand|wore worn
wear|broke broken break|paid pay|hid hidden hide|led lead|lent lend|meant mean|rode ridden ride|rang rung
ring|rose risen rise|sang sung sing|sat sit|stole stolen steal|struck strike|woke woken wake|dealt deal|
dreamt dream|fought fight|fed feed|shot shoot|shook shaken shake|stuck stick|bit bitten bite|blew blown
blow|froze frozen freeze|hung hang|laid lay|lit light|proved proven prove|sought seek|swore sworn swear|
tore torn tear|wound wind|bent bend|bound bind|dug dig|forgave forgiven forgive|children kids kid child|men
man|women woman|people person|better best good|worse worst bad|wives wife|lives life|feet foot|teeth tooth|
mice mouse|leaves leaf|knives knife|shelves shelf|mom mum mommy mother|dad daddy father|pics pic picture
pictures photos photograph photo|movies film films movie|bday birthday|bike bicycle bike|automobile car|jobs
work works working worked job|vacation holiday trips vacations holidays trip|puppy pup dogs doggo dog|kitty
kitten cats cat|gf girlfriend|bf boyfriend|hubby husband|grandma granny grandmother|grandpa grandfather|
tv television|fridge refrigerator|apt flat apartment|phone telephone cellphone phone|db database|repo
repository|config configuration|env environment|auth authentication|prod production|docs
documentation|colour colours color|favourite favourites favorite|centre center|theatre theater|organise organised
organize|neighbour neighbours neighbor|licence license`;

/** Groups of related words: a query for one also finds the others. */
const relatedGroups = `job career profession occupation employer company employed hire|live reside move
relocate hometown city|hobby pastime activity enjoy fun|buy purchase shop order|love like enjoy favorite
favourite prefer|hate dislike|child son daughter baby|sibling brother sister|parent mother father|wife
husband spouse married partner marriage wedding|pet dog cat|travel trip visit journey tour abroad|school
college university degree study class course|sick ill illness disease health doctor hospital injury|sport
game play team exercise workout gym run|music song band concert instrument sing guitar piano violin|book
read novel author|movie watch show series|food eat cook meal dinner recipe dish restaurant|paint art
artist draw painting creative|start begin|finish complete end|happy glad joy excited thrilled proud|sad
upset down depressed|scared afraid fear nervous anxious anxiety stress worry|support help encourage|friend
buddy pal|house home apartment|money financial finance pay cost price dollar|country nation|car vehicle
drive|plan intend going future goal|win award prize competition contest tournament|volunteer charity
donate shelter|nature outdoors hike camp park mountain forest lake beach|meet met know|die death lose
pass|old age year birthday born|name call|often frequent every usual weekly|relax calm peace unwind
meditate yoga|advice suggest recommend recommendation tip|problem issue challenge obstacle struggle difficult
setback|learn study teach lesson class|event festival parade party celebration|church faith religion
religious god|reason motivate inspire inspiration why|photo picture camera|therapy therapist counselling
counsellor psychologist|perform performance stage concert gig recital keynote audience|owe debt loan mortgage
repay|surgery surgeon operation procedure clinic|doctorate phd dissertation thesis professor|choir sing singer soprano
alto tenor|explanation explain answer detail reasoning|release deploy deployment production ship|review reviewer
approve codeowners|vulnerability security advisory disclosure|file data drive folder cloud|night sleep bed
bedroom|swallow pill tablet medication medicine|grandfather granddad grandad grandparent|grandmother nan grandparent`;

/** What is known of English beyond its word forms: words as data, in lower case. */
export const english = {
  /** Words too common to search for. */
  stopWords: new Set(stopWords.split(/\s+/)) as ReadonlySet<string>,
  /** Words that ask for a matter without naming it. */
  askingWords: new Set(askingWords.split(/\s+/)) as ReadonlySet<string>,
  /** Irregular forms and their lemma: `went` to `go`. */
  lemmas: new Map(groups(lemmaGroups).flatMap(toLemmas)) as ReadonlyMap<string, string>,
  /** Related words, which a query also searches for at a lower weight. */
  related: relate([...groups(relatedGroups), ...numberForms()]),
  /** Kinds of questions, and patterns that their answers match. */
  cues: [
    {
      name: 'when',
      asks: /^(?:when|what (?:day|date|month|year|time)|how long|since when)\b|in which (?:month|year)/i,
      answers:
        /\b(?:yesterday|today|tonight|tomorrow|ago|last|next|this (?:morning)|week|weekend|month|year|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december|\d{4})\b/i,
    },
    {
      name: 'howMany',
      asks: /^how (?:many|much|old)\b/i,
      answers:
        /\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|once|twice|couple|few|several|first|second|third)\b/i,
    },
  ],
  /** Asks about the past, whose answers may hold no longer. */
  asksPast:
    /\b(?:used to|previous(?:ly)?|former(?:ly)?|before|earlier|originally|at first|initially|history|in the past|back then|once|last time)\b|\bdid (?:I|we|he|she|they|the user|\p{Lu}\p{L}+) (?:use to |once )?(?:live|work|use|drive|like|own|have|prefer)\b|\b(?:was|were) (?:I|we|my|our|his|her|the)\b|\b(?:my|our|the|his|her) old\b/iu,
  /** Asks about the user. */
  firstPerson: /\b(?:I|me|my|mine|myself|we|us|our|ours|(?:the )?user)\b/i,
};

function groups(text: string): string[][] {
  return text.split('|').map((group) => group.trim().split(/\s+/));
}

function toLemmas(group: string[]): [string, string][] {
  const lemma = group.at(-1) ?? '';
  return group.slice(0, -1).map((form) => [form, lemma]);
}

function relate(all: string[][]): Map<string, string[]> {
  const related = new Map<string, string[]>();
  for (const group of all) {
    for (const word of group) {
      const others = group.filter((other) => other !== word);
      related.set(word, [...new Set([...(related.get(word) ?? []), ...others])]);
    }
  }
  return related;
}
