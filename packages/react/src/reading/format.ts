/** Numbers as one locale writes them; a dash for what is no number. */
export interface Format {
  /** 45,000 */
  number(value: number): string;
  /** 45K */
  short(value: number): string;
  /** 23%, of the number 23. */
  percent(value: number): string;
}

/**
 * The default locale is fixed, so that a server and a browser of another language write the same
 * text.
 */
export const DEFAULT_LOCALE = 'en';

const formats = new Map<string, Format>();

/** Writers of numbers for a BCP 47 locale. */
export function createFormat(locale: string = DEFAULT_LOCALE): Format {
  const known = formats.get(locale);
  if (known !== undefined) return known;
  const writer = (options?: Intl.NumberFormatOptions): ((value: number) => string) => {
    const { format } = new Intl.NumberFormat(locale, { maximumFractionDigits: 0, ...options });
    return (value) => (Number.isFinite(value) ? format(value) : '–');
  };
  const percent = writer({ style: 'percent' });
  const made: Format = {
    number: writer(),
    short: writer({ notation: 'compact', maximumFractionDigits: 1 }),
    percent: (value) => percent(value / 100),
  };
  formats.set(locale, made);
  return made;
}
