/**
 * Whether an address to listen on is reached only from this machine: `localhost`, `127.0.0.0/8`
 * or `::1`, with or without brackets.
 */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  return name === 'localhost' || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name);
}
