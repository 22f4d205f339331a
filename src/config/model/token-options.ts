/** An authorization server whose access tokens are accepted. */
export interface IssuerOptions {
  /** Its identifier, as in the claim `iss`; a slash at the end makes no difference. */
  readonly issuer: HttpUrl;
  /** Accepted values of the claim `aud`; one of them is enough. @default `server.publicUrl` */
  readonly audience?: string | readonly string[];
  /** Accept tokens without `aud`; only for a server that issues tokens for nothing else. @default false */
  readonly allowMissingAudience?: boolean;
  /** Claims that contain scopes; dots lead into objects. @default `scope` and `scp` */
  readonly scopeClaim?: string | readonly string[];
  /**
   * Text before each scope, if tokens contain scopes without it but clients request them with it:
   * `api://<id>/` of Microsoft Entra ID. Scopes of tools and of `auth` are written with it.
   */
  readonly scopePrefix?: string;
  /** URL of the keys (JWKS). @default `jwks_uri` in the metadata of the server */
  readonly jwksUrl?: HttpUrl;
  /** Accepted algorithms of signatures. @default all of RSA and elliptic curves */
  readonly algorithms?: readonly SignatureAlgorithm[];
  /** Asks the server about each token instead of verifying its signature: for opaque tokens. */
  readonly introspection?: IntrospectTokenOptions;
}

/** Token introspection (RFC 7662). */
export interface IntrospectTokenOptions {
  /** URL of the introspection endpoint. @default `introspection_endpoint` in the metadata of the server */
  readonly url?: HttpUrl;
  /** The id under which the gateway is registered. */
  readonly clientId: string;
  /** Its secret; `${env:NAME}` keeps it out of the file. */
  readonly clientSecret: string;
  /** Where id and secret are sent: in the `Authorization` header, or in the form. @default 'header' */
  readonly clientAuthentication?: 'header' | 'form';
}

/** The access token that is sent to the API as `authorization: Bearer …`; exactly one way is set. */
export interface AccessTokenOptions {
  /** A token of the gateway, the same for all callers (OAuth client credentials). */
  readonly clientCredentials?: TokenRequestOptions;
  /** A token of the caller, in exchange for the one that opened the gateway (RFC 8693). */
  readonly exchange?: TokenRequestOptions;
  /** The same by the on-behalf-of flow of Microsoft Entra ID. */
  readonly onBehalfOf?: TokenRequestOptions;
  /** A token with claims of the caller, which the gateway signs. */
  readonly signed?: SignedTokenOptions;
}

/** How an authorization server is asked for an access token. */
export interface TokenRequestOptions {
  /** URL of its token endpoint. */
  readonly tokenUrl: HttpUrl;
  /** The id under which the gateway is registered. */
  readonly clientId: string;
  /** Its secret; `${env:NAME}` keeps it out of the file. */
  readonly clientSecret: string;
  /** Where id and secret are sent: in the `Authorization` header, or in the form. @default 'header' */
  readonly clientAuthentication?: 'header' | 'form';
  /** The requested scopes, separated by spaces. */
  readonly scope?: string;
  /** The name of the API, for servers that need it. */
  readonly audience?: string;
  /** The URL of the API, for servers that need it (RFC 8707). */
  readonly resource?: string;
}

/** A short-lived JWT (RFC 7519) that the API can verify. */
export interface SignedTokenOptions {
  /** The private key in PEM, or the secret of `HS256`, `HS384` and `HS512`. */
  readonly key: string;
  /** The algorithm that the API expects. */
  readonly algorithm: SigningAlgorithm;
  /** The header `kid`, if the API has several keys. */
  readonly keyId?: string;
  /** The claim `iss`. */
  readonly issuer?: string;
  /** The claim `aud`. */
  readonly audience?: string | readonly string[];
  /**
   * Further claims; texts at any depth may contain `${claim:NAME}` and `${header:NAME}`. `sub` is the
   * subject of the caller, unless it is set here.
   */
  readonly claims?: { readonly [name: string]: unknown };
  /** Time until the token expires, in milliseconds. @default 60_000 @minimum 2000 */
  readonly lifetimeMs?: Milliseconds;
}

/**
 * A duration; timers of JavaScript fire immediately above the maximum.
 *
 * @minimum 0 @maximum 2147483647
 */
export type Milliseconds = number;

/**
 * An absolute URL without a fragment.
 *
 * @pattern ^[Hh][Tt][Tt][Pp][Ss]?://[^\s\u0000-\u001f/?#][^\s\u0000-\u001f#"]*$
 * @expected a URL that starts with https:// or http://
 */
export type HttpUrl = string;

/**
 * An algorithm with a public key; secrets that both sides know are not accepted.
 *
 * @pattern ^((RS|PS|ES)(256|384|512)|EdDSA|Ed25519)$
 * @expected one of RS256, RS384, RS512, PS256, PS384, PS512, ES256, ES384, ES512, EdDSA and Ed25519
 */
type SignatureAlgorithm = string;

/**
 * An algorithm of signatures of JWTs: HS256, HS384 and HS512 have a secret, the others a private key.
 *
 * @pattern ^((HS|RS|PS|ES)(256|384|512)|EdDSA)$
 * @expected one of HS256, HS384, HS512, RS256, RS384, RS512, PS256, PS384, PS512, ES256, ES384, ES512 and EdDSA
 */
type SigningAlgorithm = string;
