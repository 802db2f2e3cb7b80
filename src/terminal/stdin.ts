import { AppError } from '../errors.ts'

const STDIN = 0

/** Reads all of stdin as bytes. Waits until it ends, also if it is non-blocking, as reading `process.stdin` makes it. Raises `usage.invalid`. */
export function readStdin(): Uint8Array {
  return Buffer.concat([...stdinParts()])
}

/** Yields stdin in chunks, as they arrive. Raises `usage.invalid`. */
export function* stdinParts(): Generator<Uint8Array, void, void> {
  for (;;) {
    const part = readPart()
    if (part === null) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    else if (part.length === 0) return
    else yield part
  }
}

/** Null if nothing has arrived yet; empty at the end. */
function readPart(): Uint8Array | null {
  const bytes = Buffer.alloc(65_536)
  try {
    return bytes.subarray(0, process.getBuiltinModule('node:fs').readSync(STDIN, bytes))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EAGAIN') return null
    // The end of a pipe on Windows.
    if (code === 'EOF') return bytes.subarray(0, 0)
    throw new AppError('usage.invalid', `stdin cannot be read (${code}).`, { cause: error })
  }
}
