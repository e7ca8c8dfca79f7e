/** What user and assistant of a task say, in one language; what tools put out is the same in all. */
import { sentencesOf, withoutMarkers } from '../statements.ts';
import type { Block } from '../request-view.ts';

/** What a sentence of the user asks for or tells, or what the assistant answers. */
export type Saying =
  // Everyday work and answers to it.
  | 'read'
  | 'run'
  | 'ask'
  | 'noted'
  | 'hasRead'
  | 'hasRun'
  | 'opinion'
  | 'acknowledged'
  | 'written'
  | 'unknown'
  // A prohibition, and a change that it limits.
  | 'forbid'
  | 'setAll'
  | 'hasSet'
  // A decision, its reversal, and the file that follows it.
  | 'decide'
  | 'revise'
  | 'wantRegion'
  // A value that the user alone said, another remark on what it belongs to, and the file that needs it.
  | 'tellCode'
  | 'mention'
  | 'wantCode'
  // A value that a tool alone printed.
  | 'backUp'
  | 'hasBackedUp'
  | 'wantBackup'
  // A list that is worked off.
  | 'customers'
  | 'billNext'
  | 'billRest'
  | 'hasBilled'
  // Attempts, in the user's order.
  | 'fixes'
  | 'tryFix'
  | 'tryNext'
  | 'hasTried'
  // Orders carried out at once, others put off.
  | 'send'
  | 'hold'
  | 'sendOpen'
  | 'hasSent'
  // Pages that are read one by one.
  | 'askPage'
  | 'tellPort'
  | 'wantTable';

export interface Words {
  language: string;
  /** What stands between the items of a list. */
  comma: string;
  /** Wordings of each thing, as many in every language; `{name}` stands for a value. */
  says: Record<Saying, readonly string[]>;
  /** Words of which one tells what a sentence is about, however it is put. */
  about: Record<
    'forbid' | 'region' | 'code' | 'billed' | 'tried' | 'document' | 'sent',
    readonly string[]
  >;
}

export type Values = Record<string, string>;

/** A wording with its values. */
export function fill(wording: string, values: Values): string {
  return wording.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

const patterns = new Map<string, RegExp>();

function patternOf(wording: string): RegExp {
  const known = patterns.get(wording);
  if (known !== undefined) return known;
  const source = wording
    .replace(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
    .replace(/ /g, String.raw`\s+`)
    .replace('{list}', '(?<list>.+)')
    .replace(/\{(\w+)\}/g, String.raw`(?<$1>[\w/=-]+(?:\.\w+)*)`);
  const pattern = new RegExp(source, 'i');
  patterns.set(wording, pattern);
  return pattern;
}

/** The values of a text that says this in one of its wordings. */
export function hear(words: Words, saying: Saying, text: string): Values | undefined {
  for (const wording of words.says[saying]) {
    const found = patternOf(wording).exec(text);
    if (found !== null) return { ...found.groups };
  }
  return undefined;
}

/** Whether a sentence is about this, in whatever words. */
export function isAbout(words: Words, topic: keyof Words['about'], sentence: string): boolean {
  const text = sentence.toLowerCase();
  return words.about[topic].some((word) => text.includes(word));
}

/** Whether a text holds a name as a whole word. */
export function holdsName(text: string, name: string): boolean {
  return new RegExp(String.raw`(?<![\w-])${name}(?![\w-])`, 'i').test(text);
}

/**
 * All that a request shows, oldest first: sentences that were said, lines that were put out, calls
 * with their arguments.
 */
export function shownIn(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    if (block.speaker === 'call')
      return [`${block.tool} ${Object.values(block.input ?? {}).join(' ')}`];
    return block.speaker === 'result' ? linesOf(block) : sentencesOf(block);
  });
}

/** The lines of a text without what only a program's format says. */
export function linesOf({ text }: Block): string[] {
  return withoutMarkers(text).split('\n');
}
