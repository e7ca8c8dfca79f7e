import type { Entry, LedgerItem, Snapshot, SummarizeInput } from '@everlong/core';
import { checkList, mapTexts } from '@everlong/core/internal';
import {
  addFingerprints,
  createFingerprintRedactor,
  isDistinctive,
  isWordCharacter,
  mapStrings,
  redactSecrets,
  replacedIn,
  type SecretFingerprints,
} from '@everlong/redaction';

import { redactSplit } from './redact-split.js';

/** Entries without recognised secrets, and the fingerprints last looked for in them. */
const clean = new WeakMap<object, string>();
/** The maximum number of secrets per range whose unmarked repeats are redacted. */
const MAX_KNOWN = 100;
/** Shorter secrets match only as whole words. */
const SURE_LENGTH = 8;
/** The length of the shortest secret whose repeats are redacted. */
const MIN_LENGTH = 6;

/** A range of entries without secrets. */
export interface RedactedRange {
  entries: readonly Entry[];
  /** The fingerprints by which later ranges recognise its secrets and the earlier ones. */
  secrets?: SecretFingerprints;
  /** Whether secrets were recognised in this range. */
  isNews: boolean;
  /** Redacts the secrets of this range and of earlier ones. */
  redact(text: string): string;
}

/**
 * Redacts secrets in texts, inputs and outputs: those that `redactSecrets` recognises, their
 * unmarked repeats in other entries of the range, and those split over two entries. Returns entries
 * without secrets as the same objects, and the same list if all were redacted before.
 */
export function redactEntries(entries: readonly Entry[]): readonly Entry[] {
  checkList('The entries of redactEntries', entries);
  return entries.every((entry) => clean.has(entry)) ? entries : redactRange(entries).entries;
}

/** Whether each text of the entry is redacted, so that doing it again changes none of them. */
export function isRedacted(entry: Pick<Entry, 'message'>): boolean {
  return clean.has(entry);
}

/**
 * Redacts entries as `redactEntries` does, and also the secrets of earlier ranges, by their
 * fingerprints `secrets`. Returns the fingerprints for later ranges.
 */
export function redactRange(
  entries: readonly Entry[],
  secrets?: SecretFingerprints,
): RedactedRange {
  const sought = secrets?.prints.join(' ') ?? '';
  const redactPrinted: Redact =
    secrets === undefined ? (text) => text : createFingerprintRedactor(secrets);
  const isClean = (entry: Entry): boolean =>
    sought === '' ? clean.has(entry) : clean.get(entry) === sought;
  if (entries.every(isClean)) {
    return { entries, ...(secrets && { secrets }), isNews: false, redact: redactPrinted };
  }
  const known: KnownSecrets = new Map();
  const redacted = redactRecognised(entries, redactPrinted, known);
  const result = known.size > 0 ? redactRepeats(redacted, known) : redacted;
  for (const entry of result) clean.set(entry, sought);
  const all = addFingerprints(secrets, known, entries[0]?.sessionId ?? '');
  return {
    entries: result,
    ...(all && { secrets: all }),
    isNews: known.size > 0,
    redact: (text) => withoutKnown(redactPrinted(text), known),
  };
}

type Redact = (text: string) => string;

/** The mark of each secret. */
type KnownSecrets = Map<string, string>;

/** Redacts secrets recognised by their form or by a fingerprint; adds the former to `known`. */
function redactRecognised(
  entries: readonly Entry[],
  redactPrinted: Redact,
  known: KnownSecrets,
): Entry[] {
  const redact = (text: string, key = ''): string => {
    const redacted = redactSecrets(text, key);
    if (redacted !== text) learn(text, redacted, known);
    return redactPrinted(redacted);
  };
  return redactSplit(entries, (text, mark) => addKnown(known, text, mark)).map((entry) =>
    withTexts(entry, redact),
  );
}

/** Redacts unmarked repeats of known secrets. */
function redactRepeats(entries: readonly Entry[], known: KnownSecrets): Entry[] {
  return entries.map((entry) => withTexts(entry, (text) => withoutKnown(text, known)));
}

/** Replaces the texts of an entry; returns the same object if none changes. */
function withTexts(entry: Entry, redact: (text: string, key?: string) => string): Entry {
  const message = mapTexts(entry.message, redact, (name) => redactName(name, redact));
  return message === entry.message ? entry : { ...entry, message };
}

/** The input of a snapshot, without secrets. */
export interface RedactedInput extends SummarizeInput {
  /** The fingerprints that the snapshot carries for the next one. */
  secrets?: SecretFingerprints;
}

/**
 * Redacts the entries and instructions, and in the last snapshot the secrets that only these
 * entries reveal.
 */
export function redactInput(given: SummarizeInput): RedactedInput {
  const { previous, instructions } = given;
  const { entries, secrets, isNews, redact } = redactRange(given.entries, previous?.secrets);
  return {
    ...given,
    entries,
    ...(instructions === undefined ? {} : { instructions: redact(redactSecrets(instructions)) }),
    ...(previous !== undefined && isNews ? { previous: redactSnapshot(previous, redact) } : {}),
    ...(secrets === undefined ? {} : { secrets }),
  };
}

function redactSnapshot(snapshot: Snapshot, redact: (text: string) => string): Snapshot {
  const redacted = mapStrings(snapshot, redact);
  const isWhole = ({ value }: LedgerItem, index: number): boolean =>
    value === snapshot.ledger[index]?.value;
  return { ...redacted, ledger: redacted.ledger.filter(isWhole) };
}

/** Skips names without a digit: names are many, and secrets in them have one. */
function redactName(name: string, redact: (text: string) => string): string {
  if (name.length < MIN_LENGTH || !/\d/.test(name)) return name;
  return redact(name);
}

function learn(before: string, after: string, known: Map<string, string>): void {
  for (const { text, mark } of replacedIn(before, after)) addKnown(known, text, mark);
}

function addKnown(known: Map<string, string>, found: string, mark: string): void {
  // Punctuation at the end of the sentence does not belong to the secret.
  const text = found.replace(/[.!?:]+$/, '');
  if (text.length >= MIN_LENGTH && isDistinctive(text) && known.size < MAX_KNOWN)
    known.set(text, mark);
}

function withoutKnown(text: string, known: ReadonlyMap<string, string>): string {
  let result = text;
  for (const [secret, mark] of known) {
    if (result.includes(secret)) result = replaceKnown(result, secret, mark);
  }
  return result;
}

function replaceKnown(text: string, secret: string, mark: string): string {
  if (secret.length >= SURE_LENGTH) return text.replaceAll(secret, mark);
  let result = '';
  let from = 0;
  for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + 1)) {
    const end = at + secret.length;
    if (
      isWordCharacter(text.charCodeAt(at - 1)) ||
      isWordCharacter(text.charCodeAt(end)) ||
      at < from
    )
      continue;
    result += text.slice(from, at) + mark;
    from = end;
  }
  return result + text.slice(from);
}
