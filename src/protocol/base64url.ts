/**
 * The bytes that this text stands for in base64url (RFC 4648 section 5, no padding), or null for any text that does not spell them exactly so:
 * `atob` by itself would also take `+`, `/`, `=`, spaces and loose bits at the end. Needs nothing of Node.
 */
export function decodeBase64url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return null
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
  return encodeBase64url(bytes) === text ? bytes : null
}

/** Bytes in base64url, without padding. */
export function encodeBase64url(bytes: Uint8Array): string {
  // A spread of many bytes would be more arguments than a call can have.
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
