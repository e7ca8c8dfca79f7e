import { createContext, useContext, useMemo } from 'react';

import { createPart, type Part } from '../parts/create-part.js';
import { type Localized, type LocaleProps, useLocale } from '../parts/locale.js';
import { readSummary } from '../reading/read-summary.js';
import type { SummaryInfo } from '../reading/summary-info.js';
import { type CompactionStrings, compactionStrings } from './compaction-strings.js';

/** Options of `SummaryMessage`. */
export interface SummaryMessageProps extends LocaleProps<CompactionStrings> {
  /**
   * Anything that `isContextSummary` accepts: a message, a part of one, or the data of a
   * compaction. Renders nothing for anything else.
   */
  message: unknown;
}

interface SummaryValue extends Localized<CompactionStrings> {
  summary: SummaryInfo;
}

const SummaryContext = /* @__PURE__ */ createContext<SummaryValue | undefined>(undefined);

/** The summary of the enclosing `SummaryMessage`; `undefined` outside of one. */
export function useSummary(): SummaryInfo | undefined {
  return useContext(SummaryContext)?.summary;
}

/**
 * A collapsible summary: collapsed, what was summarized and what that saved; expanded, its sections
 * and verification. Children replace the expanded content.
 */
export const SummaryMessage: Part<'details', SummaryMessageProps> = /* @__PURE__ */ createPart(
  'details',
  'summary-message',
  ({ message, locale, strings: own, children, ...props }) => {
    const localized = useLocale({ locale, strings: own }, compactionStrings);
    const summary = useMemo(() => readSummary(message), [message]);
    if (summary === undefined) return null;
    return {
      'data-origin': summary.origin,
      'data-kind': summary.kind,
      ...props,
      children: (
        <SummaryContext.Provider value={{ ...localized, summary }}>
          <summary data-slot="summary-message-title">
            <SummaryMessageTitle />
          </summary>
          {children ?? (
            <>
              <SummaryMessageSections />
              <SummaryMessageVerification />
            </>
          )}
        </SummaryContext.Provider>
      ),
    };
  },
);

/** How many messages were summarized, and the tokens before and after. */
export const SummaryMessageTitle: Part<'span'> = /* @__PURE__ */ createPart(
  'span',
  'summary-message-label',
  ({ children, ...props }) => {
    const value = useContext(SummaryContext);
    if (value === undefined) return null;
    const { summary, strings, format } = value;
    const { tokensBefore, tokensAfter } = summary;
    return {
      ...props,
      children: children ?? (
        <>
          <span data-slot="summary-message-count">{strings.title(summary, format)}</span>
          {tokensBefore !== undefined && tokensAfter !== undefined && (
            <>
              {' '}
              <span data-slot="summary-message-saved">
                {strings.saved(format.number(tokensBefore), format.number(tokensAfter))}
              </span>
            </>
          )}
        </>
      ),
    };
  },
);

/** The sections of the summary, or a note that only its provider can read it. */
export const SummaryMessageSections: Part<'div'> = /* @__PURE__ */ createPart(
  'div',
  'summary-message-sections',
  ({ children, ...props }) => {
    const value = useContext(SummaryContext);
    if (value === undefined) return null;
    const { summary, strings } = value;
    if (summary.isEncrypted) return { ...props, children: children ?? <p>{strings.encrypted}</p> };
    return {
      ...props,
      children:
        children ??
        summary.sections.map(({ heading, lines }, place) => (
          <section key={`${place} ${heading}`} data-slot="summary-message-section">
            {heading !== '' && (
              <p data-slot="summary-message-heading">
                <strong>{strings.heading(heading)}</strong>
              </p>
            )}
            <ul>
              {lines.map((line, index) => (
                <li key={`${index} ${line}`}>{line}</li>
              ))}
            </ul>
          </section>
        )),
    };
  },
);

/** Shows what the verification of the summary removed and restored. */
export const SummaryMessageVerification: Part<'div'> = /* @__PURE__ */ createPart(
  'div',
  'summary-message-verification',
  ({ children, ...props }) => {
    const value = useContext(SummaryContext);
    const found = value?.summary.verification;
    if (value === undefined || found === undefined) return null;
    return {
      'data-struck': String(found.struck),
      'data-restored': String(found.restored),
      ...props,
      children: children ?? value.strings.verification(found, value.format),
    };
  },
);
