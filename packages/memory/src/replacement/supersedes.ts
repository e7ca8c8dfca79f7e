import { english } from '../text/english.js';
import { denies, isHearsay, tellsUndone } from '../claims/change-signs.js';
import { mayBeSame } from '../claims/claim-subject.js';
import type { ClaimValue } from '../claims/claim-values.js';
import {
  hasOtherValue,
  isBareCorrection,
  isSameAnswer,
  isSameFrame,
  restates,
} from './gives-other-value.js';
import { isOver, makesRoom } from './is-over.js';
import { namesAnother } from './names-another.js';
import type { Claim } from '../claims/read-claims.js';
import {
  type ClaimContext,
  haveOtherOwners,
  isElsewhere,
  isAboutMatter,
  isOnSameMatter,
  manyValued,
  type Matter,
  sharedTerms,
} from './same-matter.js';

/**
 * Whether a later claim of a speaker takes the place of an earlier one: it says that the earlier
 * value is over, or gives another value to the same matter with a sign of change.
 */
export function supersedes(later: Claim, earlier: Claim, context: ClaimContext): boolean {
  return changes(later, earlier, context) && !namesAnother(later, earlier, context);
}

function changes(later: Claim, earlier: Claim, context: ClaimContext): boolean {
  if (later.isHearsay || earlier.isHearsay || later.isAsked) return false;
  if (!mayBeSame(earlier, later, context.subjects) || isElsewhere(later, earlier)) return false;
  if (hasSeveral(later, earlier)) return false;
  const isNamed = [...context.matter.terms].some(
    (term) => earlier.terms.has(term) && !later.terms.has(term),
  );
  if (context.matter.isOpen && isNamed) return false;
  if (!later.isChange && haveOtherOwners(later, earlier)) return false;
  if (later.adds || later.isPast) {
    return context.matter.isState && later.isChange && isOver(later, earlier, context);
  }
  if (tellsUndone(later.whole)) return later.ends && isOver(later, earlier, context);
  if (isSameFrame(later, earlier, context)) return true;
  if (!context.matter.isState) return later.ends && isOver(later, earlier, context);
  if ((later.isChange || denies(later.text)) && isOver(later, earlier, context)) return true;
  if (earlier.values.some((value) => isAskedFor(value, context.matter))) return false;
  if (isSameAnswer(later, earlier, context)) return true;
  if (
    earlier.values.some((value) => makesRoom(later, value)) &&
    (isAboutMatter(context.matter, later) || later.isChange)
  )
    return true;
  if (!(mayChange(later, earlier) || restates(later, earlier)) || !hasOtherValue(later, earlier))
    return false;
  return isOnSameMatter(later, earlier, context) || isBareCorrection(later, earlier, context);
}

/** Whether what a speaker claims refutes what somebody else is said to have said. */
export function refutes(own: Claim, hearsay: Claim, context: ClaimContext): boolean {
  if (!hearsay.isHearsay || own.isHearsay || own.isAsked || own.adds || !context.matter.isState)
    return false;
  if (isHearsay(`x ${[...context.matter.words].join(' ')}`)) return false;
  const { matter } = context;
  return (
    isAboutMatter(matter, own) && isAboutMatter(matter, hearsay) && hasOtherValue(own, hearsay)
  );
}

/** Whether both are on what is asked for, so that the later one is the better answer. */
export function continues(later: Claim, earlier: Claim, context: ClaimContext): boolean {
  return (
    !later.isHearsay &&
    !later.isAsked &&
    !later.isPast &&
    context.matter.isState &&
    !tellsUndone(later.whole) &&
    (later.saysChange ||
      [...context.matter.terms].every(
        (term) => later.terms.has(term) || !earlier.terms.has(term) || manyValued.has(term),
      )) &&
    mayBeSame(earlier, later, context.subjects) &&
    (later.saysChange || isAboutMatter(context.matter, later)) &&
    isOnSameMatter(later, earlier, context) &&
    !namesAnother(later, earlier, context)
  );
}

/** `Chris Baker leads, Chris Nowak tests`: what changes for one of them leaves the other. */
function hasNamesakes({ values }: Claim): boolean {
  const names = values.filter(({ kind }) => kind === 'name').map(({ key }) => key.split(' '));
  return names.some((one, at) =>
    names.slice(at + 1).some((other) => one[0] === other[0] && one.join() !== other.join()),
  );
}

/** Whether the question itself names an exact value: what it belonged to is the answer. */
function isAskedFor({ kind, key }: ClaimValue, { words }: Matter): boolean {
  return kind !== 'name' && kind !== 'word' && key.split(' ').every((word) => words.has(word));
}

/** It says that something changed, or tells what happened to what the earlier claim is about. */
function mayChange(later: Claim, earlier: Claim): boolean {
  if (later.saysChange) return true;
  if (!later.isChange || sharedTerms(later, earlier).length === 0) return false;
  if (earlier.values.length === 0) return true;
  const roles = new Set(earlier.values.map((value) => wordBefore(earlier, value)));
  return later.values.some((value) => {
    const before = wordBefore(later, value);
    return (
      roles.has(before) ||
      /^(?:to|into|for|is|are|the|an?|my|our)$/.test(before) ||
      !english.stopWords.has(before)
    );
  });
}

function wordBefore({ bareWords }: Claim, { key }: ClaimValue): string {
  return bareWords[bareWords.indexOf(key.split(' ')[0] ?? '') - 1] ?? '';
}

/** Two values of a kind, of which the later claim may mean either. */
function hasSeveral(later: Claim, earlier: Claim): boolean {
  if (hasNamesakes(earlier)) return true;
  const rivals = earlier.values.filter(
    (value) =>
      value.kind !== 'name' &&
      value.kind !== 'word' &&
      later.values.some((other) => other.kind === value.kind),
  );
  return (
    rivals.length > 1 &&
    later.values.filter(({ kind }) => kind === rivals[0]?.kind).length < rivals.length
  );
}
