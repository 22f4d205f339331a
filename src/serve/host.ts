import { isLoopbackHost } from '../config/resolve.ts';

/**
 * Makes the check of `Host` headers, against DNS rebinding: a page whose name was pointed at this
 * machine sends its own name.
 *
 * An entry without a port allows every port of its host.
 *
 * @param allowed `*` for all; undefined for the names of the loopback addresses.
 */
export function createHostCheck(allowed: readonly string[] | undefined): (host: string) => boolean {
  if (!allowed) return (host) => isLoopbackHost(withoutPort(host));
  if (allowed.includes('*')) return () => true;
  const names = new Set(allowed.map((name) => name.toLowerCase()));
  return (host) => names.has(host.toLowerCase()) || names.has(withoutPort(host).toLowerCase());
}

/** Whether a text is the name of a host at all, with or without a port. */
export function isHost(text: string): boolean {
  return !/[@/\\?#]/.test(text) && URL.canParse(`http://${text}`);
}

function withoutPort(host: string): string {
  return host.replace(/:\d+$/, '');
}
