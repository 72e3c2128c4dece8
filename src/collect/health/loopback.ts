/** Which addresses are this machine alone. */

const OCTET = '(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';
const LOOPBACK_4 = new RegExp(`^127\\.${OCTET}\\.${OCTET}\\.${OCTET}$`);

/** True for an address as the system prints it (127.0.0.0/8, `::1`, and 127.0.0.0/8 mapped into IPv6); never for a name. */
export function isLoopback(address: string): boolean {
  const mapped = /^::ffff:([0-9.]+)$/i.exec(address)?.[1];
  return address === '::1' || LOOPBACK_4.test(mapped ?? address);
}
