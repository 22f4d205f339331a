/** An OAuth client: how the gateway identifies itself to an authorization server. */
export interface OAuthClient {
  readonly clientId: string;
  readonly clientSecret: string;
  /** @default 'header' */
  readonly clientAuthentication?: 'header' | 'form';
}

/**
 * Adds the id and the secret of a client to a request (RFC 6749, section 2.3.1).
 *
 * @returns the headers of the request; with `form`, the form is completed instead.
 */
export function authenticateClient(
  { clientId, clientSecret, clientAuthentication = 'header' }: OAuthClient,
  form: URLSearchParams,
): Readonly<Record<string, string>> {
  if (clientAuthentication === 'form') {
    form.set('client_id', clientId);
    form.set('client_secret', clientSecret);
    return {};
  }
  const pair = [clientId, clientSecret].map(encodeForm).join(':');
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** Encodes a text as in forms, which the header requires before Base64. */
function encodeForm(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}
