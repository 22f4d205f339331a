/**
 * Headers that are never set nor passed on: they belong to one connection (RFC 9110, section 7.6.1),
 * or describe a body or a protocol that is not the API's.
 */
const unsendable =
  /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|content-.*|mcp-.*)$/;

/** May be set, but a caller's are meaningless upstream, or are not the gateway's to pass on. */
const ofCaller = /^(host|cookie|accept|accept-encoding|accept-charset)$/;

/** Whether a header, in lower case, can be sent to an API at all. */
export function isSendable(name: string): boolean {
  return !unsendable.test(name);
}

/** Whether a caller's header, in lower case, can be passed on to an API. */
export function isForwardable(name: string): boolean {
  return isSendable(name) && !ofCaller.test(name);
}
