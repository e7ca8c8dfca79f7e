import type { Statement } from './statement.js';

/** What an order begins with; not `I always loved`, `do not worry`, `never been`. */
const order =
  /^(?:from now on |in future |please )*(?<verb>(?:always|never) (?!been|had|saw|seen|here|there|all|full|a\b|the\b|an\b|\p{L}+(?:ing|ed)\b)|do not (?!ever be|be|worry|feel|forget|know|think|want|have|like|mean|need|see)|under no circumstances )\p{L}+/iu;

/** The start of a clause that says when an order holds. */
const condition =
  /\b(?:if|unless|when|whenever|while|until|till|before|after|because|since|so that|whether|during|without)\b/i;

/** What holds for this message or task only. */
const passing =
  /\b(?:(?:for|in|on|with) (?:just |only )?(?:this|that|these|those) (?!(?:project|repo|repository|codebase|workspace|team|company|channel)\b)\p{L}+|(?:just )?this (?:time|once)|for (?:now|today|the moment)|(?<!from |as of )(?:today|tonight)|right now|just yet|yet)\b/iu;

/** An order may say more than a value. */
const MAX_LENGTH = 300;

/** Whether a clause asks for something from now on, or begins to. */
export function isOrder(clause: string): boolean {
  return order.test(
    clause.replace(/^(?:(?:from now on|in future|please|and|but|also|so|ok|okay),? )+/i, ''),
  );
}

/** Whether an order goes on after a part: what follows `when` may have two parts. */
export function isConditional(clause: string): boolean {
  return condition.test(clause);
}

/** Whether a wish or an order is only for what is at hand: `for this file only`. */
export function isPassing(clause: string): boolean {
  return passing.test(clause);
}

/** An order without the clause that says when it holds: what can be a guess or a report. */
export function withoutCondition(text: string): string {
  const { index = text.length } = condition.exec(text) ?? {};
  return text.slice(0, index);
}

/**
 * The order of a clause, with its conditions as written; `undefined` when it gives none, empty when
 * it is not to last.
 *
 * @param text the clause without openings and adverbs
 */
export function readOrder(
  clause: string,
  text: string,
): Omit<Statement, 'start' | 'end' | 'validFrom'>[] | undefined {
  const verb = order.exec(text)?.groups?.['verb'];
  if (verb === undefined) return undefined;
  if (isPassing(clause)) return [];
  const from = clause.toLowerCase().indexOf(verb.toLowerCase());
  const object = (from < 0 ? text : clause.slice(from))
    .replace(/[\s.!…]+$/, '')
    .replace(/,?\s+(?:please|thanks|thank you|by the way|btw)$/i, '');
  if (object.length > MAX_LENGTH) return [];
  return [
    {
      type: 'statement',
      subject: 'I',
      predicate: 'requires',
      object: object.charAt(0).toLowerCase() + object.slice(1),
      kind: 'constraint',
      isNegated: false,
      importance: 0.9,
    },
  ];
}
