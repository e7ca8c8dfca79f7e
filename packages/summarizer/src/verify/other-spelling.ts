import { isWordCharacter } from '@everlong/redaction';

import { fileExtension } from '../values/classify-token.js';
import { formsOf, numberForms } from './number-forms.js';

/** Shorter parts of a name occur anywhere, and so do shorter beginnings of a hash. */
const MIN_PART_LENGTH = 3;
const MIN_HASH_LENGTH = 7;
/** What is no share, but a value that a mark behind it would let pass, has more digits. */
const SHARE = /^\d{1,3}(?:[.,]\d{1,2})?$/;

/** Whether texts hold a value that they spell otherwise than a claim does. */
export interface OtherSpelling {
  holds(value: string): boolean;
  /** A number, in any language's way to write it. */
  holdsNumber(number: string): boolean;
}

/**
 * Spellings that summaries use for a value of the log: `2.3.1` for `v2.3.1`, `8f3c2d1` for the whole
 * hash, `1.234,56` for `1234.56`, `30s` for `30000`, `23.11.2026` for `2026-11-23`, `GitHub` for
 * `github`, `ModelForms` for `ModelForm`, and a name put together of names (`Parser.scan`, `localhost:8443`). `holdsPart` finds the
 * value as it is.
 */
export function createOtherSpelling(
  texts: readonly string[],
  holdsPart: (value: string) => boolean,
): OtherSpelling {
  let forms: ReadonlySet<string> | undefined;
  let numbers: readonly number[] | undefined;
  let lower: string | undefined;
  const holdsForm = (form: string): boolean => (forms ??= numberForms(texts)).has(form);
  const holdsNumber = (number: string): boolean =>
    formsOf(number).some(holdsForm) ||
    // A list without blanks: `3,14`.
    (/^\d+,\d{1,2}$/.test(number) && number.split(',').every(holdsForm));

  function holdsQuantity(value: string): boolean {
    const [, number = '', unit = ''] =
      /^[$€£¥]?(\d[\d.,]*)(?: ?(%|[a-zµ]{1,3}|[kKMGT]i?[bB]|[A-Z]{3}))?$/.exec(value) ?? [];
    if (number === '') return false;
    // A share is worked out, and is written as often as not with a blank before its mark.
    if ((unit === '%' && SHARE.test(number)) || holdsNumber(number)) return true;
    const [form = ''] = formsOf(number);
    return unit !== '' && holdsThousand(form);
  }

  /** The number in a unit of a thousand or a thousandth, rounded: `457 kB` for `457306`. */
  function holdsThousand(form: string): boolean {
    numbers ??= [...(forms ??= numberForms(texts))].map(Number);
    const half = 0.5 / 10 ** (form.split('.')[1] ?? '').length;
    return numbers.some((each) =>
      [each / 1000, each * 1000].some((other) => Math.abs(other - Number(form)) <= half),
    );
  }

  function holdsHash(value: string): boolean {
    if (value.length < MIN_HASH_LENGTH || !/^[\da-f]+$/.test(value)) return false;
    return texts.some((text) => {
      const at = text.indexOf(value);
      return at >= 0 && !isWordCharacter(text.charCodeAt(at - 1));
    });
  }

  /** Names without digits, whose capitals are a matter of style, and plurals. */
  function holdsName(value: string): boolean {
    if (/[a-z]s$/.test(value) && holdsPart(value.slice(0, -1))) return true;
    lower ??= texts.join('\n').toLowerCase();
    return /^[A-Za-z]+$/.test(value) && lower.includes(value.toLowerCase());
  }

  return {
    holdsNumber,
    holds: (value) =>
      holdsPart(value.replace(/^v(?=\d)/, '')) ||
      (/^\d+(?:\.\d+)+/.test(value) && holdsPart(`v${value}`)) ||
      holdsQuantity(value) ||
      datesOf(value).some((date) => texts.some((text) => text.includes(date))) ||
      holdsHash(value) ||
      holdsName(value) ||
      isMadeOf(value, (part) => holdsPart(part) || holdsName(part)) ||
      isJoined(value, holdsPart),
  };
}

/** A date of the form 23.11.2026 or 11/23/2026 as others write it, the two ways to read it. */
function datesOf(value: string): string[] {
  const [, first = '', second = '', year = ''] =
    /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(value) ?? [];
  if (year === '') return [];
  const [day, month] = [first.padStart(2, '0'), second.padStart(2, '0')];
  return [`${year}-${month}-${day}`, `${year}-${day}-${month}`];
}

/** Whether a name is put together of names: `Parser.scan`, `localhost:8443`, `low/medium/high`. */
function isMadeOf(value: string, holds: (part: string) => boolean): boolean {
  if (fileExtension.test(value) || /^[\d.:/~]/.test(value)) return false;
  const parts = value.split(value.includes('/') ? /[/-]+/ : /[.:]+/);
  const isLong = ({ length }: string): boolean => length >= MIN_PART_LENGTH;
  const isPart = (part: string): boolean =>
    part === 'localhost' || (holds(part) && (isLong(part) || value.includes('/')));
  return parts.length > 1 && parts.some(isLong) && parts.every(isPart);
}

/** Whether a path is that of a folder and what is in it, each by its own name in the texts. */
function isJoined(path: string, holds: (part: string) => boolean): boolean {
  const whole = path.replace(/\/$/, '');
  const isPart = (part: string): boolean => part.length >= MIN_PART_LENGTH && holds(part);
  for (let at = whole.indexOf('/', 1); at >= 0; at = whole.indexOf('/', at + 1)) {
    if (isPart(whole.slice(0, at)) && isPart(whole.slice(at + 1))) return true;
  }
  return false;
}
