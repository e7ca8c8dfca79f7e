import { isStartOfName } from '../text/longer-name.js';
import { laysDown, namesInformant } from './informants.js';

/** A pattern for any of these words and phrases, each line a part of the list. */
function anyOf(...phrases: string[]): RegExp {
  return new RegExp(String.raw`\b(?:${phrases.join('|')})\b`, 'iu');
}

/** Words by which a statement says that it differs from what was so before. */
const changing = anyOf(
  'now|nowadays|these days|from (?:now|here|then) on',
  String.raw`from (?:today|this \p{L}+|next \p{L}+) on(?:wards)?|going forward|as of|effective`,
  'henceforth|instead|no longer|any ?more|any longer|after all|finally|at last|lately',
  String.raw`recently|since (?:the|my|our|then|last|moving|yesterday|\p{Lu}\p{L}+)|following the|new`,
  'newest|final decision|this time|meanwhile|today|in the end|eventually|ended up',
  'turns? out|turned|turning|moved?|moving|switch(?:ed|ing)?|chang(?:e|ed|ing)|swap(?:ped)?',
  'replac(?:ed|ing)|left|leaving|drop(?:ped|ping)?|quit|gave up|given up|stopp?ed|stop|up to|down to',
  'start(?:ed|ing)?|began|begun|beg[iu]n|became|become|becomes|join(?:ed|ing)?',
  'migrat(?:ed|ing)|upgrad(?:ed|ing)|downgrad(?:ed|ing)|bump(?:ed)?|raised|lowered|reduced',
  String.raw`increased|decreased|cut|doubled|halved|tripled|renam(?:ed|ing)|rebranded|resched\p{L}+`,
  String.raw`postpon\p{L}+|push(?:ed|ing)?|shift(?:ed|ing)?|slipp(?:ed|ing)|delay(?:ed)?`,
  'brought (?:forward|in)|extended|shortened|end(?:ed|s)|died|dead|sold|bought|got|traded',
  'ditch(?:ed|ing)|scrap(?:ped)?|retired|retir(?:ed|ing)|cancell?ed|transferr?ed',
  'relocat(?:ed|ing)|promoted|demoted|grew|grown|settled|adopted|picked|went with|gone with',
  'going with|convert(?:ed|ing)|revers(?:ed|ing)|overrul(?:ed|ing)|vetoed|corrected',
  'updat(?:ed?|ing)|reset|scal(?:ed|ing)|ported|rewr(?:ote|itten)|took over|taken over',
  'taken on|hired|broke up|broken up|split up|parted|divorced|married|graduated|passed away',
  'gone|expired|ran out|run out|returned|handed|merged|rolled (?:back|out)|revert(?:ed|ing)',
  'goodbye|bye|farewell|stepped down|back to|revised|promoted|landed|accepted|signed|begins',
  'starts|takes over|took|exchanged|stepped down|succeed(?:ed|s)|unpacked|adjusted|tweaked',
  'trimmed|expanded|grown|shrunk|relaunched|redid|been (?:set|put|made)',
  'was (?:set|put|made)|sworn|sent back|used to|no more|unsubscribed|uninstalled|disabled',
  'deactivated|fell through|off the table|again|already|by now|so far',
  String.raw`(?:first|last) (?:\p{L}+ )?(?:day|week|month|shift|one)|it is official`,
);

/** Words by which a speaker takes back what was said just now or long ago. */
const correcting =
  /\b(?:sorry|apologies|my bad|mistake|mistaken|oops|whoops|ugh|wait|hang on|hold on|scratch|scrap|strike|forget (?:that|it|what)|never ?mind|ignore (?:that|what|my)|disregard|correct(?:ion|ing)|actually|in fact|rather|i mean|i meant|misspoke|mis\p{L}+ed|misread|misheard|typo|wrong|outdated|out of date|mixed|confused|make (?:that|it)|should have (?:been|said|read)|changed my mind|second thoughts?|change of plans?|plans? changed|on reflection|let me correct|to correct|not quite|not right|not true)\b/iu;

/** Words by which a value comes on top of others. */
const adding =
  /\b(?:also|too(?! (?:\p{L}+))|as well|(?<!\b(?:to|from|by) )another|(?:my|our|his|her|any|some|many|most|all) other|additional(?:ly)?|besides|on top of|in addition|plus|(?:an?|my|our|his|her) (?:second|third|fourth)(?! (?:thought|time))|alongside|extra|next to|in parallel|did I mention)\b/iu;

const contrast =
  /(?:\bnot\b|n't\b).*\b(?:but|rather)\b|, (?:and )?not (?:(?:on|at|in|the|port) )?[\p{L}\d`]|\b(?:am|is|are) \p{L}+ing (?:over |back |away )?to\b|\bno more\b/u;

/** Verbs in the past tense: something happened. */
const happened =
  /\b(?!need|feed|seed|speed|breed|indeed|red|bed|used|based|named|called|located|allowed|supposed|hundred|shared|preferred|employed|married|engaged|allergic|required|limited)\p{L}{2,}ed\b|\b(?:went|came|fell|slid|found|made|put|chose|ran|won|lost|grew|gave|flew|broke|tore|wore|spent|brought|built|bore|redid|let|cut|shut|went|withdrew|shrank|rose|sank|sprang|stepped)\b/iu;

/** It came to nothing: what a sentence reports changed nothing. */
const undone =
  /\b(?:turned (?:it|that|them|him|her) down|declined|refused|nothing came of|came to nothing|stay(?:ed|ing) put|said no|passed on it|did not (?:work out|happen|take it)|but (?:we|I) stayed|but (?:it|they|that) (?:was|were)|called it off)\b/iu;

const past =
  /\b(?:used to|formerly|previously|years? ago|back (?:then|when|in)|as a (?:child|kid|student|teenager)|once (?:lived|worked|had|owned|used)|in my (?:youth|childhood|twenties|thirties)|(?:grew|grown) up)\b/iu;

const ending = [
  'ignore what I said about|ignore|forget about|disregard|came off|off with|bye|goodbye',
  'farewell|so long|passed|stepped down as|dropped support for|no more|unsubscribed from',
  'uninstalled|handed (?:over )?|moved on from|overruled|leaving|left|leave|quit|quitting',
  'dropped|dropping|ditched|ditching|abandoned|scrapped|sold|selling|gave up|given up',
  'giving up|give up|got rid of|gave away|threw out|thrown out|stopped|stop|no longer',
  'cancelled|canceled|cancel|ended|retired|resigned from',
  'moved (?:out of|off|away from|from|on from)|moving (?:off|from)',
  'migrated (?:off|from|away from)|switched (?:off|from|away from)|changed from|went off',
  'gone off|off|fed up with|done with|finished with|over with|tired of|replaced|replacing',
  'replaces|replace|swapped|swapping|traded|exchanged|broke up with',
  'split (?:up )?(?:with|from)|divorced|decided against|against|vetoed|rejected|instead of',
  'rather than|in place of|away from|out of|goodbye to|farewell to|laid off (?:by|from)',
  'fired (?:by|from)|parted (?:ways )?(?:with|from)|removed|deleted|deprecated',
  'decommissioned|shut down|closed|turned off|sunset|used to|notice (?:at|to)|lost|outgrew',
  'outgrown|returned|not|never|cannot|nor|forget|instead|from|formerly|previously',
].join('|');

const ended = [
  'no longer|not any ?more',
  '(?:has |have |had |is |are |was )?(?:gone|out|dead|history|over|closed|expired|ended|died|left|retired|quit|resigned|obsolete|deprecated|broken|finished|overbooked|sold|cancelled|canceled|wrong|outdated|no more)',
  'passed away|stepped (?:down|aside|back)|moved (?:out|away|on|back)|broke up|split up',
  'parted|ran out|shut down|went (?:bust|under|away)|used to',
  'was (?:too|my|our|the|wrong|a|an)|let me go|laid me off|fired me',
  'and i (?:broke|split|parted|separated|divorced)|did not|does not|is not|are not',
  'fell through|off the table|lapse|lapsed|(?:got|became|was|is|are) (?:too|so) ',
  'got (?:sold|replaced|cancelled|dropped)',
].join('|');

/** Whether a sentence reports something that came to nothing. */
export function tellsUndone(text: string): boolean {
  return undone.test(text);
}

/** Whether a statement says that something changed. */
export function tellsChange(text: string): boolean {
  return saysChange(text) || (!undone.test(text) && happened.test(text));
}

/** Whether it says so in so many words, not just by what happened. */
export function saysChange(text: string): boolean {
  return !undone.test(text) && [changing, correcting, contrast].some((sign) => sign.test(text));
}

/** Whether a clause only says what was so before. */
export function tellsPast(clause: string): boolean {
  return past.test(clause);
}

/** Whether a clause says in so many words that something is over. */
export function saysEnd(clause: string): boolean {
  return /\b(?:no longer|any ?more|any longer|quit|stopped|gave up|given up|cancell?ed)\b/iu.test(
    clause,
  );
}

/** Whether a clause denies something. */
export function denies(clause: string): boolean {
  return /\b(?:not|no longer|never|cannot|none|neither|nor)\b|n't\b/iu.test(clause);
}

/** What somebody else is said to have said. */
const reported =
  /\b(?:says?|said|tells?|told|(?<!the )telling|claim(?:s|ed)?(?! (?:the|an?|my|our|his|her|their|its) )|insists?|insisted|thinks?|reckons?|swears|swore|hears?|heard|believes?|assumes?|guesses)\b/iu;

/** Who says something comes before it. */
const LATE_IN_CLAUSE = 80;

/** Whether a clause tells what somebody else said of others than himself, not what its speaker knows. */
export function isHearsay(clause: string): boolean {
  const match = reported.exec(clause);
  // Later on, it is mentioned in passing: `he teaches there, so my sister says`.
  if (match === null || match.index === 0 || match.index > LATE_IN_CLAUSE) return false;
  const [before, after] = [clause.slice(0, match.index), clause.slice(match.index)];
  if (/\b(?:his|her|their|he|she|they)\b/iu.test(after)) return false;
  if (namesInformant(before) || laysDown(after.slice(match[0].length))) return false;
  return !/\b(?:I|we|me|us)(?: \p{L}+){0,2}\s*$|\bto\s+$/iu.test(before);
}

/** Whether a statement takes back what was said. */
export function corrects(text: string): boolean {
  return correcting.test(text) || /^\s*(?:no|nope|nah)\b/i.test(text);
}

/** Whether a statement adds to what holds, instead of changing it. */
export function addsValue(clause: string, sentence: string): boolean {
  return adding.test(clause) || /\b(?:added|adding|both)\b/iu.test(sentence);
}

const endingBefore = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${ending})(?:[\s,]+(?!(?:to|for|and|but|onto)\b)[\p{L}\p{N}'-]+){0,4}?[\s,"'\u0060]+$`,
  'iu',
);
const endedAfter = new RegExp(
  String.raw`^["'\u0060]?(?:'s)?(?:[\s,]+[\p{L}\p{N}'-]+){0,2}?[\s,]+(?:${ended})(?![\p{L}\p{N}])`,
  'iu',
);

/** Whether a text says that a value is over: `left Bosch`, `off MySQL`, `Jonas moved out`. */
export function endsValue(text: string, value: string): boolean {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    const after = text.slice(at + value.length);
    if (isStartOfName(value, after)) continue;
    if (endingBefore.test(text.slice(0, at)) || endedAfter.test(after)) return true;
  }
  return false;
}

/** What a statement says is over, if it does: the words after `stopped`, `no longer`, `gave up`. */
export function endedMatter(text: string): string | undefined {
  const [, over] =
    /\b(?:no longer|quit|quitting|stopped|gave up|given up|give up|giving up|cancell?ed|no more|had enough of|given up on|gave up on|unsubscribed from|uninstalled|disabled|deleted|removed|(?:do|does|did|am|is|are|have|has|will) not|never|cannot|done with|got rid of|sold|dropped|gone off|went off|sworn off|lost|ended|against|decided not to|agreed not to) (.+)$/iu.exec(
      text,
    ) ?? [];
  return over?.replace(/\b(?:because|since|as|due to|thanks to|so|and|but)\b.*$/iu, '');
}
