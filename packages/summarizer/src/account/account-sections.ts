/** The headings of an account, in their order. */
export const ACCOUNT_HEADINGS = [
  'Earlier Summary',
  'Requests and what came of them',
  'Open errors',
  'Files',
  'Values',
  'Not Shown',
] as const;

type AccountHeading = (typeof ACCOUNT_HEADINGS)[number];

/** The lines under each heading, as they are shown. */
export type AccountSections = Partial<Record<AccountHeading, string[]>>;

/** The sections as Markdown, empty ones left out. */
export function joinSections(sections: AccountSections): string {
  return ACCOUNT_HEADINGS.flatMap((heading) => {
    const lines = sections[heading] ?? [];
    return lines.length === 0 ? [] : [['', `## ${heading}`, ...lines].join('\n')];
  }).join('\n');
}
