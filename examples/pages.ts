/** What the loops of the SDKs talk about: a book whose pages a tool reads. */
export const instructions = 'You read a book page by page. Be brief.';

export const readPageTool = {
  name: 'read_page',
  description: 'Reads a page of the book',
  inputSchema: {
    type: 'object',
    properties: { page: { type: 'number' } },
    required: ['page'],
  },
};

export function readPage(input: unknown): string {
  const { page } = input as { page: number };
  return `Page ${page}, shelf mark ${1000 + page}. ${'All work and no play. '.repeat(110)}`;
}
