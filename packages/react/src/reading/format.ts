/** Formats numbers for one locale; a dash for values that are not finite. */
export interface Format {
  /** 45,000 */
  number(value: number): string;
  /** 45K */
  short(value: number): string;
  /** 23%, from 23. */
  percent(value: number): string;
}

/**
 * The default locale is fixed so that a server and a browser in another language render the same
 * text.
 */
const DEFAULT_LOCALE = 'en';

const formats = new Map<string, Format>();

/** Number formats for a BCP 47 locale; throws a `RangeError` that names any other. */
export function createFormat(locale: string = DEFAULT_LOCALE): Format {
  const known = formats.get(locale);
  if (known !== undefined) return known;
  const writer = (options?: Intl.NumberFormatOptions): ((value: number) => string) => {
    const { format } = numberFormat(locale, { maximumFractionDigits: 0, ...options });
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

function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  try {
    return new Intl.NumberFormat(locale, options);
  } catch {
    throw new RangeError(`The locale "${locale}" is no BCP 47 tag. Write one such as "en-US".`);
  }
}
