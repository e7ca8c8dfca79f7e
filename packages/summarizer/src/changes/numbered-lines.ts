import { SECTION_NAMES, type SectionName, type Sections } from '../sections/section-names.js';

/** A line of the record under the id by which changes name it: `K3`, the third of Key Decisions. */
export interface NumberedLine {
  id: string;
  section: SectionName;
  line: string;
}

const LETTERS: Partial<Record<SectionName, string>> = {
  'Files Modified': 'F',
  'Key Decisions': 'K',
  'Important Values': 'V',
  'Current State': 'S',
  'Pending Tasks': 'P',
};

/** What is shown first where there is no room for all: what changes most, and of it the newest. */
const showOrder: readonly SectionName[] = [
  'Pending Tasks',
  'Current State',
  'Key Decisions',
  'Files Modified',
  'Important Values',
];

/** The lines of a record that a model may change, each with its id. Constraints have none. */
export function numberLines(sections: Sections): NumberedLine[] {
  return SECTION_NAMES.flatMap((section) => {
    const letter = LETTERS[section];
    if (letter === undefined) return [];
    return (sections[section] ?? []).map((line, index) => ({
      id: `${letter}${index + 1}`,
      section,
      line,
    }));
  });
}

/**
 * The record as Markdown for a model: the numbered lines as `[K3] line`, the others, which it cannot
 * change, as list items. Within `maxTokens` by `count`; how many lines have no room is said.
 */
export function renderNumberedLines(
  numbered: readonly NumberedLine[],
  fixed: Sections,
  { maxTokens, count }: { maxTokens: number; count(text: string): number },
): string {
  const shown = new Set<string>();
  let left = maxTokens - count(SECTION_NAMES.join('\n## '));
  const show = (line: string): void => {
    const cost = count(`${line}\n`);
    if (cost > left) return;
    left -= cost;
    shown.add(line);
  };
  for (const name of showOrder) {
    for (const item of numbered.toReversed()) if (item.section === name) show(lineWithId(item));
  }
  for (const name of SECTION_NAMES) for (const line of fixed[name] ?? []) show(`- ${line}`);
  let missing = 0;
  const blocks = SECTION_NAMES.flatMap((name) => {
    const own = numbered.filter(({ section }) => section === name).map(lineWithId);
    const lines = [...(fixed[name] ?? []).map((line) => `- ${line}`), ...own];
    const kept = lines.filter((line) => shown.has(line));
    missing += lines.length - kept.length;
    return kept.length === 0 ? [] : [[`## ${name}`, ...kept].join('\n')];
  });
  if (missing > 0) blocks.push(`(${missing} more lines stay as they are.)`);
  return blocks.join('\n\n');
}

function lineWithId({ id, line }: NumberedLine): string {
  return `[${id}] ${line}`;
}
