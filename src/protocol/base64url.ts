/**
 * The bytes that this text stands for in base64url (RFC 4648 section 5, no padding), or null for any text that does not spell them exactly so.
 * `Buffer.from` by itself would also take `+`, `/`, `=`, spaces and other junk.
 */
export function decodeBase64url(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : null
}
