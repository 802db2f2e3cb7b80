/** Returns the first 32 bits of the fractional parts of a root of each of the first primes (FIPS 180-4, sections 4.2.2 and 5.3.3). */
function fractions(root: (prime: number) => number, count: number): Uint32Array {
  const primes: number[] = []
  for (let candidate = 2; primes.length < count; candidate++)
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate)
  return Uint32Array.from(primes, (prime) => (root(prime) % 1) * 2 ** 32)
}

let roundConstants: Uint32Array | undefined

/**
 * Returns the SHA-256 of a short text in lowercase hex, as `node:crypto` does. Only for code before the first
 * request of a call: loading `node:crypto` takes 4 ms at start-up, and no other code there needs it.
 */
export function sha256Hex(text: string): string {
  const state = fractions(Math.sqrt, 8)
  const constants = (roundConstants ??= fractions(Math.cbrt, 64))
  const bytes = padded(new TextEncoder().encode(text))
  for (let at = 0; at < bytes.byteLength; at += 64) mix(state, constants, new DataView(bytes.buffer, at, 64))
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('')
}

/** Pads with a one, zeros, and the length in bits, to whole blocks of 64 bytes (section 5.1.1). */
function padded(text: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.ceil((text.length + 9) / 64) * 64)
  bytes.set(text)
  bytes[text.length] = 0x80
  new DataView(bytes.buffer).setUint32(bytes.length - 4, text.length * 8)
  return bytes
}

const rotated = (word: number, by: number) => (word >>> by) | (word << (32 - by))

/** Expands a block to words (section 6.2.2, step 1). */
function wordsOf(block: DataView): Uint32Array {
  const words = new Uint32Array(64)
  const word = (at: number) => words[at] ?? 0
  for (let at = 0; at < 16; at++) words[at] = block.getUint32(at * 4)
  for (let at = 16; at < 64; at++) {
    const far = word(at - 15)
    const near = word(at - 2)
    const farMixed = rotated(far, 7) ^ rotated(far, 18) ^ (far >>> 3)
    const nearMixed = rotated(near, 17) ^ rotated(near, 19) ^ (near >>> 10)
    words[at] = word(at - 16) + farMixed + word(at - 7) + nearMixed
  }
  return words
}

/**
 * Adds one block to the state (steps 2 to 4). Plain assignments, because it runs before V8 compiles
 * any code, and an array for each of the 64 rounds would cost a millisecond.
 */
function mix(state: Uint32Array, constants: Uint32Array, block: DataView): void {
  const words = wordsOf(block)
  // A state has eight words.
  let [a, b, c, d, e, f, g, h] = state as unknown as Eight
  for (let at = 0; at < 64; at++) {
    const chosen = (e & f) ^ (~e & g)
    const first =
      h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + chosen + (constants[at] ?? 0) + (words[at] ?? 0)
    const second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) state[at] = (state[at] ?? 0) + word
}

type Eight = [number, number, number, number, number, number, number, number]
