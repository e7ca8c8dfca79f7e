/** The message of anything thrown, with the innermost reason where the message leaves it out. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const reason = cause instanceof Error && cause.message !== '' ? errorText(cause) : '';
  const message = error.message || error.name;
  return reason === '' || message.includes(reason) ? message : `${message} (${reason})`;
}
