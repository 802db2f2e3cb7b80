/** Joins the parts in order. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((size, { length }) => size + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at])
}

/** Replaces every occurrence of `wanted`. It works on bytes, so that a body that is not UTF-8 stays unchanged elsewhere. */
export function replaceBytes(bytes: Uint8Array, wanted: Uint8Array, by: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = []
  let done = 0
  for (let at = indexOfBytes(bytes, wanted, 0); at >= 0; at = indexOfBytes(bytes, wanted, done)) {
    parts.push(bytes.subarray(done, at), by)
    done = at + wanted.length
  }
  return done === 0 ? bytes : joinBytes([...parts, bytes.subarray(done)])
}

function indexOfBytes(bytes: Uint8Array, wanted: Uint8Array, from: number): number {
  const first = wanted[0] ?? 0
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (wanted.every((byte, offset) => bytes[at + offset] === byte)) return at
  }
  return -1
}
