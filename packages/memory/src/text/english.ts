/** Words too common to search for. */
export const englishStopWords: readonly string[] =
  `a an the and or but if then else of to in on at by for from with about into over after
before between out up down off again is are was were be been being am do does did doing done have has had
having will would shall should can could may might must i me my mine myself we us our ours you your yours
he him his she her hers it its they them their theirs this that these those what which who whom whose when
where why how there here not no nor so than too very just also as s t d ll re ve m don didn doesn isn wasn
any some each both all most more other such only same during while until because through likely mention
mentioned say said tell told many much kind type`.split(/\s+/);

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
man|women woman|people person|better best good|worse worst bad|wives wife|feet foot|teeth tooth|
mice mouse|leaves leaf|knives knife|shelves shelf|mom mum mommy mother|dad daddy father|pics pic picture
pictures photos photograph photo|movies film films movie|bday birthday|bike bicycle bike|automobile car|jobs
work works working worked job|vacation holiday trips vacations holidays trip|puppy pup dogs doggo dog|kitty
kitten cats cat|gf girlfriend|bf boyfriend|hubby husband|grandma granny grandmother|grandpa grandfather|
tv television|fridge refrigerator|apt flat apartment|phone telephone cellphone phone|db database|repo
repository|config configuration|env environment|auth authentication|prod production|docs
documentation|colour colours color|favourite favourites favorite|centre center|theatre theater|organise organised
organize|neighbour neighbours neighbor|licence license`;

/** Irregular forms and their lemma: `went` to `go`. */
export const englishLemmas: ReadonlyMap<string, string> = new Map(
  lemmaGroups.split('|').flatMap((group) => {
    const forms = group.trim().split(/\s+/);
    return forms.slice(0, -1).map((form) => [form, forms.at(-1) ?? form] as const);
  }),
);
