/** A month or a year that a text names, without the part that it leaves open. */
export interface DateMention {
  year?: number;
  /** From 1 to 12. */
  month?: number;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const month =
  '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const year = '(?<year>(?:19|20)\\d\\d)';
const day = '(?:[0-2]?\\d|3[01])(?:st|nd|rd|th)?';

/** `may` and `march` count as months only beside a day or year, capitalized, or after such a word. */
const shapes = [
  new RegExp(`\\b${year}-(?<month>0[1-9]|1[0-2])(?:-\\d\\d)?\\b`, 'g'),
  new RegExp(`\\b${day}(?: of)? ${month}\\b\\.?(?:,? ${year}\\b)?`, 'gi'),
  new RegExp(`\\b${month}\\b\\.? ${day}\\b(?:,? ${year}\\b)?`, 'gi'),
  new RegExp(`\\b${month}\\b\\.?,?(?: of)? ${year}\\b`, 'gi'),
  new RegExp(`\\b${year}\\b`, 'g'),
  new RegExp(`\\b(?:in|during|since|until|by|of|last|this|next|early|mid|late) ${month}\\b`, 'g'),
  /\b(?<month>January|February|March|April|May|June|July|August|September|October|November|December)\b/g,
];

/** The calendar months and years in a text, in English or ISO 8601; not relative ones (`last week`). */
export function dateMentions(text: string): DateMention[] {
  const found: DateMention[] = [];
  let rest = text;
  for (const shape of shapes) {
    rest = rest.replace(shape, (...match) => {
      const { year: named, month: name } = match.at(-1) as Record<keyof DateMention, string>;
      found.push({
        ...(named === undefined ? {} : { year: Number(named) }),
        ...(name === undefined ? {} : { month: monthOf(name) }),
      });
      return ' '.repeat(match[0].length);
    });
  }
  return found;
}

function monthOf(name: string): number {
  return /^\d/.test(name) ? Number(name) : months.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}
