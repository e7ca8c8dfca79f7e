import { USER } from './fact-keys.js';

interface Told {
  subject: string;
  predicate: string;
  object: string;
  isNegated: boolean;
  /** Whether it held before; else a negated fact says only that it is not so. */
  isOver?: boolean;
}

const verbs =
  /^(?:is|are|may|must|should|was|were|has|have|had|does|can(?:'t|not)?|will|lives?|works?|likes?|loves?|prefers?|uses?|owns?|speaks?|plays?|studies|drives|commutes|comes|decided|requires|needs?|wants?|knows?|allergic|keeps?|runs?|listens?|belongs?|reports?|leads?|manages?|depends?|happened|went|got|made|said|[a-z]+(?:s|ed) (?:in|at|on|for|to|with|by|from|of|as|about|into))\b/i;

/** A fact as a sentence: `The user lives in Leipzig`, `The port of the API is 9090`. */
export function factSentence({ subject, predicate, object, isNegated, isOver }: Told): string {
  const isUser = subject === USER;
  const who = isUser ? 'The user' : capital(subject);
  if (predicate === 'requires') return `${who} asks: ${object}`;
  if (predicate === 'happened') return `${who} ${object}`;
  if (predicate === 'allergic to')
    return `${who} is ${isNegated ? 'not ' : ''}allergic to ${object}`;
  if (predicate === 'decided on') return `${decided(subject, isNegated)} ${object}`;
  if (predicate === 'age') return `${who} is ${isNegated ? 'not ' : ''}${object} years old`;
  if (verbs.test(predicate)) {
    if (!isNegated) return `${who} ${predicate} ${object}`;
    return `${who} ${(isOver === true ? undefined : negated(predicate)) ?? `no longer ${predicate}`} ${object}`;
  }
  // `postdoc in`, with nothing that could be a verb.
  if (/ (?:in|at|on|for|to|with|by|from|of|as|until|through)$/i.test(predicate)) {
    return `${who}${isNegated ? (isOver === true ? ' no longer' : ' not') : ''}: ${predicate} ${object}`;
  }
  const owner = subject === 'project' ? 'The' : isUser ? "The user's" : `${capital(subject)}'s`;
  return `${owner} ${predicate} is ${isNegated ? 'not ' : ''}${object}`;
}

/** `lives in`: `does not live in`; `undefined` for a verb that is not in the present. */
function negated(predicate: string): string | undefined {
  const [verb = '', ...rest] = predicate.split(' ');
  const after = rest.map((word) => ` ${word}`).join('');
  if (/^(?:is|are|was|were|may|must|should|can|will|does)$/i.test(verb))
    return `${verb} not${after}`;
  if (/^has$/i.test(verb)) return `does not have${after}`;
  if (!/[^s]s$/i.test(verb)) return undefined;
  const plain = verb
    .replace(/ies$/i, 'y')
    .replace(/(ch|sh|ss|x|zz|o)es$/i, '$1')
    .replace(/([^s])s$/i, '$1');
  return `does not ${plain}${after}`;
}

function decided(subject: string, isNegated: boolean): string {
  const what = subject === 'project' || subject === USER ? '' : ` for ${subject}`;
  return `Decision${what}:${isNegated ? ' not' : ''}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
