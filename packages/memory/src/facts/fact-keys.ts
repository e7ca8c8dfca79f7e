import { foldText, foldWords } from '../text/fold-words.js';
import { hashOf } from '../text/stored-text.js';
import { predicateOf } from './predicates.js';

/** The subject for the person who talks to the assistant. */
export const USER = 'user';

/** The subject of facts that belong to nobody in particular. */
export const PROJECT = 'project';

const ofNobody = new Set('the a an my our your his her their this s'.split(' '));
const theUser = new Set('user i me myself we us my our'.split(' '));

/** The key that spellings of a name share: folded words without articles and possessives. */
export function entityKey(name: string): string {
  const all = foldWords(name);
  const words = all.filter((word) => !ofNobody.has(word));
  // `A`, `The S`: an entity may be called like an article.
  const key = words.join(' ') || (all.at(-1) ?? name.trim().toLowerCase());
  return theUser.has(key) || key === '' ? USER : key;
}

/** The key that spellings of a value share. */
export function objectKey(object: string): string {
  return foldWords(object.replace(/^(?:the|an?)\s+/i, '')).join(' ') || object.trim().toLowerCase();
}

/** Symbols that make another value: `C#` is not `C`, `$5` not `€5`, `-5` not `5`, `.env` not `env`. */
const telling = /[+#%$€£¥°]|(?<![\p{L}\p{N}])-(?=\p{N})|(?<![\p{L}\p{N}/])\.(?=\p{L})/gu;

/** Words that `objectKey` cuts off. */
const longWord = /[\p{L}\p{N}]{40}/u;

/** The key of equal values: as `objectKey`, with the symbols that tell values apart. */
export function valueKey(object: string): string {
  const symbols = (object.match(telling) ?? []).join('');
  const whole = longWord.test(object) ? foldText(object) : '';
  return [objectKey(object), symbols, whole].filter(Boolean).join(' ');
}

/** The hash that keeps a forgotten statement from being learned again. */
export function forgottenHash({ slot, object }: { slot: string; object: string }): string {
  return `f${hashOf(slot, valueKey(object))}`;
}

/** Of entries of all sessions, a text for each. */
export function entryKey({ sessionId, entryId }: { sessionId: string; entryId: string }): string {
  return `${entryId} ${sessionId}`;
}

/** The slot of a fact: only facts of one slot can contradict each other. */
export function slotOf(entity: string, predicate: string): string {
  return `${entity}|${predicateOf(predicate).name}`;
}

/** The slots of a predicate for every name of an entity. */
export function slotsOf(names: readonly string[], predicate: string): string[] {
  return names.map((name) => slotOf(name, predicate));
}

/** The keys that find a subject: the whole name and, if short, its words (`sister ana`: `ana`). */
export function entityKeys(subject: string, object?: string): string[] {
  const key = entityKey(subject);
  const words = key.split(' ');
  const parts = words.length > 1 && words.length <= 4 ? words : [];
  return [...new Set([key, ...parts, ...(object === undefined ? [] : [entityKey(object)])])];
}
