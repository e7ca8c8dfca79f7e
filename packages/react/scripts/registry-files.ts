/** What an app that uses shadcn/ui can add, by the name of its source. */
const ITEMS = {
  'context-indicator': ['Context indicator', 'How full the context of a model is'],
  'context-breakdown': ['Context breakdown', 'What fills the context of a model'],
  'summary-message': ['Summary message', 'A summary in place of the messages that it covers'],
  'compaction-divider': ['Compaction divider', 'Where a conversation was compacted'],
} as const;

const HOMEPAGE = 'https://www.npmjs.com/package/@everlong/react';

/** Every file of the registry by its path, made from the sources that `read` gives. */
export function registryFiles(read: (name: string) => string): Record<string, string> {
  const items = Object.entries(ITEMS).map(([name, [title, description]]) => ({
    name,
    type: 'registry:component',
    title,
    description,
    dependencies: ['@everlong/react'],
    files: [{ path: `${name}.tsx`, type: 'registry:component' }],
  }));
  const registry = {
    $schema: 'https://ui.shadcn.com/schema/registry.json',
    name: 'everlong',
    homepage: HOMEPAGE,
    items,
  };
  return {
    'registry.json': json(registry),
    ...Object.fromEntries(
      items.map((item) => [
        `r/${item.name}.json`,
        json({
          $schema: 'https://ui.shadcn.com/schema/registry-item.json',
          ...item,
          files: item.files.map((file) => ({ ...file, content: read(file.path) })),
        }),
      ]),
    ),
  };
}

function json(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
