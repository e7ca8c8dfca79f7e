import { cleanValue } from './read-clause.js';
import type { Frame } from './frame.js';
import { isPlainWord } from './is-plain-word.js';

/** What a value belongs to, by a frame's groups. */
export interface SettingOf {
  slot: { subject: string; predicate: string };
  /** What a value that does not fit belongs to: a place where a date was expected. */
  otherwise?: SettingOf;
  /** Whether the grammar says that there is one, `the gate is`, or may be more, `my dog is`. */
  isSingle?: boolean;
  /** Whether the value fits and is worth keeping. */
  takes(object: string): boolean;
}

/** The subject of settings that belong to nobody in particular. */
const PROJECT = 'project';

const valueNoun =
  /\b(?:name|port|version|url|uri|link|host|hostname|endpoint|branch|database|db|timeout|deadline|budget|password|passcode|pin|username|handle|e-?mail|phone|number|region|framework|library|stack|licen[cs]e|currency|codename|address|size|height|weight|salary|rent|price|cost|colou?r|editor|browser|shell|os|laptop|computer|car|bike|bank|doctor|dentist|gym|hobby|hobbies|team|language|model|path|directory|folder|file|format|server|provider|environment|quota|capacity|threshold|target|goal|priority|room|seat|flight|hotel|birthday|anniversary|nickname|title|role|job|employer|company|city|zip|postcode|timezone|plan|subscription|theme|font|diet|major|school|university|meeting|launch|release|appointment|interview|wedding|exam|trip|party|event|conference|demo|review|standup|sprint|delivery|due date|start date|end date|date|time|wife|husband|partner|boss|manager|mentor|coach|landlord|hometown|blood type|shoe size|favou?rite .*|preferred .*|limit|rate|ttl|cache|queue|broker|orm|linter|formatter|bundler|runtime|cloud|registry|namespace|cluster|instance|image|tag|threads?|workers?|retries|interval|schedule|cron|owner|lead|contact|maintainer|reviewer|runner|hint|channel|gate|commute|locker|floor|street)s?$/i;

const dated =
  /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\b|\b\d{1,2}(?:st|nd|rd|th)\b|\b\d{1,2}(?::\d\d)? ?(?:am|pm)\b|\d{4}-\d\d|\b\d{1,2}[.:/]\d{1,2}\b|noon|midnight|tomorrow|week|month|quarter/i;

export function settingOf(
  frame: Frame,
  groups: Readonly<Record<string, string | undefined>>,
): SettingOf | undefined {
  const noun = groups['p'] ?? groups['p2'];
  if (frame.predicate === 'decided on') {
    const subject = noun === undefined ? PROJECT : bare(cleanValue(noun));
    return { slot: { subject, predicate: frame.predicate }, takes: () => true };
  }
  if (frame.predicate === 'port') {
    const subject = groups['s'] === undefined ? PROJECT : bare(groups['s']);
    return { slot: { subject, predicate: 'port' }, takes: () => true };
  }
  if (frame.predicate === 'date' && isDeadline.test(bare(groups['s'] ?? ''))) {
    return nounPhrase(`the ${bare(groups['s'] ?? '')}`, false);
  }
  if (frame.predicate === 'date') {
    const subject = bare(groups['s'] ?? '').replace(/ (?:day|date)$/i, '');
    return { slot: { subject, predicate: 'date' }, takes: (object) => dated.test(object) };
  }
  if (frame.predicate !== undefined) {
    const subject = subjectOf(groups['s']);
    return {
      slot: { subject, predicate: frame.predicate },
      ...(frame.predicate === 'name' && isOneOfSeveral(subject) ? { isSingle: false } : {}),
      takes: () => true,
    };
  }
  if (noun === undefined) return undefined;
  if (groups['s'] !== undefined) {
    return { slot: { subject: subjectOf(groups['s']), predicate: bare(noun) }, takes: () => true };
  }
  const about = nounPhrase(noun, frame.kind === 'relation');
  return groups['at'] !== undefined && isNamed.test(about.slot.predicate) ? undefined : about;
}

/** What is somewhere, but has no place as its value: `my name is on the list`. */
const isNamed =
  /(?:name|password|passcode|pin|e-?mail|phone|number|version|wife|husband|partner|boss|manager|mentor|coach|landlord|doctor|dentist|owner|lead|contact|maintainer|reviewer|laptop|computer|car|bike)$/i;

/**
 * `the staging port`: the port of staging. `my sister's birthday`: her birthday. `my email`: mine.
 */
function nounPhrase(noun: string, isRelation: boolean): SettingOf {
  const owned = /^(my|our|the)?\s*(.+?)(?:'s|s')\s+(.+)$/i.exec(noun);
  if (owned !== null) {
    const [, owner = '', subject = '', predicate = ''] = owned;
    const whose = owner.toLowerCase() === 'my' ? `my ${subject}` : bare(subject);
    return setting(whose, bare(predicate));
  }
  const of =
    /^(?:the|my|our)?\s*([\p{L}\p{N}_ -]+?) (?:(?:of|for) (?:the |our |my )?|(?:at|in|with) (?:the|our|my) )(.+)$/iu.exec(
      noun,
    );
  if (of !== null) return setting(bare(of[2] ?? ''), bare(of[1] ?? ''));
  if (isRelation) return setting('I', bare(noun));
  const [occasion = ''] = bare(noun).split(/ (?:to|with|in|at) /);
  if (isOccasion.test(occasion.split(' ').at(-1) ?? '')) return setting(bare(noun), 'date');
  if (/^my\b/i.test(noun) || (/^our\b/i.test(noun) && several.test(bare(noun)))) {
    return setting('I', bare(noun));
  }
  const words = bare(noun).split(' ');
  if (/^(?:date|day|time)$/i.test(words.at(-1) ?? '') && words.length > 1) {
    return setting(words.slice(0, -1).join(' '), 'date');
  }
  const head = words.at(-1) ?? '';
  return setting(words.length > 1 ? words.slice(0, -1).join(' ') : PROJECT, head);
}

/** Nouns that are a date themselves. */
const isDeadline = /(?:^|\s)(?:deadline|due date|start date|end date|cut-?off)$/i;

const isOccasion =
  /^(?:meeting|launch|release|appointment|interview|wedding|exam|trip|party|event|conference|demo|review|standup|sprint|delivery|deployment|migration|call|workshop|kickoff|retro|presentation|flight|move|reunion|concert|game|match|race)$/i;

function setting(subject: string, predicate: string): SettingOf {
  const isDate = predicate === 'date';
  return {
    slot: { subject, predicate },
    ...(several.test(predicate) || isSingular(predicate)
      ? { isSingle: !several.test(predicate) }
      : {}),
    ...(isDate ? { otherwise: setting(subject, 'location') } : {}),
    takes: (object) =>
      isDate
        ? dated.test(object)
        : looksExact(object) ||
          (valueNoun.test(predicate) &&
            !isJudgement(object) &&
            !(counted.test(predicate) && isPlainWord(object))),
  };
}

/** Nouns whose value is a number or a code: `the port is busy` names none. */
const counted =
  /\b(?:port|version|timeout|phone|number|zip|postcode|pin|limit|rate|ttl|quota|capacity|threshold|retries|interval)$/i;

/** Nouns that may have several values: `my friend is`, `my sister is`. */
const several =
  /^(?!(?:best|closest|main|only|current)\b)(?:.* )?(?:friend|sister|brother|son|daughter|child|kid|colleague|cousin|uncle|aunt|niece|nephew|teammate|neighbou?r|client|dog|cat|pet)$/i;

/** `my friend`: the name of another friend is not this one's. */
function isOneOfSeveral(subject: string): boolean {
  const [, noun] = /^(?:my|our) (\S+)$/i.exec(subject) ?? [];
  return noun !== undefined && several.test(noun);
}

function isSingular(noun: string): boolean {
  if (/^(?:best|closest|main|only|current)\b/i.test(noun)) return true;
  return !/s$/i.test(noun) || /ss$/i.test(noun);
}

/** Whether it is an opinion or a wish instead of a value: `so bold`, `awesome`, `to win`. */
function isJudgement(object: string): boolean {
  return (
    object.split(' ').length > 5 ||
    /^(?!unlimited|disabled|enabled|shared|dedicated|managed)\p{Ll}{3,}(?:ed|able|ible)$/u.test(
      object,
    ) ||
    /^(?:so|very|too|such|quite|pretty|really|to|like|all|always|what|how|awesome|great|amazing|nice|beautiful|wonderful|good|bad|cool|fun|fine|important|hard|easy|perfect|lovely|huge|big|small|slow|fast|broken|down|up|ready|done|wrong|right|correct|gone|full|empty|about|getting|going|being)\b/i.test(
      object,
    )
  );
}

/** Whether it looks like a number, a name or a code. */
function looksExact(object: string): boolean {
  return (
    /^[\p{Lu}\p{N}"'`/~.$€£#@][\p{L}\p{N}\p{P}\p{S}]*(?: [\p{Lu}\p{N}][\p{L}\p{N}\p{P}]*){0,4}$/u.test(
      object,
    ) && !/^(?:Not|Very|So|Too|The|A|An|No)\b/.test(object)
  );
}

function subjectOf(subject: string | undefined): string {
  const text = (subject === undefined || subject === '' ? 'I' : subject).trim().replace(/,$/, '');
  // Who has a new boss has one boss; a new friend is another one.
  const [, owner, noun = ''] = /^(my|our) new (\p{L}+)$/iu.exec(text) ?? [];
  if (owner !== undefined && !several.test(noun)) return `${owner} ${noun}`;
  if (/^(?:i|we|my|our|me|us)$/i.test(text)) return 'I';
  const turned = /^(.+?),? (?:my|our) (\p{L}+),?$/u.exec(text);
  return turned === null
    ? text.replace(/,/g, '').replace(/'s$/, '')
    : `my ${turned[2] ?? ''} ${turned[1] ?? ''}`;
}

function bare(noun: string): string {
  return noun
    .replace(
      /^(?:(?:the|my|our|this|that|a|an|new|current|actual|correct|right|old|latest)\s+)+/i,
      '',
    )
    .replace(/\s+/g, ' ')
    .trim();
}
