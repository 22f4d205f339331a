/** A place in an answer for a log line, such as `films[].title`, and not too long for one. */
export function writePlace(path: readonly (string | number)[]): string {
  const steps = path.map((step) => (typeof step === 'number' ? '[]' : `.${step}`)).join('');
  return steps.replace(/^\./, '').slice(0, 200);
}
