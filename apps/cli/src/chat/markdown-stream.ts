import { lexer, type Token, type Tokens } from 'marked';
import { codeLine, type MarkdownTarget, renderBlock } from './markdown.js';

/** Markdown that arrives in pieces. */
export interface MarkdownStream {
  /** Shows the blocks that are complete now, items of lists and lines of code one by one. */
  add(text: string): void;
  /** What is not shown yet. */
  readonly pending: string;
  /** Shows what is left. */
  end(): void;
}

/** A block that does not end is shown in parts: reading it again and again would take long. */
const MAX_BLOCK_CHARACTERS = 16_384;

export function createMarkdownStream(
  target: MarkdownTarget & { write(text: string): void },
): MarkdownStream {
  let rest = '';
  const code = createCodeLines(target);
  let last: Token['type'] | undefined;
  /** How much there must be before it is worth reading again. */
  let enough = 0;

  function show(block: Token): void {
    const isContinued = last === 'open-list' && block.type === 'list' && !isLoose(block);
    const gap = last === undefined || isContinued ? '' : '\n';
    target.write(`${gap}${renderBlock(block, target)}\n`);
    last = block.type;
  }

  function showBlocks(isAll: boolean): void {
    const blocks = lexer(rest);
    const open = isAll ? blocks.length : openBlock(blocks);
    for (const block of blocks.slice(0, open)) {
      rest = rest.slice(block.raw.length);
      if (block.type !== 'space') show(block);
    }
    const [next] = blocks.slice(open);
    if (next?.type === 'code' && code.open(rest)) {
      if (last !== undefined) target.write('\n');
      last = 'code';
      rest = code.take(rest, false);
    } else if (next?.type === 'list') {
      const items = (next as Tokens.List).items.slice(0, -1);
      const raw = items.map((item) => item.raw).join('');
      if (items.length === 0 || !rest.startsWith(raw)) return;
      rest = rest.slice(raw.length);
      show({ ...next, items });
      last = 'open-list';
    }
  }

  function showAll(isEnd: boolean): void {
    for (let before = Infinity; rest !== '' && rest.length < before;) {
      before = rest.length;
      if (code.isOpen) rest = code.take(rest, isEnd);
      else showBlocks(isEnd || rest.length > MAX_BLOCK_CHARACTERS);
    }
  }

  return {
    get pending() {
      return rest;
    },
    add(text) {
      rest = (rest + text).replaceAll('\r\n', '\n');
      if (!text.includes('\n') || rest.length < enough) return;
      showAll(false);
      enough = rest.length * 1.1;
    },
    end: () => showAll(true),
  };
}

/** A block of code whose lines are shown as they come. */
interface CodeLines {
  readonly isOpen: boolean;
  /** Whether the text begins with the fence of one. */
  open(text: string): boolean;
  /** Shows the complete lines of the text up to the closing fence; returns the rest. */
  take(text: string, isEnd: boolean): string;
}

function createCodeLines({ colors, write }: Parameters<typeof createMarkdownStream>[0]): CodeLines {
  let closing: RegExp | undefined;
  let isFirst = false;
  return {
    get isOpen() {
      return closing !== undefined;
    },
    open(text) {
      const [, mark] = /^ {0,3}(`{3,}|~{3,})[^\n]*\n/.exec(text) ?? [];
      if (mark === undefined) return false;
      closing = new RegExp(`^ {0,3}${mark[0]}{${mark.length},}\\s*$`);
      isFirst = true;
      return true;
    },
    take(text, isEnd) {
      let rest = text;
      while (closing !== undefined && rest !== '') {
        const at = rest.indexOf('\n');
        if (at < 0 && !isEnd) break;
        const line = at < 0 ? rest : rest.slice(0, at);
        rest = at < 0 ? '' : rest.slice(at + 1);
        write(`${codeLine(line, colors)}\n`);
        if (!isFirst && closing.test(line)) closing = undefined;
        isFirst = false;
      }
      return rest;
    },
  };
}

function isLoose(block: Token): boolean {
  return block.type === 'list' && (block as Tokens.List).loose;
}

/** The place of the first block that what comes may still belong to. */
function openBlock(blocks: readonly Token[]): number {
  const last = blocks.findLastIndex(({ type }) => type !== 'space');
  const block = blocks[last];
  if (block === undefined) return blocks.length;
  const isApart = last < blocks.length - 1 || /\n[ \t]*\n$/.test(block.raw);
  const isClosed =
    block.type === 'heading' || block.type === 'hr'
      ? block.raw.endsWith('\n')
      : block.type === 'paragraph' && isApart;
  return isClosed ? blocks.length : last;
}
