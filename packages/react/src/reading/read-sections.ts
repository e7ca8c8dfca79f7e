import { fieldsOf, listOf } from './fields.js';
import type { SummarySection } from './summary-info.js';

/** The sections of a summary's text: Markdown whose second-level headings begin them. */
export function readSections(text: string): SummarySection[] {
  const sections: { heading: string; lines: string[] }[] = [{ heading: '', lines: [] }];
  for (const line of text.split('\n')) {
    const heading = /^## +(.+)/.exec(line)?.[1]?.trim();
    if (heading !== undefined) sections.push({ heading, lines: [] });
    else if (line.trim() !== '') sections.at(-1)?.lines.push(line.replace(/^\s*[-*] /, '').trim());
  }
  return sections.filter(({ lines }) => lines.length > 0);
}

/** Lists that a snapshot keeps for the next one and that are not part of any request. */
const CARRIED: ReadonlySet<string> = new Set(['Requests', 'Outcomes']);

/** The sections of a stored snapshot: lines by heading. */
export function sectionsOf(value: unknown): SummarySection[] {
  return Object.entries(fieldsOf(value))
    .filter(([heading]) => !CARRIED.has(heading))
    .map(([heading, lines]) => ({
      heading,
      lines: listOf(lines).filter((line) => typeof line === 'string'),
    }))
    .filter(({ lines }) => lines.length > 0);
}
