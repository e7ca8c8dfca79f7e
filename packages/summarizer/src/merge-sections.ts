import { confirmedConstraints } from './confirmed-constraints.js';
import type { SectionName, Sections } from './section-names.js';
import { isFirmState } from './state-section.js';
import type { Sources } from './summary-sources.js';

/**
 * A model's verified sections completed by what the calls and words of the entries show: changed
 * files that the model does not name, open tasks where it wrote none, the requests and the last
 * action as exact quotes. Constraints are those that were found without the model, and those of
 * the model's that the user said byte for byte. Returns also how many lines were restored.
 */
export function mergeSections(
  model: Sections,
  extracted: Sections,
  claimed: readonly string[],
  sources: Sources,
): { sections: Sections; restored: number } {
  const files = model['Files Modified'] ?? [];
  const missing = (extracted['Files Modified'] ?? []).filter((line) => {
    const path = line.split(': ', 1)[0] ?? line;
    return !files.some((written) => names(written, path));
  });
  const pending = model['Pending Tasks'] ?? [];
  const state = (extracted['Current State'] ?? []).filter(isFirmState);
  const kept: [SectionName, readonly string[]][] = [
    ['Files Modified', [...missing, ...files]],
    ['Key Decisions', orElse(model['Key Decisions'], extracted['Key Decisions'])],
    ['Important Values', model['Important Values'] ?? []],
    ['Current State', [...state, ...(model['Current State'] ?? [])]],
    ['Pending Tasks', orElse(pending, extracted['Pending Tasks'])],
    ['Constraints', confirmedConstraints(extracted.Constraints ?? [], claimed, sources)],
  ];
  const unsaid = (extracted.Constraints ?? []).filter((line) => {
    const said = /^"(.+)" \(#/.exec(line)?.[1] ?? line;
    return !claimed.some((text) => text.includes(said));
  });
  const untold = pending.length === 0 ? (extracted['Pending Tasks'] ?? []) : [];
  const restored = missing.length + untold.length + unsaid.length;
  const sections: Sections = {};
  for (const [name, lines] of kept) sections[name] = [...lines];
  return { sections, restored };
}

/** Models write paths shorter than calls do: the end of a path names it too. */
function names(line: string, path: string): boolean {
  if (line.includes(path)) return true;
  const end = path.split('/').slice(-2).join('/');
  return end.includes('/') && line.includes(end);
}

function orElse(lines: readonly string[] = [], other: readonly string[] = []): readonly string[] {
  return lines.length > 0 ? lines : other;
}
