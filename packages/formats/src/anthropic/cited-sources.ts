import { type Fields, fieldsOf, listOf, scalarText } from '../json/json-fields.js';
import type { LossSink } from '../messages/loss.js';

/** The documents and search results of a request so far, which citations name by their place. */
export interface CitedSources {
  /** Counts those that a block is or holds. */
  note(block: Fields): void;
  /** The block without citations of a source that the request does not hold, or not there. */
  withHeldCitations(block: Fields, losses: LossSink): Fields;
}

/**
 * Follows a request in the order of its blocks. A document that was compacted, withdrawn or sent as
 * text moves those after it: a citation stays where title, kind and words still fit.
 */
export function createCitedSources(): CitedSources {
  const documents: Fields[] = [];
  const searchResults: Fields[] = [];
  const isHeld = (citation: Fields): boolean => {
    const { document_index, search_result_index } = citation;
    if (typeof document_index === 'number') return cites(citation, documents[document_index]);
    if (typeof search_result_index !== 'number') return true;
    return searchResults[search_result_index]?.['source'] === citation['source'];
  };
  const note = (block: Fields): void => {
    const { type, content } = block;
    if (type === 'document') documents.push(block);
    else if (type === 'search_result') searchResults.push(block);
    else if (content !== undefined) for (const inner of [content].flat()) note(fieldsOf(inner));
  };
  return {
    note(block) {
      if (block['type'] !== 'text') note(block);
    },
    withHeldCitations(block, losses) {
      const { citations, ...rest } = block;
      if (!Array.isArray(citations)) return block;
      const held = citations.filter((citation) => isHeld(fieldsOf(citation)));
      if (held.length === citations.length) return block;
      const lost = citations.filter((citation) => !held.includes(citation));
      losses.lose('citation', lost.map(nameOf).join(', '));
      return held.length === 0 ? rest : { ...rest, citations: held };
    },
  };
}

function cites(citation: Fields, document: Fields | undefined): boolean {
  if (document === undefined) return false;
  const { type, document_title, cited_text } = citation;
  const { title } = document;
  const isTitled = typeof title === 'string' && typeof document_title === 'string';
  if (isTitled && title !== document_title) return false;
  const source = fieldsOf(document['source']);
  if (type === 'page_location') return source['type'] !== 'text' && source['type'] !== 'content';
  const text = textOf(source);
  return text === undefined || typeof cited_text !== 'string' || text.includes(cited_text);
}

/** The words of a document that holds them itself. */
function textOf({ type, data, content }: Fields): string | undefined {
  if (type === 'text' && typeof data === 'string') return data;
  if (type !== 'content') return undefined;
  if (typeof content === 'string') return content;
  return listOf(content)
    .map((block) => scalarText(fieldsOf(block)['text']))
    .join('');
}

function nameOf(citation: unknown): string {
  const { document_title, document_index, source, search_result_index } = fieldsOf(citation);
  return scalarText(document_title ?? source ?? document_index ?? search_result_index);
}
