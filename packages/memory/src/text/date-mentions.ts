/** A date as a text names it, without the parts that it leaves open. */
export interface DateMention {
  year?: number;
  /** From 1 to 12. */
  month?: number;
  day?: number;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthName =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const year = '((?:19|20)\\d\\d)';
const day = '([0-3]?\\d)(?:st|nd|rd|th)?';

const shapes: { pattern: RegExp; order: (keyof DateMention)[] }[] = [
  { pattern: /\b((?:19|20)\d\d)-(\d\d)(?:-(\d\d))?\b/g, order: ['year', 'month', 'day'] },
  {
    pattern: new RegExp(`\\b${day}(?: of)? ${monthName}\\b\\.?(?:,? ${year}\\b)?`, 'gi'),
    order: ['day', 'month', 'year'],
  },
  {
    pattern: new RegExp(`\\b${monthName}\\b\\.? ${day}\\b(?:,? ${year}\\b)?`, 'gi'),
    order: ['month', 'day', 'year'],
  },
  {
    pattern: new RegExp(`\\b${monthName}\\b\\.?,?(?: of)? ${year}\\b`, 'gi'),
    order: ['month', 'year'],
  },
  { pattern: new RegExp(`\\b${year}\\b`, 'g'), order: ['year'] },
];

/** `may` and `march` count as months only capitalized or after such a word. */
const bareMonth = new RegExp(
  `\\b(?:(?:in|during|since|until|by|of|last|this|next|early|mid|late) ${monthName}|(January|February|March|April|May|June|July|August|September|October|November|December))\\b`,
  'g',
);

/** The calendar dates in a text, in English or ISO 8601; not relative ones (`last week`). */
export function dateMentions(text: string): DateMention[] {
  const found: DateMention[] = [];
  let rest = text;
  for (const { pattern, order } of shapes) {
    rest = rest.replace(pattern, (whole, ...groups: string[]) => {
      const mention = toMention(order, groups);
      if (mention === undefined) return whole;
      found.push(mention);
      return ' '.repeat(whole.length);
    });
  }
  for (const [, behind, capital] of rest.matchAll(bareMonth)) {
    found.push({ month: monthOf(behind ?? capital ?? '') });
  }
  return found;
}

function toMention(order: readonly (keyof DateMention)[], groups: readonly (string | undefined)[]) {
  const mention: DateMention = {};
  for (const [index, part] of order.entries()) {
    const group = groups[index];
    if (typeof group !== 'string') continue;
    mention[part] = part === 'month' && !/^\d/.test(group) ? monthOf(group) : Number(group);
  }
  const isDate = (mention.month ?? 1) >= 1 && (mention.month ?? 1) <= 12;
  return isDate && (mention.day ?? 1) >= 1 && (mention.day ?? 1) <= 31 ? mention : undefined;
}

function monthOf(name: string): number {
  return months.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}
