/** What a client says it can read. */
export interface Acceptable {
  readonly json: boolean;
  readonly stream: boolean;
  /** Whether streams are named, rather than covered by a wildcard that any program sends. */
  readonly streamNamed: boolean;
}

const everything: Acceptable = { json: true, stream: true, streamNamed: false };
const both: Acceptable = { json: true, stream: true, streamNamed: true };

/**
 * Reads an `Accept` header leniently: absent means everything, and whoever can read one of the two
 * types of the protocol can read JSON.
 */
export function readAccept(accept: string | null): Acceptable {
  if (accept === null || accept === '*/*') return everything;
  if (accept === 'application/json, text/event-stream') return both;
  const types = new Set(accept.split(',').flatMap(acceptedType));
  const anything = types.has('*/*');
  const streamNamed = types.has('text/event-stream');
  const stream = anything || streamNamed || types.has('text/*');
  const json = stream || types.has('application/json') || types.has('application/*');
  return { json, stream, streamNamed };
}

function acceptedType(range: string): readonly string[] {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  return parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)) ? [] : [type];
}

/**
 * Whether a body is JSON in UTF-8. Nothing else is read: a form of a strange page, which browsers
 * send unasked, has another type.
 */
export function isJsonContent(contentType: string | null): boolean {
  if (contentType === 'application/json') return true;
  const [type = '', ...parameters] = (contentType ?? '').toLowerCase().split(';');
  if (type.trim() !== 'application/json') return false;
  return parameters.every((parameter) => {
    const [name = '', value = ''] = parameter.split('=').map((part) => part.trim());
    return name !== 'charset' || /^"?utf-?8"?$/.test(value);
  });
}
