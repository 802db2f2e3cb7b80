/**
 * Decodes base64url (RFC 4648 section 5, no padding); null for any text in another form: `atob`
 * alone would also accept `+`, `/`, `=`, spaces and extra bits at the end. Needs no Node API.
 */
export function decodeBase64url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return null
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
  return encodeBase64url(bytes) === text ? bytes : null
}

/** Encodes bytes in base64url, without padding. */
export function encodeBase64url(bytes: Uint8Array): string {
  // Spreading many bytes would exceed the maximum number of arguments.
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
