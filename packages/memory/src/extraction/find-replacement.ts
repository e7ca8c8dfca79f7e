import { cleanValue, type ReadClause } from './read-clause.js';
import type { Replacement } from './statement.js';

interface FoundReplacement {
  value: Omit<Replacement, 'start' | 'end' | 'validFrom' | 'otherwise'>;
  /** Whether no other reading is as good. */
  isCertain: boolean;
}

const it =
  '(?:it|that|this|he|she|they|the (?:right|correct|new|current|actual) (?:one|value|number|answer))';
const be =
  '(?:is|was|are|should be|should have been|should read|must be|has to be|will be|has changed to|changed to|became|has become|moved to|got moved to|goes to|runs on|lives in|lives at|works at)';

/** Ways to say that one value takes another's place: `o` the new one, `x` the old one. */
const shapes: readonly {
  pattern: RegExp;
  needsCorrection?: boolean;
  isCertain?: boolean;
  about?: string;
}[] = [
  {
    pattern: new RegExp(
      `^${it} ${be}(?: on| at| in)? not (?:on |at |in )?(?<x>.+?),? (?:but|it is|rather)(?: rather)? (?:on |at |in )?(?<o>.+)$`,
      'iu',
    ),
    isCertain: true,
  },
  {
    pattern: /^not (?:on |at |in )?(?<x>.+?),? but (?:rather )?(?:on |at |in )?(?<o>.+)$/iu,
    isCertain: true,
  },
  {
    pattern: new RegExp(
      `^(?:${it} ${be}|I (?:said|meant|meant to say)|use|take|make (?:it|that))? ?(?:on |at |in )?(?<o>[^,]+?),? (?:not|instead of|rather than|in place of|and not|as opposed to) (?:on |at |in )?(?<x>[^,]+)$`,
      'iu',
    ),
  },
  {
    pattern:
      /^(?:I|we|the team|they) (?:have |has |had |just )*(?:replac(?:ed|ing)|swapped(?: out)?|threw out|thrown out|traded(?: in)?|exchanged|ditched|dropped|abandoned|retired|sold|scrapped|gave up|given up|migrated (?:away )?from) (?:my |our |the )?(?<x>.+?) (?:with|for|in favou?r of|to|and (?:got|bought|switched to|moved to|use|adopted|went with))(?: an?| the)? (?<o>.+?)(?: as (?:my|our) .+)?$/iu,
    isCertain: true,
  },
  {
    pattern:
      /^(?<x>.+?) (?:is|are) (?:out|gone|history|dead|over|no more|dropped)(?:,| and) (?<o>.+?) (?:is|are) in$/iu,
    isCertain: true,
  },
  {
    pattern:
      /^(?:I|we) (?:have |had |just )*(?:left|quit) (?<x>\p{Lu}[\p{L}\p{N}&'.-]*(?: \p{Lu}[\p{L}\p{N}&'.-]*)*)$/u,
  },
  {
    pattern:
      /^(?:I|we) (?:have |had |just )*(?:sold|got rid of|gave away|given away|threw out|thrown out|dropped|cancelled|canceled|ditched|scrapped|abandoned|retired|deprecated) (?:my |our |the )?(?<x>.+)$/iu,
  },
  {
    pattern: new RegExp(
      `^${it} (?:is|are|was) no longer (?<x>.+?)(?:[,;]? (?:but|it is|but rather) (?<o>.+))?$`,
      'iu',
    ),
    isCertain: true,
  },
  {
    pattern:
      /^(?<o>\S+(?: \S+){0,2}) (?:is|was) (?:the )?(?:right|correct|new|actual|proper) (?:one|value|number|answer|port|date)$/iu,
    needsCorrection: true,
    isCertain: true,
  },
  {
    pattern:
      /^(?:I|we) (?:am|are) (?:with|at) (?<o>\p{Lu}[\p{L}\p{N}&'.-]*(?: \p{Lu}[\p{L}\p{N}&'.-]*)*)$/u,
    needsCorrection: true,
    about: 'works at',
  },
  { pattern: new RegExp(`^${it} ${be} (?:on |at |in )?(?<o>.+)$`, 'iu'), needsCorrection: true },
  {
    pattern:
      /^(?:make (?:it|that)|change (?:it|that) to|set (?:it|that) to|use|go with|let us go with|switch (?:it )?to|move it to|call it|I meant|I mean) (?<o>.+)$/iu,
    needsCorrection: true,
  },
  {
    pattern:
      /^(?:the |on |at )?(?<o>[\p{Lu}\p{N}][\p{L}\p{N}.:_/-]*(?: [\p{Lu}\p{N}][\p{L}\p{N}.:_/-]*){0,2})$/u,
    needsCorrection: true,
  },
];

/** A correction or exchange that names a value without saying what it is the value of. */
export function findReplacement(read: ReadClause): FoundReplacement | undefined {
  for (const { pattern, needsCorrection = false, isCertain = false, about } of shapes) {
    if (needsCorrection && !read.corrects && !read.isChange) continue;
    const groups = pattern.exec(read.text)?.groups;
    if (groups === undefined) continue;
    const value = toReplacement(groups);
    if (value === undefined) continue;
    return { value: about === undefined ? value : { ...value, about }, isCertain };
  }
  return undefined;
}

function toReplacement(
  groups: Readonly<Record<string, string | undefined>>,
): FoundReplacement['value'] | undefined {
  const fresh = plain(groups['o']);
  const old = plain(groups['x']);
  if ((fresh === '' && old === '') || isLong(fresh) || isLong(old)) return undefined;
  return {
    type: 'replacement',
    subject: 'I',
    ...(old === '' ? {} : { old }),
    ...(fresh === '' ? {} : { new: fresh }),
  };
}

function plain(value: string | undefined): string {
  return cleanValue(value ?? '').replace(/^(?:port|on|at|in|an?|the|my|our) /i, '');
}

function isLong(value: string): boolean {
  return value.split(/\s+/).length > 6;
}
