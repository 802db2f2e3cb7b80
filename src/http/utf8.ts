const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Decodes bytes as text without a Node class. Bytes that are not UTF-8 become replacement characters. */
export function utf8(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}
