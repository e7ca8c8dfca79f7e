/** A clause reduced to its statement. */
export interface ReadClause {
  /** The clause without openings, adverbs and times. */
  text: string;
  /** Whether it corrects an earlier statement: `sorry`, `actually`, `correction`. */
  corrects: boolean;
  /** Whether something else held before: `now`, `these days`. */
  isChange: boolean;
  /** Whether it holds for some time: `these days`. */
  lasts: boolean;
}

const opening =
  /^(?:(?:oh|lol|haha|yay|ugh|hey|hi|hello|well|so|and|but|ok|okay|right|anyway|also|btw|by the way|fyi|hmm|um|ah|wow|yes|yeah|yep|no|nope|wait|no wait|hold on|hang on|whoops|oops|sorry|my bad|apologies|my mistake|scratch that|scrap that|strike that|forget (?:that|it|what i said)|never mind|actually|in fact|correction|small correction|quick correction|quick update|small update|update|quick note|note|just so you know|heads[- ]up|for the record|for reference|good news|bad news|big news|news|guess what|turns out|it turns out(?: that)?|as it turns out|as of (?:today|now|this (?:week|month))|from (?:now|today|this \w+|next \w+) on(?:wards)?|going forward|these days|nowadays|at the moment|right now|currently|now|i should mention(?: that)?|i should (?:say|add)(?: that)?|i (?:wanted|want) to (?:say|mention|tell you|let you know)(?: that)?|(?:i )?forgot to (?:say|mention|tell you)(?: that)?|(?:i )?(?:have )?changed (?:it|my mind)|i meant(?: to say)?(?: that)?|i mean|i misspoke|i was wrong|that (?:was|is) (?:wrong|outdated|old|not right|no longer (?:true|right|correct))(?: now)?|please (?:note|remember)(?: that)?|remember(?: that)?|note(?: that)?|keep in mind(?: that)?|you should know(?: that)?|to be (?:clear|precise)|honestly|luckily|fortunately|unfortunately|sadly|finally|on second thoughts?|as far as i know|if you ask me(?: for [^,]*)?|for (?:\w+ )?(?:years|months|weeks|a while)|big change(?: for us)?|in the end|personally|today|yesterday|tomorrow|last (?:week|month|year|night|spring|summer|autumn|fall|winter)|this (?:week|month|year|morning)|next (?:week|month|year)|since (?:then|(?:last )?\w+|\w+ \d{4})|(?:in|on|as of|starting|effective) (?:january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday)(?: \d{1,4})?(?:,? \d{4})?|(?:a |an )?(?:\w+ )?(?:days?|weeks?|months?|years?) ago)(?:[,.:;!]+\s*|\s+-+\s*|\s+(?=\S)))/i;

const correcting =
  /\b(?:sorry|my bad|apologies|mistake|scratch that|scrap that|strike that|forget (?:that|it|what i said)|never mind|correction|i meant|i misspoke|i was wrong|oops|whoops|wait|actually|wrong|outdated)\b|^no[,.: ]/i;

const adverb =
  /\b(?:now|currently|presently|just|recently|lately|actually|finally|officially|basically|really|definitely|absolutely|totally|truly|personally|also|already|usually|mostly|mainly|primarily|generally|simply|literally|happily|still|as well|too|again|at the moment|right now|these days|nowadays|at present|as of now|as of today|from now on|going forward|for good|permanently|instead(?! of))\b(?!-)/gi;

const change =
  /\b(?:now|these days|nowadays|from now on|going forward|as of (?:now|today)|instead|no longer|any ?more|at the moment|currently)\b/i;

/** A tail that says when, how long or why; not part of a value. */
const tail =
  /[,;]?\s+(?:(?:(?:last|next|this|past) (?:week|weekend|month|year|night|spring|summer|autumn|fall|winter|morning|\w+day)|yesterday|today|tonight|tomorrow|over the (?:weekend|summer|winter|holidays|years?)|(?:a |an |\w+ )?(?:\w+ )?(?:days?|weeks?|months?|years?) ago)\b.*|(?:since|for|until|till|after|before|because|as(?= (?:I|we|you|he|she|it|they|the|my|our|this|that|there)\b)|while|when|where|which|who|whom|so that|although|though|if|thanks to|due to|during)\s(?!example\b).*|(?:with|along with|together with) (?:my|our|his|her|their|a|an|the|one|two|three|four|several|\d+)\b.*|(?:in|on|back in|as of|from|starting|effective) (?:(?:early|mid|late) )?(?:january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|spring|summer|autumn|fall|winter|(?:19|20)\d\d)\b.*|(?:in|within) (?:an?|\d+|\w+) (?:days?|weeks?|months?|years?)\b.*)$/i;

/** Empty words at the end. */
const aside =
  /,?\s+(?:by the way|btw|sigh|right|though|you know|i think|lol|haha|at last|for now|thank you|thanks|please|ok|okay|completely|entirely|altogether|very much|so much|a lot)[.!]*$/i;

/** Words capitalized only because they start a sentence. */
const leadingWord =
  /^(?:My|Our|The|This|That|His|Her|Their|We|She|He|They|It|Please|Let|Not|Use|Make|Change|Set|Port|For|People|Home|Going|Always|Never|Do|From|A|An|Launch|Someone|You)\b/;

/** Verbs that add nothing to the statement: `ended up moving`, `started to take`. */
const helping =
  /\b(?:(?:have|has|had) )?(?:ended up|wound up|started to|begun to|began to|had to|managed to) (?=\p{L})/giu;

/** `My wife and I`: a subject that includes the speaker. */
const together = /^(?:my|our) [\p{L} ]{1,40} and I (?=\p{L})/iu;

/** An adverbial before the statement: when, after what, in whose view. */
const adverbial =
  /^(?:after|before|on|in|at|for|with|since|by|then|as|due to|once|if you ask me|speaking of|regarding|concerning|about|big change|big news|greetings)\b[^,]*?,?\s+(?=(?:I|we|my|our|home)\s)/i;

export function readClause(clause: string): ReadClause {
  let text = clause
    .replace(/[.!?…]+$/, '')
    .replace(aside, '')
    .trim();
  let corrects = false;
  for (let rounds = 0; rounds < 6; rounds++) {
    const [lead] = opening.exec(text) ?? [];
    if (lead === undefined || lead.length >= text.length) break;
    if (correcting.test(lead)) corrects = true;
    text = text.slice(lead.length).trim();
  }
  if (/^make (?:it|that) /i.test(text)) corrects = true;
  const isChange = change.test(clause);
  text = text.replace(together, 'we ').replace(helping, '');
  text = text.replace(leadingWord, (word) => word.toLowerCase());
  if (!/^for (?:an?|my|our|the)\b/i.test(text)) text = text.replace(adverbial, '');
  const bare = text
    .replace(adverb, ' ')
    .replace(/\s+([,.;])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  const lasts = /\b(?:these days|nowadays|as of)\b/i.test(clause);
  return { text: bare, corrects, isChange, lasts };
}

/** A value without tail, quotes and end marks. */
export function cleanValue(value: string): string {
  let result = value.trim();
  for (let rounds = 0; rounds < 3; rounds++) {
    const shorter = result
      .replace(tail, '')
      .replace(/[\s,;:.!?…]+$/, '')
      .trim();
    if (shorter === result) break;
    result = shorter;
  }
  return result
    .replace(/^["'“‘]+|["'”’]+$/g, '')
    .replace(
      /\s+(?:any ?more|any longer|at all|though|either|either way|please|thanks|thank you)$/i,
      '',
    )
    .replace(/,\s+(?:an?|just|about|right|near|close to|not far from)\s.*$/i, '')
    .replace(/,\s*(?:not|rather than|instead of|and not)\b.*$/i, '')
    .replace(/\s+(?:rather than|instead of|in place of|as opposed to)\b.*$/i, '')
    .trim();
}

/** Whether a clause only says that something was wrong; the next one says what is right. */
export function isCorrection(clause: string): boolean {
  return correcting.test(clause) && clause.split(' ').length <= 5;
}
