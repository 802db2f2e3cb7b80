const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Bytes as text, without a class of Node. Bytes that are not UTF-8 become replacement characters. */
export function utf8(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}
