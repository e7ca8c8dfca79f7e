import { readFileSync, writeFileSync } from 'node:fs';

/** Replaces what stands in a document between `<!-- name -->` and `<!-- end of name -->`. */
export function writeSection(document: URL, name: string, text: string): void {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const content = readFileSync(document, 'utf8');
  const [from, to] = [content.indexOf(begin), content.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`No section "${name}" in ${document.pathname}.`);
  const before = content.slice(0, from + begin.length);
  writeFileSync(document, `${before}\n\n${text}\n\n${content.slice(to)}`);
}
