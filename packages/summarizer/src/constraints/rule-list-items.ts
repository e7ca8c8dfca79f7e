const heading =
  /\b(?:constraints?|rules?|requirements?|restrictions?|boundaries|limitations|guidelines|conventions?|not allowed|forbidden|vorgaben|regeln|einschränkungen|contraintes|règles|restricciones|reglas|requisitos)\b|(?:^|[^\p{L}])(?:ограничения|правила|требования)|约束|規則|规则|要求|限制|制約|ルール/iu;
/** A sentence that introduces a list: "each answer must hold:". */
const leadIn = /\b(?:must|should|shall|always|never|do not|don['’]t|only)\b.*:\**\s*$/i;
const MAX_HEADING_LENGTH = 120;
const item = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+\S/;

/**
 * The items of lists whose heading says that they are rules, as ranges `[start, end)` in UTF-16
 * units. A list ends at the first line that is not an item.
 */
export function ruleListItems(text: string): [start: number, end: number][] {
  const ruled: [number, number][] = [];
  let isRuled = false;
  let start = 0;
  for (const line of text.split('\n')) {
    const end = start + line.length;
    if (item.test(line) && !leadsRules(line)) {
      if (isRuled) ruled.push([start, end]);
    } else if (line.trim() !== '') {
      isRuled = leadsRules(line);
    }
    start = end + 1;
  }
  return ruled;
}

function leadsRules(line: string): boolean {
  if (line.length > MAX_HEADING_LENGTH) return false;
  const isHeading = /^\s*#{1,6}\s|:\**\s*$|^\s*\*\*[^*]+\*\*\s*$/.test(line);
  return isHeading && (heading.test(line) || leadIn.test(line));
}
