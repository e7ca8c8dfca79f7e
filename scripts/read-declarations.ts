/** Reads what an entry exports from its built declarations (`.d.ts`). */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface Declaration {
  /** The file that declares it. */
  file: string;
  /** Without comments. */
  text: string;
  hasDocstring: boolean;
  /** Members of the interface, class or object type, those of nested types not among them. */
  members: Member[];
}

export interface Member {
  name: string;
  /** The line on which it begins. */
  text: string;
  isMethod: boolean;
  hasDocstring: boolean;
}

/** What has members: object types, by their first line. */
const OF_TYPE = /^(?:export )?(?:declare )?(?:abstract )?(?:interface|class|type) /;
/** The first line of a member, which the compiler indents by four. */
const MEMBER =
  /^ {4}(?:(?:readonly|static|abstract|get|set) )*([\w$]+|'[^']+'|\[\w+)\??([:(<]| in )/;

const cache = new Map<string, ReadonlyMap<string, Declaration>>();

/** Every exported name of a declaration file with its declaration. */
export function readDeclarations(file: string): ReadonlyMap<string, Declaration> {
  const known = cache.get(file);
  if (known !== undefined) return known;
  const statements = statementsOf(file);
  const found = new Map<string, Declaration>();
  for (const statement of statements) {
    const [, star] = /^export \* from '([^']+)'/.exec(statement.text) ?? [];
    if (star !== undefined) {
      for (const [name, each] of readDeclarations(declarationFile(file, star)))
        found.set(name, each);
      continue;
    }
    const list = /^export (type )?\{([^}]*)\}(?: from '([^']+)')?/.exec(statement.text);
    if (list === null) {
      const name = declaredName(statement);
      if (name !== undefined && statement.text.startsWith('export')) found.set(name, statement);
      continue;
    }
    const [, kind = '', names = '', from] = list;
    for (const each of names.split(',').map((text) => text.trim())) {
      if (each === '') continue;
      const [local = '', exported = local] = each.replace(/^type /, '').split(' as ');
      found.set(exported, declarationOf(file, statements, local, exported, from, kind));
    }
  }
  cache.set(file, found);
  return found;
}

/** The declaration behind a name that a file exports from elsewhere or declares itself. */
function declarationOf(
  file: string,
  statements: readonly Declaration[],
  local: string,
  exported: string,
  from: string | undefined,
  kind: string,
): Declaration {
  const renamed = (declared: Declaration): Declaration =>
    local === exported
      ? declared
      : { ...declared, text: `// ${local} as ${exported}\n${declared.text}` };
  if (from !== undefined && !from.startsWith('.')) {
    const text = `export ${kind}{ ${exported} } from '${from}';`;
    return { file, text, hasDocstring: true, members: [] };
  }
  if (from !== undefined) {
    const declared = readDeclarations(declarationFile(file, from)).get(local);
    if (declared === undefined) throw new Error(`${file}: ${from} does not export ${local}`);
    return renamed(declared);
  }
  const declared = statements.find((statement) => declaredName(statement) === local);
  if (declared !== undefined) return renamed(declared);
  const imported = statements.find(
    ({ text }) => text.startsWith('import') && new RegExp(`\\b${local}\\b`).test(text),
  );
  const [, source] = /from '([^']+)'/.exec(imported?.text ?? '') ?? [];
  if (source === undefined) throw new Error(`${file}: nothing declares ${local}`);
  return declarationOf(file, statements, local, exported, source, kind);
}

function declarationFile(importer: string, specifier: string): string {
  return join(dirname(importer), specifier.replace(/\.js$/, '.d.ts'));
}

function declaredName({ text }: Declaration): string | undefined {
  const pattern =
    /^(?:export )?(?:default )?(?:declare )?(?:abstract )?(?:function|class|const|let|interface|type|enum|namespace) ([\w$]+)/;
  return pattern.exec(text)?.[1];
}

/** The statements of a declaration file: the compiler indents all but their ends. */
function statementsOf(file: string): Declaration[] {
  const statements: Declaration[] = [];
  let hasDocstring = false;
  let isComment = false;
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const begins = /^ *\/\*(\*?)/.exec(line);
    if (!isComment && begins !== null) {
      isComment = true;
      hasDocstring = begins[1] === '*';
    }
    if (isComment) {
      isComment = !line.includes('*/');
      continue;
    }
    if (line.trim() === '' || line.startsWith('//')) continue;
    const statement = statements.at(-1);
    if (/^\w/.test(line)) statements.push({ file, text: line, hasDocstring, members: [] });
    else if (statement !== undefined) addLine(statement, line, hasDocstring);
    hasDocstring = false;
  }
  return mergeOverloads(statements);
}

function addLine(statement: Declaration, line: string, hasDocstring: boolean): void {
  statement.text += `\n${line}`;
  const [, name, next] = MEMBER.exec(line) ?? [];
  if (name === undefined || !OF_TYPE.test(statement.text)) return;
  const isMethod = next === '(' || next === '<';
  // The first of several overloads documents them all.
  const before = statement.members.at(-1);
  const isOverload = isMethod && before?.name === name;
  if (isOverload) before.hasDocstring ||= hasDocstring;
  else statement.members.push({ name, text: line.trim(), isMethod, hasDocstring });
}

/** Overloads of a function are one declaration. */
function mergeOverloads(statements: readonly Declaration[]): Declaration[] {
  const merged: Declaration[] = [];
  for (const statement of statements) {
    const before = merged.at(-1);
    const isOverload =
      / function /.test(statement.text) &&
      before !== undefined &&
      declaredName(before) === declaredName(statement);
    if (isOverload) {
      before.text += `\n${statement.text}`;
      before.hasDocstring ||= statement.hasDocstring;
    } else merged.push(statement);
  }
  return merged;
}
