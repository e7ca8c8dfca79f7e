import { SECTION_NAMES, type Sections } from './section-names.js';

/**
 * Sections as Markdown in their fixed order: a heading each and a list item for each line, or `-
 * none`. `parseSections(markdown, { bounded: false })` reads back the same sections.
 */
export function formatSections(sections: Sections): string {
  return SECTION_NAMES.flatMap((name) => {
    const lines = sections[name];
    if (lines === undefined) return [];
    const items = lines.length === 0 ? ['none'] : lines;
    return [[`## ${name}`, ...items.map((line) => `- ${line}`)].join('\n')];
  }).join('\n\n');
}
