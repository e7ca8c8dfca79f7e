import { foldWords } from '../text/fold-words.js';
import { predicateOf } from './predicates.js';

/** The one who talks to the assistant. */
export const USER = 'user';

/** What belongs to nobody in particular. */
export const PROJECT = 'project';

const ofNobody = new Set([
  'the',
  'a',
  'an',
  'my',
  'our',
  'your',
  'his',
  'her',
  'their',
  'this',
  's',
]);
const theUser = new Set(['user', 'i', 'me', 'myself', 'we', 'us']);

/** What names of one entity share: folded words without articles and owners. */
export function entityKey(name: string): string {
  const words = foldWords(name).filter((word) => !ofNobody.has(word));
  const key = words.join(' ');
  return theUser.has(key) || key === '' ? USER : key;
}

/** What values that are the same share. */
export function objectKey(object: string): string {
  return foldWords(object.replace(/^(?:the|an?)\s+/i, '')).join(' ') || object.trim().toLowerCase();
}

/** Facts of one slot may contradict each other. */
export function slotOf(entity: string, predicate: string): string {
  return `${entity}|${predicateOf(predicate).name}`;
}

/**
 * Keys under which a subject is found: the whole, and the single words of a short name,
 * `sister ana` under `ana` as well.
 */
export function entityKeys(subject: string, object?: string): string[] {
  const key = entityKey(subject);
  const words = key.split(' ');
  const parts = words.length > 1 && words.length <= 4 ? words : [];
  return [...new Set([key, ...parts, ...(object === undefined ? [] : [entityKey(object)])])];
}
