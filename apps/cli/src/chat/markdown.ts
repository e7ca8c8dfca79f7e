import { type Token, type Tokens } from 'marked';
import stringWidth from 'string-width';
import type { Styles, Terminal } from '../output/terminal.js';
import { wrapStyled } from '../output/terminal.js';

/** Where Markdown is shown; without colours its marks stay. */
export type MarkdownTarget = Pick<Terminal, 'colors' | 'hasColors' | 'columns'>;

/** A block of Markdown as lines of a terminal, wrapped at words, without a line break at its end. */
export function renderBlock(block: Token, target: MarkdownTarget): string {
  const { colors, hasColors, columns } = target;
  const token = block as Tokens.Generic;
  switch (token.type) {
    case 'heading':
      return wrapStyled(
        colors.bold(hasColors ? inline(token, target) : token.raw.trimEnd()),
        columns,
      );
    case 'paragraph':
    case 'text':
      return wrapStyled(inline(token, target), columns);
    case 'code':
      return codeLines(token.raw, colors);
    case 'list':
      return renderItems(token as Tokens.List, target);
    case 'blockquote':
      return quoteLines(token as Tokens.Blockquote, target);
    case 'hr':
      return colors.dim('─'.repeat(Math.min(columns, 40)));
    case 'table':
      return renderTable(token as Tokens.Table, target);
    case 'space':
      return '';
    default:
      return token.raw.trimEnd();
  }
}

/** Code as it was written, so that it can be copied, its fence dimmed. */
function codeLines(raw: string, colors: Styles): string {
  return raw
    .trimEnd()
    .split('\n')
    .map((line) => codeLine(line, colors))
    .join('\n');
}

/** A line of a block of code. */
export function codeLine(line: string, { dim, cyan }: Styles): string {
  return /^\s*(?:`{3,}|~{3,})/.test(line) ? dim(line) : cyan(line);
}

function renderItems(
  { items, ordered, start, loose }: Tokens.List,
  target: MarkdownTarget,
): string {
  return items
    .map((item, index) => {
      const mark = ordered ? `${Number(start) + index}.` : '•';
      return renderItem(item, `${mark} `, target);
    })
    .join(loose ? '\n\n' : '\n');
}

function renderItem({ tokens }: Tokens.ListItem, mark: string, target: MarkdownTarget): string {
  const boxes: Record<string, string> = { true: '☑ ', false: '☐ ' };
  const box = tokens.find(({ type }) => type === 'checkbox') as Tokens.Checkbox | undefined;
  const first = mark + (box === undefined ? '' : boxes[String(box.checked)]);
  const inner = { ...target, columns: target.columns - first.length };
  const blocks = tokens.filter(({ type }) => type !== 'checkbox' && type !== 'space');
  const body = blocks.map((block) => renderBlock(block, inner)).join('\n');
  return indent(body, first, ' '.repeat(first.length));
}

function quoteLines({ tokens }: Tokens.Blockquote, target: MarkdownTarget): string {
  const bar = target.colors.dim('│ ');
  const inner = { ...target, columns: target.columns - 2 };
  const blocks = tokens.map((block) => renderBlock(block, inner));
  return indent(blocks.join('\n'), bar, bar);
}

function indent(text: string, first: string, others: string): string {
  return text
    .split('\n')
    .map((line, index) => (index === 0 ? first : others) + line)
    .join('\n');
}

/** Columns below each other, where they fit; else as it was written. */
function renderTable(
  { header, rows, raw }: Tokens.Table,
  { colors, columns }: MarkdownTarget,
): string {
  const cells = [header, ...rows].map((row) => row.map(({ tokens }) => plain(tokens)));
  const widths = header.map((_, column) =>
    Math.max(...cells.map((row) => stringWidth(row[column] ?? ''))),
  );
  const all = widths.reduce((sum, width) => sum + width + 2, 0);
  if (all > columns) return raw.trimEnd();
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => {
        const room = ' '.repeat((widths[column] ?? 0) - stringWidth(cell));
        return header[column]?.align === 'right' ? room + cell : cell + room;
      })
      .join('  ')
      .trimEnd();
  const [head = [], ...body] = cells;
  const rule = colors.dim(widths.map((width) => '─'.repeat(width)).join('  '));
  return [colors.bold(line(head)), rule, ...body.map(line)].join('\n');
}

function plain(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      const { tokens: inner, text } = token as Tokens.Generic;
      return inner === undefined ? ((text as string | undefined) ?? token.raw) : plain(inner);
    })
    .join('');
}

function inline({ tokens, raw }: Tokens.Generic, target: MarkdownTarget): string {
  return tokens === undefined ? raw : tokens.map((token) => span(token, target)).join('');
}

function span(token: Token, target: MarkdownTarget): string {
  const { colors, hasColors } = target;
  const generic = token as Tokens.Generic;
  if (!hasColors && generic.type !== 'text') return generic.raw;
  switch (generic.type) {
    case 'strong':
      return colors.bold(inline(generic, target));
    case 'em':
      return colors.italic(inline(generic, target));
    case 'codespan':
      return colors.cyan(generic['text'] as string);
    case 'link':
      return linkText(generic as Tokens.Link, target);
    case 'br':
      return '\n';
    case 'escape':
      return generic['text'] as string;
    case 'text':
      return inline(generic, target);
    default:
      return generic.raw;
  }
}

/** Its text with its address, which is what one may copy. */
function linkText(link: Tokens.Link, target: MarkdownTarget): string {
  const { underline } = target.colors;
  if (link.raw.startsWith('<') || link.text === link.href) return underline(link.href);
  if (!link.raw.startsWith('[')) return link.raw;
  return `${inline(link, target)} (${underline(link.href)})`;
}
