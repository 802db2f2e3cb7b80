/** The same bytes with one bit turned over; `bit` is taken modulo their number. */
export function flipBit(bytes: Uint8Array, bit: number): Uint8Array {
  const flipped = Uint8Array.from(bytes)
  const at = bit % (bytes.length * 8)
  flipped[at >> 3] = (flipped[at >> 3] ?? 0) ^ (1 << (at & 7))
  return flipped
}

/** The same for text of ASCII, read as Latin-1. */
export function flipTextBit(text: string, bit: number): string {
  return Buffer.from(flipBit(Buffer.from(text, 'latin1'), bit)).toString('latin1')
}
