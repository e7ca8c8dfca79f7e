import { SECTION_NAMES, type SectionName, type Sections } from '../sections/section-names.js';

/** A line of the summary with the id that changes refer to: `K3` is the third of Key Decisions. */
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

/** The order in which sections get room: what changes most first, and its newest lines. */
const showOrder: readonly SectionName[] = [
  'Pending Tasks',
  'Current State',
  'Key Decisions',
  'Files Modified',
  'Important Values',
];

/** Numbers the lines that a model may change. Constraints have no id. */
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
 * The summary as Markdown for a model: numbered lines as `[K3] line`, the others, which it cannot
 * change, as list items. Fits `maxTokens` by `count` and says how many lines had no room.
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
