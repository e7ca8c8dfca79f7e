import { createContext, type ReactElement, type ReactNode, useContext, useMemo } from 'react';

import { createFormat, type Format } from '../reading/format.js';

/** The language of a part: its numbers, and any strings that replace the English ones. */
export interface LocaleProps<Strings> {
  /** BCP 47; default `en`, not the system locale, so that servers and browsers agree. */
  locale?: string | undefined;
  /** Texts to use instead of the English ones; those left out stay. */
  strings?: Partial<Strings> | undefined;
}

export interface Localized<Strings> {
  format: Format;
  strings: Strings;
}

const LocaleContext = /* @__PURE__ */ createContext<LocaleProps<object>>({});

/** Locale and strings for all parts below; a part's own props win. */
export function ContextLocaleProvider<Strings extends object>({
  children,
  locale,
  strings,
}: LocaleProps<Strings> & { children?: ReactNode }): ReactElement {
  const value = useMemo(() => ({ locale, strings }), [locale, strings]);
  return <LocaleContext.Provider value={value}>{children}</LocaleContext.Provider>;
}

/** The number format and strings of a part: its own, else the provider's, else English. */
export function useLocale<Strings extends object>(
  { locale, strings }: LocaleProps<Strings>,
  defaults: Strings,
): Localized<Strings> {
  const given = useContext(LocaleContext);
  return {
    format: createFormat(locale ?? given.locale),
    strings: { ...defaults, ...given.strings, ...strings },
  };
}
