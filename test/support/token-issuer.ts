import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  exportJWK,
  generateKeyPair,
  SignJWT,
  type CryptoKey,
  type JWK,
  type JWTHeaderParameters,
} from 'jose';
import { closeLater, listen } from './servers.ts';

/** The public URL of gateways whose tokens the issuer signs. */
export const publicUrl = 'https://tools.example/mcp';

/** A form that was posted to the issuer, and the `Authorization` header. */
interface SeenForm {
  readonly path: string;
  readonly form: URLSearchParams;
  readonly authorization: string | undefined;
}

interface FormAnswer {
  readonly status?: number;
  readonly body: object;
}

/** An authorization server on this machine. */
export interface TokenIssuer {
  readonly url: string;
  /** Paths of the requests, in order. */
  readonly requests: string[];
  readonly forms: SeenForm[];
  /** The keys that it publishes; replace them to rotate. */
  keys: JWK[];
  /** Answers 503 to everything while set. */
  isDown: boolean;
  /** Answers a posted form: to `/introspect` or `/token`. */
  answer: (seen: SeenForm) => FormAnswer | Promise<FormAnswer>;
  /** Signs a token that is valid for an hour; a member of `claims` replaces the default one. */
  sign(claims?: object, header?: { readonly [name: string]: unknown }): Promise<string>;
  /** Signs from now on with another key. @returns its public part, which is not published yet. */
  rotate(algorithm?: string): Promise<JWK>;
}

/** Starts an authorization server for one test; it publishes a key for RS256. */
export async function startIssuer(): Promise<TokenIssuer> {
  let signer: { readonly key: CryptoKey; readonly header: JWTHeaderParameters };
  let count = 0;
  const server = createServer((request, response) => void respond(issuer, request, response));
  const port = await listen(server);
  closeLater(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const issuer: TokenIssuer = {
    url: `http://127.0.0.1:${port}/realms/films`,
    requests: [],
    forms: [],
    keys: [],
    isDown: false,
    answer: () => ({ status: 404, body: {} }),
    sign(claims = {}, header = {}) {
      const now = Math.floor(Date.now() / 1_000);
      const usual = { iss: issuer.url, aud: publicUrl, sub: 'ada', iat: now, exp: now + 3_600 };
      return new SignJWT({ ...usual, ...claims })
        .setProtectedHeader({ ...signer.header, ...header } as JWTHeaderParameters)
        .sign(signer.key);
    },
    async rotate(alg = 'RS256') {
      const pair = await generateKeyPair(alg, { extractable: true });
      const kid = `key-${(count += 1)}`;
      signer = { key: pair.privateKey, header: { alg, kid } };
      return { ...(await exportJWK(pair.publicKey)), kid, use: 'sig' };
    },
  };
  issuer.keys = [await issuer.rotate()];
  return issuer;
}

async function respond(
  issuer: TokenIssuer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { url = '' } = request;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  issuer.requests.push(url);
  const send = (status: number, body: object): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  if (issuer.isDown) return send(503, {});
  if (request.method === 'POST') {
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const seen = { path: url, form, authorization: request.headers.authorization };
    issuer.forms.push(seen);
    const { status = 200, body } = await issuer.answer(seen);
    return send(status, body);
  }
  if (url === '/realms/films/.well-known/openid-configuration') {
    return send(200, {
      issuer: issuer.url,
      jwks_uri: `${issuer.url}/keys`,
      introspection_endpoint: `${issuer.url}/introspect`,
    });
  }
  return url.endsWith('/keys') ? send(200, { keys: issuer.keys }) : send(404, {});
}
