import { type Entry, isUserEntry } from '@everlong/core';

import { authoredText } from '../reading/authored-text.js';
import { countWords, quote } from '../reading/quote.js';
import { sentencesOf } from '../reading/sentences.js';
import { spokenText, userText } from '../reading/spoken-text.js';

/** The maximum number of decisions in a snapshot; the oldest are removed. */
const MAX_DECISIONS = 24;
const MAX_WORDS = 40;
const MIN_WORDS = 4;

/** Words of a choice between options. */
const decision =
  /\b(?:decided|decision|(?:we|I)(?:['’]ll| will| should)? (?:go with|going with|use|keep|leave|skip|stick (?:to|with)|switch(?:ed)? to|picked|prefer)|going with|chose|chosen|opted|settled on|agreed|instead of|rather than|(?:simpler|cleaner|safer|better) (?:approach|way|solution|option))\b/i;
/** Words that give a reason or name the rejected option. */
const reason =
  /\b(?:because|since|so that|due to|to (?:avoid|keep)|otherwise|instead of|rather than|reason)\b|, (?:so|as)\b/i;
/** Statements of a cause, which need no further reason. */
const finding =
  /\b(?:root cause|turns out)\b|\bthe (?:problem|issue|bug|reason|cause) (?:is|was)(?: \S+){4}/i;
/** What was tried and did not work, or was ruled out. */
const refutation =
  /\b(?:(?:did|does)(?: not|n['’]t) (?:help|work|fix|change anything)|made no difference|had no effect|(?:is|was) not the (?:cause|reason|culprit|problem)|(?:can|could|have|has|be) (?:be )?ruled out|ruled out|turned out (?:to be )?(?:wrong|false)|(?:that|this|the) (?:approach|attempt|idea|hypothesis|theory|assumption) (?:failed|was wrong|is wrong|does(?: not|n['’]t)))\b/i;
/** A sentence that gives the reason for the one before it. */
const continued =
  /^(?:because|since|it|that|this|the reason|otherwise)\b.*\b(?:because|since|so|avoids?|keeps?|allows?|lets|means?|otherwise|faster|simpler|safer|easier|cheaper|needs?|reason)\b/i;
/** Guesses, questions and momentary plans, which decide nothing. */
const chatter =
  /^(?:if|maybe|perhaps|wait|hmm|let me|let['’]s|now|i need to|just|please|any|next)\b|\b(?:might|guess|suspect|bet|seems?|likely|would you|do you|should i|if you)\b|[:?]$|^(?:thought: )?(?:I['’]m|I am) \w+ing\b|\bI(?:['’]ll| will) (?:also )?(?:check|look|rerun|run|start|try|verify)\b/i;

/**
 * Lines `"sentence" (#entry)` in which the user or the assistant decided something with a reason,
 * found a cause, or found that something did not work, in order. The reason may be in the next
 * sentence. Bounded.
 */
export function decisionsSection(previous: readonly string[], entries: readonly Entry[]): string[] {
  const lines = [...previous];
  const known = new Set(previous.map((line) => line.replace(/ \(#\d+\)$/, '')));
  const asked = entries.filter(isUserEntry).map(spokenText);
  for (const entry of entries) {
    const found = findDecision(saidIn(entry), (sentence) => {
      return !isUserEntry(entry) && asked.some((text) => text.includes(sentence));
    });
    const quoted = found === undefined ? '' : quote(found, MAX_WORDS);
    if (quoted === '' || known.has(quoted)) continue;
    known.add(quoted);
    lines.push(`${quoted} (#${entry.seq})`);
  }
  return lines.slice(-MAX_DECISIONS);
}

function saidIn(entry: Entry): string {
  if (entry.message.role === 'assistant') return spokenText(entry);
  return entry.message.role === 'user' ? authoredText(userText(entry)) : '';
}

/** The first finding or decision with its reason, verbatim, that quotes nobody. */
function findDecision(text: string, isQuoted: (sentence: string) => boolean): string | undefined {
  if (!finding.test(text) && !decision.test(text) && !refutation.test(text)) return undefined;
  const sentences = sentencesOf(text);
  for (const [index, { text: sentence, start }] of sentences.entries()) {
    if (chatter.test(sentence) || countWords(sentence) < MIN_WORDS || isQuoted(sentence)) continue;
    if (finding.test(sentence) || refutation.test(sentence)) return sentence;
    if (!decision.test(sentence)) continue;
    if (reason.test(sentence)) return sentence;
    const next = sentences[index + 1];
    if (next === undefined || !continued.test(next.text)) continue;
    const both = text.slice(start, next.start + next.text.length);
    if (!both.includes('\n')) return both;
  }
  return undefined;
}
