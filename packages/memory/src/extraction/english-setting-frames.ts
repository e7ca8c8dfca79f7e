import { type Frame, frame, has } from './frame.js';

/** Settings and plans: nouns with a value. */
export const settingFrames: readonly Frame[] = [
  frame(
    `(?:(?:the|our|my|this) )?(?<s>[\\p{L}\\p{N}'._/ -]{1,50}?)${has} (?:(?:run|runs|running|live|lives|served|serve|serves|exposed|available|reachable|bind|binds|bound|hosted|deployed)(?: over)? (?:on|at|to) port|(?:listen|listens|listening) (?:on|at)(?: port)?) (?<o>\\d{2,5})`,
    { predicate: 'port', importance: 0.7 },
  ),
  frame(
    `(?:(?:use|using|take|it is|try|connect (?:to|on|via)|on) )?port (?<o>\\d{2,5})(?: for (?:the |our |my )?(?<s>[\\p{L}\\p{N} _-]+))?`,
    { predicate: 'port', importance: 0.7 },
  ),
  frame(
    `.*?\\b(?:the|our|my) (?<s>[\\p{L}\\p{N}_-]+(?: (?!(?:is|are|was|runs) )[\\p{L}\\p{N}_-]+)?) (?:(?:is|are|sits|runs) )?(?:over|via|on|at|through|under|using) port (?<o>\\d{2,5})`,
    { predicate: 'port', importance: 0.7 },
  ),
  frame(
    `.*?\\bport (?<o>\\d{2,5}) (?:for|to reach) (?:the|our|my) (?<s>[\\p{L}\\p{N}_-]+(?: [\\p{L}\\p{N}_-]+)?)`,
    { predicate: 'port', importance: 0.7 },
  ),
  frame(`(?<s>[\\p{L}\\p{N}_-]+(?: [\\p{L}\\p{N}_-]+)?): port (?<o>\\d{2,5})`, {
    predicate: 'port',
    importance: 0.7,
  }),
  frame(
    `(?:I|we|they|(?:(?:the|our|my) )?\\p{L}+)${has} (?:moved|pushed(?: back| out)?|postponed|delayed|rescheduled|brought forward|shifted|scheduled|planned|extended) (?:the|our|my) (?<s>[\\p{L}\\p{N}'_ -]{1,40}?)(?: (?:back|forward))?(?: from (?<x>.+?))? (?:to|for|until) (?<o>.+)`,
    { predicate: 'date', importance: 0.7 },
  ),
  frame(
    `(?<s>(?:the|our|my|this) [\\p{L}\\p{N}'_ -]{1,40}?) (?:will )?(?:happen|happens|take place|takes place|go live|goes live|start|starts) on (?<o>.+)`,
    { predicate: 'date', importance: 0.7 },
  ),
  frame(
    `(?:we|they|I) (?:go live with|have|are having|hold|do) (?:the|our|my) (?<s>[\\p{L}\\p{N}'_ -]{1,40}?) on (?<o>.+)`,
    { predicate: 'date', importance: 0.7 },
  ),
  frame(
    `(?:mark|block|save|note) (?<o>.+?) for (?:the|our|my) (?<s>[\\p{L}\\p{N}'_ -]{1,40})`,
    { predicate: 'date', importance: 0.7 },
    'iu',
  ),
  frame(
    `(?<s>(?:the|our|my|this) [\\p{L}\\p{N}'_ -]{1,40}?)${has} (?:been )?(?:moved|pushed(?: back| out)?|postponed|delayed|rescheduled|brought forward|shifted|slipped|changed|extended)(?: (?:back|forward|up))?(?: from (?<x>.+?))? (?:to|until) (?<o>.+)`,
    { predicate: 'date', importance: 0.7 },
  ),
  frame(
    `(?:I|we|they|(?:(?:the|our|my) )?\\p{L}+)${has} (?:changed|set|updated|reset|switched|moved|bumped|increased|raised|lowered|reduced|renamed|upgraded|downgraded|configured|pinned) (?<p>(?:the|our|my) [\\p{L}\\p{N}'_ -]{1,50}?)(?: from (?<x>.+?))? to (?<o>.+)`,
    { importance: 0.7 },
  ),
  frame(
    `(?:please )?(?:change|set|update|switch|move|bump|raise|lower|rename|make) (?<p>(?:the|our|my) [\\p{L}\\p{N}'_ -]{1,50}?)(?: from (?<x>.+?))? (?:to|be) (?<o>.+)`,
    { importance: 0.7 },
  ),
  frame(
    `(?<p>(?:the|our|my) [\\p{L}\\p{N}'_ -]{1,60}?) (?:is|are) (?:no longer|not) (?:in |on |at )?(?<x>[^,]+?),? but (?:rather )?(?:in |on |at )?(?<o>.+)`,
    { importance: 0.7 },
  ),
  frame(
    `(?:I|we) (?:have |has |just )*(?:got|have|get|bought) (?:an? )(?:new )(?<p>[\\p{L} -]{2,30}): (?<s>)(?<o>.+)`,
    { importance: 0.7 },
  ),
  frame(
    `(?<p>(?:(?:the|our|my|\\p{Lu}\\p{L}+'s) [\\p{L}\\p{N}'_ -]{1,60}?)|launch day|release day) (?:is|are|has become|became|will be|shall be|should be|has to be|must be)(?: called| named| set to| scheduled for| due(?: on| by)?|(?<at> on| at| in))? (?<o>.+)`,
    { importance: 0.6 },
  ),
  frame(
    `(?<p>(?:the|our|my) [\\p{L}\\p{N}'_ -]{1,60}?) (?:changed|has changed|has moved|got renamed|was renamed|has been renamed|went up|went down|increased|dropped|moved|slipped)(?: from (?<x>.+?))? to (?<o>.+)`,
    { importance: 0.6 },
  ),
  frame(
    `(?:the |our )?(?<p>(?:(?!(?:the|our|my|a|an) )[\\p{L}\\p{N}_]+ ){0,3}(?:port|version|url|host|hostname|endpoint|branch|database|timeout|deadline|budget|password|username|email|region|framework|library|license|licence|currency|codename)) ?(?:is|=|:|to) ?(?<o>\\S.*)`,
    { importance: 0.6 },
    'iu',
  ),
];

/** What was settled. */
export const decisionFrames: readonly Frame[] = [
  frame(
    `(?:I|we|the team|everyone)${has} (?:decided|agreed|chosen|chose|opted|voted) (?:against|not to use|not to go with|not to) (?<o>.+?)(?: for (?<p>.+))?`,
    { predicate: 'decided on', kind: 'decision', ends: true, importance: 0.8 },
  ),
  frame(
    `(?:let us|we will|we should|I will|we are|I am|we) (?:not|no longer) (?:use|using|go with|going with) (?<o>.+?)(?: for (?<p>.+))?`,
    { predicate: 'decided on', kind: 'decision', ends: true, importance: 0.8 },
  ),
  frame(
    `(?:I|we|the team|everyone)${has} (?:decided|agreed|opted|voted|settled)(?: (?:to (?:use|go with|adopt|switch to|move to|build (?:it )?(?:on|with))|on|for|upon)) (?:using )?(?<o>.+?)(?: for (?<p>.+)| as (?:our|the) (?<p2>.+))?`,
    { predicate: 'decided on', kind: 'decision', importance: 0.8 },
  ),
  frame(
    `(?:I|we|the team)${has} (?:chosen|chose|picked|selected|going with|go with|went with|voted for|settled on|agreed on) (?<o>.+?)(?: for (?<p>.+)| as (?:our|the) (?<p2>.+))?`,
    { predicate: 'decided on', kind: 'decision', importance: 0.8 },
  ),
  frame(
    `(?:let us|we will|we are going to|I will|we should) (?:use|go with|stick with|stay with|pick|adopt|take|switch to|move to|go back to|build (?:it )?(?:on|with)) (?<o>.+?)(?: for (?<p>.+)| as (?:our|the) (?<p2>.+))?`,
    { predicate: 'decided on', kind: 'decision', importance: 0.8 },
  ),
  frame(
    `(?:(?:final )?decision|decided|the decision is)(?: made)?:? (?:to (?:use|go with) |use |we use |go with )?(?<o>.+?)(?: for (?<p>.+))?`,
    { predicate: 'decided on', kind: 'decision', importance: 0.8 },
    'iu',
  ),
];
