/** The message of anything thrown, followed by its cause unless the message includes it. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const reason = cause instanceof Error && cause.message !== '' ? errorText(cause) : '';
  const message = error.message || error.name;
  return reason === '' || message.includes(reason) ? message : `${message} (${reason})`;
}
