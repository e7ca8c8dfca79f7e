import type { YAMLParseError } from 'yaml';

/** What is wrong with the syntax of a YAML file, in a line and without its place. */
export function syntaxProblem({ code, message }: YAMLParseError): string {
  if (code === 'MULTIPLE_DOCS') return 'the file holds several documents. Remove the line "---".';
  // The parser's own recursion.
  if (message.startsWith('Maximum call stack')) return 'lists and objects nest too deep.';
  const [first = ''] = message.split('\n');
  return `${first.replace(/ at line \d+, column \d+:?$/, '')}.`;
}
