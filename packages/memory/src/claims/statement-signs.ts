import { addsValue, tellsChange, tellsUndone } from './change-signs.js';
import { laysDown, namesInformant } from './informants.js';
import { hasQuotation } from './quotations.js';
import { subjectOf } from './claim-subject.js';

/** Signs of how a message states what it states. */
export interface StatementSigns {
  /** It tells of something that happened. */
  happened: boolean;
  /** It says in so many words that something is different now. */
  saysNow: boolean;
  /** It is about the speaker, too. */
  isSelf: boolean;
  /** A pronoun may stand for somebody named before. */
  isOpen: boolean;
  /** It starts with somebody or something else, and does not mention the speaker. */
  isOfOther: boolean;
  /** What a letter, a doctor or somebody else let the speaker know. */
  reported: boolean;
  /** What somebody else says of the speaker. */
  retold: boolean;
  supposed: boolean;
  visited: boolean;
  fictional: boolean;
  declined: boolean;
  added: boolean;
  /** It takes back what was said. */
  corrected: boolean;
  /** It tells that something was looked up, measured or read. */
  consulted: boolean;
}

const now =
  /\b(?:now|no longer|any ?more|these days|nowadays|from now on|instead|switched|moved|changed|as of|since)\b/iu;

const supposing =
  /\b(?:if|imagine|would|might|could|thinking|think about|wish|want(?:s|ed)? (?:me|us|to)|maybe|perhaps|someday|one day|tempted|fancy|dream(?:ed|t|ing)?|hope|hoping|considering|considered|what if|wonder\p{L}*|should|hypothetical\p{L}*|probably|supposed to|pretend\p{L}*|swear|plan(?:ning|s)? (?:to|on)|looking at|eyeing|toying)\b/iu;

const visiting =
  /\b(?:visit\p{L}*|holiday|vacation|trip|weekend (?:in|at)|hotel|airbnb|rent(?:ed)? a|hired|courtesy|borrow\p{L}*|lent|loan\p{L}*|test[- ]?dr\p{L}+|for the (?:week|weekend|day|night)|back (?:on|by|in) \p{L}+day|tour\p{L}*|layover|conference|wedding in|temporar\p{L}*|while (?:mine|ours|the|he|she|they)|cover(?:ing|s)? for|covers|until|just for|guest|trial|demo|had a go|try(?:ing)? (?:it )?out|stay(?:ing|ed) with)\b/iu;

const telling =
  /\b(?:novel|film|movie|story|in the play|song|lyrics?|character|examples?|docs?|tutorial|article|quiz|dream(?:t|ed)?|april fools?|joke|joking|kidding|sketch|demo data|textbook|test data|imagine|pretend\p{L}*|lottery)\b/iu;

const saying =
  'says?|said|saying|tells?|told|telling|thinks?|thought|reckons?|swears?|swore|insists?|insisted|claims?|claimed|posted|wrote|writes|announced|announcing|convinced|believes?|assumes?|assumed|heard|hears';

const reporting = new RegExp(
  String.raw`\b(?:${saying}|emailed|rang|phoned|texted|letter|called)\b`,
  'iu',
);

/** `my aunt told everyone that I'm vegan`, not `the doctor told me`, `I said` */
const retelling = new RegExp(
  String.raw`(?<!\b(?:I|we|she'll never|never) (?:\p{L}+ )?)\b(?:${saying})\b(?! (?:me|us|it|this)\b)(?:(?!\b(?:so|and|but|when|because|if|as)\b)[^,.!?;]){0,40}?\b(?:I|im|ive|we) (?:am|are|was|were|have|had|is|\p{L}+(?<!can|could|did)s?)\b`,
  'giu',
);
const gossiping = /\b(?:rumou?rs?|gossip|apparently|going (?:a)?round)\b/iu;

function retells(own: string): boolean {
  return (
    gossiping.test(own) ||
    [...own.matchAll(retelling)].some(({ 0: match, index }) => {
      const said = match.replace(/^\S+/u, '').replace(/^.*?(?= (?:I|im|ive|we) )/iu, '');
      return !namesInformant(own.slice(0, index)) && !laysDown(said);
    })
  );
}

const declining =
  /\b(?:turned (?:it|that|them|him|her) down|declined|refused|no thanks|not happening|won't|will not|budge|said no|flat no|laughed|when pigs fly|vetoed|stay(?:s|ing|ed)? (?:put|as|like)|leaving it|nothing changes|still|not going anywhere|stuck to|sticking|never (?:would|will)|no chance|not (?:a )?chance|didn't|did not|don't copy|do not copy|ignore)\b/iu;

const correcting =
  /\b(?:wrong|mis(?:read|heard|typed|remembered|counted|quoted|spoke)|mixed (?:up|them)|typos?|scratch|strike|ignore|disregard|forget|sorry|oops|whoops|correction|my bad|mistake|nah|nope|not quite|(?:off|out) by|thinking of|(?:was|been) (?:looking at|reading|quoting|going by)|rather than|instead of|actually|turns out|make (?:that|it)|should(?: have)? (?:be|been|say|read)|redo|rerun|amend(?:ed)?)\b/iu;

const consulting =
  /\b(?:letter|e-?mail|contract|handbook|scales?|ruler|tape|label|booking|slip|form|website|site|invit(?:e|ation)|ticket|docs?|spec|sheet|receipt|certificate|card|portal|diary|calendar|measured|weighed|counted|checked|looked (?:again|at|up|it up)|double[- ]checked|confirm(?:ed|s)?|the real one)\b/iu;

const self = /\b(?:I|we|my|our|me|us|ive|im|mine|ours)\b/iu;
const pronoun = /\b(?:she|he|her|him|his|they|them|their)\b/iu;

/** @param own what a message states, without contractions */
export function statementSigns(text: string, own: string): StatementSigns {
  const isSelf = self.test(own);
  return {
    happened: tellsChange(own),
    saysNow: now.test(own),
    isSelf,
    isOpen: pronoun.test(own),
    isOfOther: !isSelf && subjectOf(own).kind === 'other',
    reported: reporting.test(own),
    retold: retells(own) || hasQuotation(text),
    supposed: supposing.test(own),
    visited: visiting.test(own),
    fictional: telling.test(own),
    declined: declining.test(own) || tellsUndone(own),
    added: addsValue(own, own),
    corrected: correcting.test(own),
    consulted: consulting.test(own),
  };
}
