import type { AskedQuestion } from '../claims/asked-question.js';
import type { ClaimValue } from '../claims/claim-values.js';
import { hasKind, type StatedMessage } from '../claims/stated-message.js';

/** Signs that the values of two messages tell, each from 0 to 1. */
export interface ValueSigns {
  /** The later message has a value of the kind that the question wants. */
  wantedKind: number;
  /** Another number, date, time or code. */
  otherExactValue: number;
  /** Such a value that looks like one of the earlier message. */
  alike: number;
  /** The same where the question wants a number or a time. */
  wantedAlike: number;
  /** The same where the later message takes something back. */
  correctedAlike: number;
  /** The same where it tells that something was looked up or measured. */
  consultedAlike: number;
  /** A name that neither the earlier message nor the question has. */
  otherName: number;
  /** A value of the earlier one. */
  repeatedValue: number;
}

/** How alike two numbers without a common unit are: of the same digits, or near each other. */
const SAME_DIGITS = 0.8;
const NEAR = 0.4;

/** How alike exact values are of one kind but of another shape, or of one shape alone. */
const SAME_KIND = 0.6;

/** Numbers are near each other up to this ratio. */
const NEAR_RATIO = 3;

/** Values of a message that are compared: one with more is a list. */
const MAX_VALUES = 24;

/** Smaller numbers are alike too often. */
const SMALL = 12;

export function valueSigns(
  question: AskedQuestion,
  earlier: StatedMessage,
  later: StatedMessage,
): ValueSigns {
  const wantsExact = question.kind === 'number' || question.kind === 'time';
  const isNew = (name: string): boolean => !earlier.words.has(name) && !question.words.has(name);
  const [former, given] = [earlier, later].map(({ values }) => values.slice(0, MAX_VALUES));
  const pairs = (given ?? []).flatMap((value) =>
    (former ?? []).map((other) => [value, other] as const),
  );
  const alike = Math.max(0, ...pairs.map(([value, other]) => similarity(value, other)));
  return {
    wantedKind: is(hasKind(question.kind, later)),
    otherExactValue: is(pairs.some(([value, other]) => isExact(value) && isOther(value, other))),
    alike,
    wantedAlike: is(wantsExact) * alike,
    correctedAlike: is(later.corrected) * alike,
    consultedAlike: is(later.consulted) * alike,
    otherName: is([...later.ownNames].some(isNew)),
    repeatedValue: is(
      earlier.values.some(
        ({ key }) =>
          !question.words.has(key) && key.split(' ').every((word) => later.words.has(word)),
      ),
    ),
  };
}

function isExact({ kind }: ClaimValue): boolean {
  return kind !== 'name' && kind !== 'word';
}

function isOther(one: ClaimValue, other: ClaimValue): boolean {
  return one.kind === other.kind && one.key !== other.key;
}

/** How much one exact value looks like another: `QF 424` and `QF 458`, `90 days` and `400 days`. */
function similarity(one: ClaimValue, other: ClaimValue): number {
  if (one.key === other.key || !isExact(one) || !isExact(other)) return 0;
  const hasOneShape = shapeOf(one) === shapeOf(other);
  if (one.kind !== other.kind) return hasOneShape ? SAME_KIND : 0;
  if (one.kind !== 'number') return hasOneShape ? 1 : SAME_KIND;
  if (one.unit !== undefined && one.unit === other.unit) return 1;
  const [small = 0, large = 0] = [amountOf(one), amountOf(other)].toSorted((a, b) => a - b);
  if (small === 0 || large / small > NEAR_RATIO) return 0;
  const hasOpenUnit = one.unit === undefined || other.unit === undefined;
  return large > SMALL && (hasOneShape || hasOpenUnit) ? SAME_DIGITS : NEAR;
}

function shapeOf({ text }: ClaimValue): string {
  return text.replace(/\p{L}+/gu, 'a').replace(/\d/g, '9');
}

function amountOf({ text }: ClaimValue): number {
  return Number(text.replace(/[^\d.]/g, ''));
}

function is(value: boolean): number {
  return value ? 1 : 0;
}
