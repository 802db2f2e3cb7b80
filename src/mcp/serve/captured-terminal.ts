import { Buffer } from 'node:buffer'

import { createTerminal, type Terminal } from '../../terminal/terminal.ts'
import type { ToolCall } from '../tool.ts'

/** Further output of a call is dropped, because no response shows that much. */
const MOST_BYTES = 4_000_000

/** Creates a terminal without a user and collects its output. */
export function capturedTerminal(interrupted: AbortSignal): { terminal: Terminal; written: ToolCall['written'] } {
  const [out, notes] = [createByteStore(), createByteStore()]
  const terminal = createTerminal({
    stdin: { isTTY: false },
    stdout: out,
    stderr: notes,
    env: {},
    interrupted: () => interrupted,
  })
  return { terminal, written: () => ({ out: out.bytes(), notes: out.textOf(notes.bytes()) }) }
}

function createByteStore() {
  const chunks: Buffer[] = []
  let size = 0
  return {
    isTTY: false,
    write: (chunk: string | Uint8Array, taken?: () => void) => {
      const bytes = Buffer.from(chunk)
      if (size < MOST_BYTES) chunks.push(bytes)
      size += bytes.byteLength
      taken?.()
    },
    bytes: () => Buffer.concat(chunks),
    textOf: (bytes: Uint8Array) => new TextDecoder().decode(bytes),
  }
}
