import { USER } from './fact-keys.js';

interface Told {
  subject: string;
  predicate: string;
  object: string;
  isNegated: boolean;
}

const verbs =
  /^(?:is|are|may|must|should|was|were|has|have|had|does|can(?:'t|not)?|will|lives?|works?|likes?|loves?|prefers?|uses?|owns?|speaks?|plays?|studies|drives|commutes|comes|decided|requires|needs?|wants?|knows?|allergic|keeps?|runs?|listens?|belongs?|reports?|leads?|manages?|depends?|happened|went|got|made|said|[a-z]+(?:s|ed) (?:in|at|on|for|to|with|by|from|of|as|about|into))\b/i;

/** A fact as a sentence: `The user lives in Leipzig`, `The port of the API is 9090`. */
export function factSentence({ subject, predicate, object, isNegated }: Told): string {
  const isUser = subject === USER;
  const who = isUser ? 'The user' : capital(subject);
  if (predicate === 'requires') return `${who} asks: ${object}`;
  if (predicate === 'happened') return `${who} ${object}`;
  if (predicate === 'allergic to')
    return `${who} is ${isNegated ? 'not ' : ''}allergic to ${object}`;
  if (predicate === 'decided on') return `${decided(subject, isNegated)} ${object}`;
  if (predicate === 'age') return `${who} is ${isNegated ? 'not ' : ''}${object} years old`;
  if (verbs.test(predicate)) {
    return isNegated ? `${who} no longer ${predicate} ${object}` : `${who} ${predicate} ${object}`;
  }
  // `postdoc in`, with nothing that could be a verb.
  if (/ (?:in|at|on|for|to|with|by|from|of|as|until|through)$/i.test(predicate)) {
    return `${who}${isNegated ? ' no longer' : ''}: ${predicate} ${object}`;
  }
  const owner = subject === 'project' ? 'The' : isUser ? "The user's" : `${capital(subject)}'s`;
  return `${owner} ${predicate} is ${isNegated ? 'not ' : ''}${object}`;
}

function decided(subject: string, isNegated: boolean): string {
  const what = subject === 'project' || subject === USER ? '' : ` for ${subject}`;
  return `Decision${what}:${isNegated ? ' not' : ''}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
