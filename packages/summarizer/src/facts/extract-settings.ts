import type { Segment } from '../reading/entry-segments.js';
import { endsWithOffsets } from '../reading/ends.js';
import { oldText } from './removed-values.js';
import { isWholeAt } from '../values/holds-value.js';

/** A value with its key: `text.slice(start, start + value.length) === value`. */
export interface Setting {
  /** Key and value as written: `MAX_POOL=37`, `workers: 12`, `"retries": 7`. */
  value: string;
  /** The key in lower case, `-` as `_`. */
  name: string;
  start: number;
}

const MAX_END_LENGTH = 10_000;
/** A longer text is a file or a log; its `key: value` lines count only in settings files. */
const MAX_SHORT_LENGTH = 1_500;
const MAX_SETTINGS = 30;

const assignment =
  /(?<![\w$.-])([A-Z][A-Z\d_]{2,39})=("[^"\n]{1,80}"|'[^'\n]{1,80}'|[\w./:@%+-]{1,80}(?<![.:,]))/g;
/** Declarations are excluded: they are code. */
const pair =
  /(?<![\w$.-])(?<!\b(?:const|let|var|readonly) )(["'`]?)([A-Za-z_][\w.-]{1,39})\1[ \t]{0,2}[:=][ \t]{0,2}(?:-?\d[\d_,]{0,15}(?<!,)(?:\.\d{1,9})?(?: ?(?:%|ms|s|sec|min|h|d|[kmg]i?b?|px|rpm))?|true|false)(?=[ \t]*(?:[,;)}\]#"'`]|\.(?!\d)|\n|$))/gi;
const settingsFile =
  /\.(?:ya?ml|json5?|toml|ini|env|cfg|conf|properties)\b|\.env\b|config|settings/i;
/** Positions, sizes and measurements, which are not settings. */
const measured =
  /^(?:at|bottom|bytes|code|col|column|count|duration|exit|exit_?code|height|id|index|left|length|line|margin|opacity|padding|page|right|seq|size|status|time|took|top|total|width|[xyz])$/i;
/**
 * The settings that a segment states, in order, at most 30: `KEY=VALUE` anywhere, and `key: value`
 * with a number or boolean if the text is short or comes from a settings file. `source` names the
 * call that returned the text. A setting inside a longer value (`a@b:0`) is none. Linear.
 */
export function extractSettings(segment: Segment, source = ''): Setting[] {
  const { text, lead } = segment;
  if (oldText.test(lead)) return [];
  const withPairs = text.length <= MAX_SHORT_LENGTH || settingsFile.test(source);
  const found: Setting[] = [];
  for (const { part, offset } of endsWithOffsets(text, MAX_END_LENGTH)) {
    for (const match of part.includes('=') ? part.matchAll(assignment) : []) {
      add(found, match[0], match[1] ?? '', offset + match.index);
    }
    for (const match of withPairs ? part.matchAll(pair) : []) {
      const name = match[2] ?? '';
      if (!measured.test(name)) add(found, match[0], name, offset + match.index);
    }
  }
  return found
    .filter(({ start, value }) => isWholeAt(text, start, start + value.length, false))
    .toSorted((left, right) => left.start - right.start)
    .slice(0, MAX_SETTINGS);
}

function add(found: Setting[], value: string, key: string, start: number): void {
  if (value.includes('REDACTED') || found.some((other) => other.start === start)) return;
  found.push({ value, name: key.toLowerCase().replaceAll('-', '_'), start });
}
