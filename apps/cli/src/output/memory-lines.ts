import type { MemoryEntity, MemoryFact, MemoryHit } from '@everlong/core';
import { oneLine } from './plain-text.js';

/** A hit in one line: date, kind, speaker, session and text. */
export function hitLine({ kind, date, text, speaker, trust, sources }: MemoryHit): string {
  const who = trust === 'tool' ? 'tool output' : (speaker ?? trust);
  const what = kind === 'episode' ? who : kind === 'fact' ? `fact, ${who}` : 'note';
  const [source] = sources;
  const from = source === undefined ? '' : `, session ${source.sessionId}`;
  return oneLine(`${date.slice(0, 10)}  ${what}${from}: ${text}`);
}

/** A fact in one line: number, date, text, and marks such as `disputed`. */
export function factLine(fact: MemoryFact): string {
  const { id, text, validFrom, validTo, isDisputed, isStale, trust } = fact;
  const marks = [
    ...(trust === 'user' ? [] : [trust === 'tool' ? 'tool output' : 'assistant']),
    ...(validTo === undefined ? [] : [`until ${validTo.slice(0, 10)}`]),
    ...(isDisputed ? ['disputed'] : []),
    ...(isStale ? ['stale'] : []),
  ];
  const marked = marks.length === 0 ? '' : `  (${marks.join(', ')})`;
  return oneLine(`#${id}  ${validFrom.slice(0, 10)}  ${text}${marked}`);
}

/** Everything about an entity. */
export function entityLines(entity: MemoryEntity): string[] {
  const { name, aliases, facts, past, related, beyond, messages, suggestions } = entity;
  const also = aliases.length === 0 ? '' : ` (also ${aliases.join(', ')})`;
  return [
    oneLine(name + also),
    ...facts.map((fact) => `  ${factLine(fact)}`),
    ...section('No longer true:', past.map(factLine)),
    ...section('About others that name it:', related.map(factLine)),
    ...section('About those others:', beyond.map(factLine)),
    ...section('Messages:', messages.map(hitLine)),
    ...(suggestions.length === 0 ? [] : [oneLine(`May be the same: ${suggestions.join(', ')}`)]),
  ];
}

function section(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [heading, ...lines.map((line) => `  ${line}`)];
}

/** Facts as a Mermaid graph. */
export function graphLines(facts: readonly MemoryFact[]): string[] {
  const nodes = new Map<string, string>();
  const idOf = (name: string): string => {
    const key = name.toLowerCase();
    const id = nodes.get(key) ?? `n${nodes.size}`;
    nodes.set(key, id);
    return `${id}["${label(name)}"]`;
  };
  const edges = facts.map(({ subject, predicate, object, isNegated }) => {
    const not = isNegated ? 'not: ' : '';
    return `  ${idOf(subject)} -- "${label(not + predicate)}" --> ${idOf(object)}`;
  });
  return ['graph LR', ...edges];
}

/** A text escaped for Mermaid. */
function label(text: string): string {
  return oneLine(text).replaceAll('"', '#quot;');
}
