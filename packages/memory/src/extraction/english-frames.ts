import { type Frame, frame, has } from './frame.js';

const name = "[A-Z][\\p{L}'-]+(?: (?:[A-Z][\\p{L}'-]+|von|van|de|del|da|di|la|le|bin|al)){0,3}";
const relationNoun =
  '(?:wife|husband|partner|spouse|girlfriend|boyfriend|fianc[ée]e?|mother|mom|mum|father|dad|parents|sister|brother|son|daughter|kid|child|children|cousin|aunt|uncle|grandmother|grandma|grandfather|grandpa|niece|nephew|friend|best friend|boss|manager|supervisor|colleague|coworker|co-worker|teammate|assistant|roommate|flatmate|neighbou?r|teacher|coach|therapist|doctor|dentist|landlord|client|mentor|dog|cat|puppy|kitten|parrot|rabbit|hamster|horse|pet|team|company|startup|ex)';
const person = `(?:my|our) (?:(?:older|younger|elder|little|big|twin|best|old|new|former|late|close|good) )*${relationNoun}(?: from (?:work|school|college|university|church|the gym|\\p{Lu}\\p{L}+))?,?(?: ${name})?,?`;
const qualified = `${name}(?: from (?:the )?\\p{L}+|,? (?:my|our) ${relationNoun},?| \\([^)]{1,30}\\))?`;
const anyone = `(?<s>I|we|she|he|they|${person}|${qualified})`;

const numberWord =
  '(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-\\p{L}+)?)';

const place =
  /^(?!(?:a|an|my|our|his|her|their|one|the same|this|that|it|here|there|\p{L}+day|peace|fear|hope|love|trouble|tears|charge|business|person|touch|shape|line|bed|general|total|fact|case|order|need|hurry|middle|process|mood|office|meeting|car|kitchen|garden|house)\b)(?:the )?[\p{L}][\p{L}\p{M}'. -]*(?:,? [\p{L}\p{M}'. -]+)?$/iu;
/** Not when, where or what for somebody works: `at night`, `at my desk`, `for a living`. */
const employer =
  /^(?!(?:night|nights|noon|midnight|dawn|home|least|most|once|present|times|weekends?|\p{L}+days?|\d+|a living|(?:a|my|the|his|her|their) (?:desk|computer|screen|moment|table)|the (?:office|weekends?)|free|fun|pay|(?:one|two|three|four|five|six|seven|eight|nine|ten|a few|several|many) (?:hours?|days?|weeks?))\b).+$/iu;
const shortName = /^\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+){0,3}$/u;

/** In the order in which they are tried; the first that matches counts. */
export const englishFrames: readonly Frame[] = [
  // Where somebody lives.
  frame(
    `${anyone}${has} (?:used to (?:live|reside|be based)|(?:previously|formerly|once) (?:lived|resided)|lived|resided) (?:in|at|near|on) (?<o>.+)`,
    { predicate: 'lives in', isPast: true, object: place },
  ),
  frame(
    `${anyone}${has} (?:no longer|not) (?:live|living|lives|reside|resides|based|lived) (?:in|at|near) (?<o>.+)`,
    { predicate: 'lives in', ends: true, object: place },
  ),
  frame(
    `${anyone}${has} (?:live|lives|living|reside|resides|residing|based|located|settled(?: down)?|stationed|set up home|home) (?:in|at|near|on|out in|over in|down in|up in|into) (?<o>.+)`,
    { predicate: 'lives in', importance: 0.8, object: place },
  ),
  frame(
    `${anyone}${has} (?:moved|moving|retired|returned|resettled|relocated|relocating|emigrated|transferred|moved back|relocated back|move|moves|relocate) (?:house |home |flat |apartment )?(?:(?:away |over |out |down |up |back )?from (?<x>[^,]+?) )?(?:over |back |out |down |up )?(?:in)?to (?<o>.+)`,
    { predicate: 'lives in', importance: 0.8, object: place },
  ),
  frame(
    `${anyone}${has} (?:left|leaving|swapped|traded|exchanged|given up|gave up) (?<x>\\p{Lu}[\\p{L} '-]+?) (?:for|to live in|and moved to) (?<o>\\p{Lu}[\\p{L} '-]+)`,
    { predicate: 'lives in', importance: 0.8, object: place },
  ),
  frame(`(?<s>I|we|she|he|they)${has} (?:call|calls|calling) (?<o>\\p{Lu}.+) home`, {
    predicate: 'lives in',
    importance: 0.8,
  }),
  frame(
    `(?:home|(?<s>my|our) (?:home|place|house|apartment|flat|new (?:home|place|house|apartment|flat|city|town)|home ?town|city|current (?:home|city|location)|location|residence)) (?:is|has become|will be|became) (?:in )?(?<o>\\p{Lu}.+)`,
    { predicate: 'lives in', importance: 0.8 },
  ),
  frame(
    `${anyone}${has} (?:found|rented|rent|rents|renting|share|shares|bought|got|signed (?:a lease|for)|moved into|moved in|taken|took) (?:a|an|our|my|the) (?:new |small |nice |lovely |little |big |tiny |cozy )*(?:apartment|flat|house|home|place|condo|studio|loft)(?: over| out| down| up)? in (?<o>\\p{Lu}.+)`,
    { predicate: 'lives in', importance: 0.8, object: place },
  ),
  frame(
    `(?<o>\\p{Lu}[\\p{L} '-]+?) (?:has been|is|was|became|has become) (?:home|my home|our home|where I live|where we live)(?: (?:to|for) .+)?`,
    { predicate: 'lives in', importance: 0.8, object: place },
  ),
  frame(
    `(?:.* )?(?:we|I) (?:have |am |are |been )*(?:calling|called|call) (?<o>\\p{Lu}[\\p{L} '-]+?) (?:my |our )?home(?: .*)?`,
    { predicate: 'lives in', importance: 0.8, object: place },
  ),
  frame(`${anyone} (?:am|is|are) an? (?<o>\\p{Lu}[\\p{L} '-]*?) (?:resident|local)`, {
    predicate: 'lives in',
    importance: 0.7,
  }),
  // Where somebody works, and as what.
  frame(
    `(?<o>\\p{Lu}[\\p{L}\\p{N} '&.-]*?) (?:has |have |just )*(?:hired|employs|employed|recruited) (?<s>me|us)`,
    { predicate: 'works at', importance: 0.8 },
  ),
  frame(
    `(?<o>\\p{Lu}[\\p{L}\\p{N} '&.-]*?) (?:pays|is paying|has been paying) (?<s>my) (?:bills|salary|wages|rent)(?: .*)?`,
    { predicate: 'works at', importance: 0.7 },
  ),
  frame(
    `(?<s>my|our) (?:days|time|weeks) (?:are|is) spent (?:at|with) (?<o>\\p{Lu}[\\p{L}\\p{N}'&.-]*(?: \\p{Lu}\\S*)?)(?:, .*)?`,
    { predicate: 'works at', importance: 0.7, isNoPerson: true },
  ),
  frame(`${anyone}${has} (?:an |a )?(?:employee|member of staff|staff member) (?:of|at) (?<o>.+)`, {
    predicate: 'works at',
    importance: 0.8,
  }),
  frame(
    `${anyone}${has} (?:handed in|given|gave) (?:my |his |her |their )?notice (?:at|to) (?<o>.+)`,
    { predicate: 'works at', ends: true },
  ),
  frame(
    `${anyone} (?:have|has) been (?:with|at) (?<o>\\p{Lu}\\S*(?: \\p{Lu}\\S*)?)(?: (?:for|since) .+)?`,
    { predicate: 'works at', importance: 0.7, object: shortName, isNoPerson: true },
  ),
  frame(
    `${anyone}${has} (?:an? )?(?:desk|job|position|role|contract) (?:over )?(?:at|with) (?<o>\\p{Lu}.*)`,
    { predicate: 'works at', importance: 0.7 },
  ),
  frame(
    `${anyone}${has} (?:used to (?:work|be employed)|worked|previously worked) (?:at|for|with) (?<o>.+)`,
    { predicate: 'works at', isPast: true },
  ),
  frame(
    `${anyone}${has} (?:no longer|not) (?:work|works|working|employed|with|at) (?:at|for|with|by)? ?(?<o>.+)`,
    { predicate: 'works at', ends: true },
  ),
  frame(
    `${anyone}${has} (?:left|leaving|quit|resigned from|departed) (?:my |his |her |their )?(?:job (?:at|with) |position at )?(?<x>.+?) (?:for|to (?:join|work (?:at|for))|and (?:joined|went to|work at|moved to)) (?<o>.+)`,
    { predicate: 'works at', importance: 0.8 },
  ),
  frame(
    `${anyone}${has} (?:quit|resigned from|been laid off (?:from|by)|laid off (?:from|by)|fired (?:from|by)|left) (?:my |his |her |their )?(?:old )?(?:job|position|role|post|work)(?: (?:at|with) (?<o>.+))?`,
    { predicate: 'works at', ends: true },
  ),
  frame(
    `${anyone}${has} (?:(?:work|works|working) (?:at|for|over at)|employed(?: full[- ]time)? (?:at|for|with|by)) (?<o>.+?)(?: as (?:an?|the) (?<o2>.+))?`,
    { predicate: 'works at', importance: 0.8, object: employer },
  ),
  frame(
    `${anyone}${has} (?:joined|joining|hired by|hired at|started (?:working |a (?:new )?(?:job|role|position) )?(?:at|with|for)|starting (?:at|with)|start (?:at|with)|got a (?:new )?(?:job|role|position|gig) (?:at|with)|landed (?:a|the) (?:new )?(?:job|role|position) (?:at|with)|taken (?:a|the) (?:new )?(?:job|role|position) (?:at|with)|took (?:a|the) (?:new )?(?:job|role|position) (?:at|with)|accepted (?:an|the|their) (?:offer|job|position|role) (?:at|from|with|by)|signed with) (?<o>.+?)(?: as (?:an?|the) (?<o2>.+))?`,
    {
      predicate: 'works at',
      importance: 0.8,
      object:
        /^(?!(?:a|an|the|my|school|college|university|dinner|lunch|us|them|him|her|him)\b.*(?:club|gym|class|course|group|team|band)\b)(?:the )?[\p{L}\p{N}].*$/iu,
    },
  ),
  frame(
    `(?<s>my|our) (?:current |new |present )?(?:employer|company|workplace) (?:is|will be) (?:called )?(?<o>.+)`,
    { predicate: 'works at', importance: 0.8 },
  ),
  frame(
    `${anyone}${has} (?:work|works|working|employed|hired|joined|promoted|promoted to(?: be)?|took over) (?:as|to) (?:an? |the )?(?<o>.+)`,
    { predicate: 'job title', importance: 0.7 },
  ),
  frame(`${anyone}${has} (?:become|became) (?:an? |the )(?<o>[\\p{L} -]+)`, {
    predicate: 'job title',
    importance: 0.6,
    object:
      /(?:er|or|ist|ian|ant|ent|eer|nurse|chef|coach|lead|head|director|manager|analyst|architect|judge|pilot|cto|ceo|vp|secretary|attorney)$/i,
  }),
  frame(
    `(?<s>I|she|he|${person}|${qualified}) (?:am|is|are) (?:an? )(?<o>[\\p{L} -]*(?:engineer|developer|designer|manager|teacher|nurse|doctor|lawyer|writer|artist|analyst|scientist|architect|accountant|consultant|chef|cook|pilot|student|researcher|professor|journalist|photographer|electrician|plumber|carpenter|mechanic|barista|baker|musician|actor|therapist|pharmacist|dentist|paramedic|firefighter|librarian|translator|editor|programmer|administrator|director|founder|freelancer|contractor|intern|physicist|biologist|chemist|veterinarian|vet|attorney|coach|trainer|gardener|farmer|driver))(?: by (?:profession|trade|training))?`,
    { predicate: 'job title', importance: 0.7 },
  ),
  frame(
    `(?<s>my|his|her|our) (?:current |new |official )?(?:job title|title|role|position|job|occupation|profession) (?:is|will be|has changed to|changed to|became) (?:an? |the )?(?<o>.+)`,
    { predicate: 'job title', importance: 0.7 },
  ),
  // Who somebody is.
  frame(
    `(?:my (?:full |first |real )?name is|I am called|(?:please )?call me|people call me|I go by) (?<o>.+)`,
    { predicate: 'name', importance: 0.9, object: shortName },
  ),
  frame(
    `${anyone} (?:am|is|are|turned|turn|just turned|will be|be) (?<o>\\d{1,3}|${numberWord})(?: years old| years of age)?(?: (?:today|yesterday|last|this|on|in) .*| today| yesterday)?`,
    { predicate: 'age', importance: 0.6 },
  ),
  frame(
    `${anyone} (?:was|were) born (?:on|in) (?<o>.*\\d.*|(?:January|February|March|April|May|June|July|August|September|October|November|December).*)`,
    { predicate: 'birthday', importance: 0.7 },
  ),
  frame(`${anyone} (?:was|were) born (?:and raised )?in (?<o>.+)`, {
    predicate: 'birthplace',
    importance: 0.6,
    object: place,
  }),
  frame(`${anyone}${has} (?:come|comes|originally|hail|hails) (?:originally )?from (?<o>.+)`, {
    predicate: 'comes from',
    importance: 0.6,
    object: place,
  }),
  frame(
    `${anyone} (?:am|is|are|have|has|got|get|just got|became)(?: (?:been|become|got|gotten))? (?<o>married|engaged|divorced|single|widowed|separated)(?: to (?<o2>.+))?`,
    { predicate: 'marital status', importance: 0.7 },
  ),
  frame(
    `${anyone} (?:am|is|are|have been|has been|became|went|turned|have gone|has gone|have become|has become|have turned)(?: an?)? (?<o>vegan|vegetarian|pescatarian|keto|gluten[- ]free|lactose intolerant|omnivore)`,
    { predicate: 'diet', kind: 'preference', importance: 0.8 },
  ),
  frame(
    `${anyone}${has} (?:no longer|not)(?: an?)? (?<o>vegan|vegetarian|pescatarian|keto|gluten[- ]free|lactose intolerant)(?: any ?more)?`,
    { predicate: 'diet', kind: 'preference', ends: true },
  ),
  frame(`${anyone} (?:am|is|are) (?:not|no longer) allergic to (?<o>.+)`, {
    predicate: 'allergic to',
    ends: true,
    importance: 0.9,
  }),
  frame(`${anyone} (?:am|is|are) (?:very |highly |severely )?allergic to (?<o>.+)`, {
    predicate: 'allergic to',
    importance: 0.95,
  }),
  frame(`${anyone} (?:have|has|got) (?:an? )(?:severe |bad )?(?<o>[\\p{L} ]+?) allergy`, {
    predicate: 'allergic to',
    importance: 0.95,
  }),
  // People and animals.
  frame(`(?<s>${person}) (?:is|are) (?:called|named) (?<o>.+)`, {
    predicate: 'name',
    kind: 'relation',
    object: shortName,
  }),
  frame(`(?<s>(?:my|our) [\\p{L} -]+?)(?:'s|s') name is (?<o>.+)`, {
    predicate: 'name',
    kind: 'relation',
    object: shortName,
  }),
  frame(
    `${anyone}${has} (?:have|has|got|get|adopted|rescued|own|owns|bought) (?:an? |one |two |three |\\d+ )?(?:\\p{L}+ )?(?<p>${relationNoun})s? (?:called|named) (?<o>.+)`,
    { kind: 'relation' },
  ),
  frame(`(?<o>${name}) is (?:my|our) (?:\\p{L}+ )?(?<p>${relationNoun})`, { kind: 'relation' }),
  frame(
    `(?<o>${name}) (?:is|has become|became) (?<s>my|our) (?<p>employer|landlord|bank|gym|editor|browser|shell|provider|hotel|school|phone|car)`,
    { importance: 0.7 },
  ),
  frame(`${anyone}${has} (?:report|reports|reporting) (?:directly )?to (?<o>.+)`, {
    predicate: 'boss',
    kind: 'relation',
    importance: 0.7,
    object: /^(?:(?:the|an?) )?\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+){0,3}$/u,
  }),
  frame(
    `${anyone}${has} (?:staying|stay|stays|booked into) (?:in|at) (?:the )?(?<o>${name})(?: (?:hotel|hostel|inn|motel))?`,
    { predicate: 'stays at' },
  ),
  // Taste.
  frame(
    `(?<s>my|our|his|her|${person}'s|${name}'s) (?<p>(?:all[- ]time |absolute |new |current )*(?:favou?rite|go-to|preferred|least favou?rite) [\\p{L}\\p{N} -]+?) (?:is|are|has become|became|would be|has changed to|changed to) (?<o>.+)`,
    { kind: 'preference', importance: 0.7 },
  ),
  frame(
    `(?<o>.+?) (?:is|are|has become|became) (?<s>my|our|his|her) (?<p>(?:all[- ]time |absolute |new |current )*(?:favou?rite|go-to|preferred) [\\p{L}\\p{N} -]+)`,
    { kind: 'preference', importance: 0.7 },
  ),
  frame(
    `${anyone}${has} (?:not|no longer|stopped|cannot|never) (?:really )?(?:like|likes|love|loves|enjoy|enjoys|liking|enjoying|stand|care for|fond of|into|a fan of|eat|eats|eating|drink|drinks|drinking) (?<o>.+)`,
    { predicate: 'likes', kind: 'preference', ends: true },
  ),
  frame(
    `${anyone}${has} (?:gone off|went off|hate|hates|dislike|dislikes|detest|detests|despise|despises|grown tired of|fallen out of love with|given up|gave up|sworn off) (?!on\\b)(?!.* (?:for|in favou?r of)\\b)(?<o>.+)`,
    { predicate: 'likes', kind: 'preference', ends: true },
  ),
  frame(
    `${anyone}${has} (?:prefer|prefers|preferred) (?<o>.+?)(?: (?:over|to|rather than|instead of) (?<x2>.+))?`,
    { predicate: 'prefers', kind: 'preference', importance: 0.7 },
  ),
  frame(
    `${anyone}${has} (?:like|likes|love|loves|enjoy|enjoys|adore|adores|fond of|into|keen on|a (?:big |huge )?fan of|addicted to|obsessed with|passionate about) (?!(?:it|its|that|this|you|your|them|how|what|when|to|those|these|all|every\\w+|the way|the idea|relationships)\\b)(?<o>.+)`,
    { predicate: 'likes', kind: 'preference', importance: 0.6 },
  ),
  // What somebody has, uses and does.
  frame(
    `${anyone}${has} (?:switched|switching|changed|migrated|converted|moved) (?:over )?(?:from (?<x>.+?) )?(?:over )?to (?:using |drinking |driving |writing in )?(?<o>.+)`,
    { predicate: 'uses' },
  ),
  frame(
    `(?:the |my )?(?<p>[\\p{L} -]{2,30}?) (?:that )?(?<s>I) (?:now )?(?:use|prefer|work with|rely on) is (?<o>.+)`,
    { kind: 'preference' },
  ),
  frame(
    `for (?:an?|my|the) (?<p>[\\p{L} -]{2,30}?),? (?<s>I|we) (?:use|rely on|prefer|work with) (?<o>.+)`,
    { kind: 'preference' },
  ),
  frame(
    `(?<s>I|we)${has} (?:.* )?(?:use|using|with|rely on|chose|picked|have) (?<o>\\p{Lu}[\\p{L}\\p{N} .+#-]*?) (?:as|for) (?:my|our) (?<p>[\\p{L} -]{2,30})`,
    { kind: 'preference' },
  ),
  frame(`(?<o>.+?) (?:is|are) (?<s>my|our) (?<p>[\\p{L}-]+) of choice`, { kind: 'preference' }),
  frame(`${anyone}${has} (?:no longer|not|stopped|quit) (?:use|uses|using) (?<o>.+)`, {
    predicate: 'uses',
    ends: true,
  }),
  frame(`${anyone}${has} (?:use|uses|using|rely on|relies on) (?<o>.+?)(?: (?:for|as) .+)?`, {
    predicate: 'uses',
  }),
  frame(`(?<s>(?:the|our|this) [\\p{L}-]+) (?:uses|relies on) (?<o>.+)`, { predicate: 'uses' }),
  frame(`${anyone}${has} (?:no longer|not|stopped|quit) (?:drive|drives|driving) (?<o>.+)`, {
    predicate: 'drives',
    ends: true,
  }),
  frame(`${anyone}${has} (?:drive|drives|driving) (?:an? |the )(?<o>.+)`, { predicate: 'drives' }),
  frame(`${anyone}${has} (?:study|studies|studying|majoring in|enrolled in) (?<o>.+)`, {
    predicate: 'studies',
  }),
  frame(`${anyone}${has} (?:speak|speaks) (?<o>\\p{Lu}.+)`, { predicate: 'speaks' }),
  frame(`${anyone}${has} (?:play|plays|playing) (?:the )?(?<o>.+)`, { predicate: 'plays' }),
  frame(`${anyone}${has} (?:no longer|not) (?:own|owns) (?:an? |the |any )?(?<o>.+)`, {
    predicate: 'owns',
    ends: true,
  }),
  frame(
    `${anyone}${has} (?:no longer|not) (?:have|own) (?:an? |the |any )(?<p>${relationNoun})s?(?: any ?more)?`,
    { kind: 'relation', ends: true },
  ),
  frame(`${anyone}${has} (?:own|owns|bought|purchased|picked up) (?:an? )?(?:new )?(?<o>.+)`, {
    predicate: 'owns',
  }),
  frame(
    `${anyone}${has} (?:commute|commutes|commuting|get to work|travel to work|go to work|goes to work)(?: to work)? (?:by|on|with|using) (?<o>.+)`,
    { predicate: 'commutes by' },
  ),
];
