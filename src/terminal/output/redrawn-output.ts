import { Writable } from 'node:stream'

import { displayWidth, withoutColour } from '../width.ts'

export interface TerminalStream {
  readonly columns?: number
  readonly write: (text: string) => unknown
}

/** How the library erases its last frame: down to its last row, then line by line upwards. */
// oxlint-disable-next-line no-control-regex -- control sequences are what it looks for
const ERASED = /^(?:\u001b\[\d+B)?(?:\u001b\[2K\u001b\[1A)*\u001b\[2K\u001b\[G/

/** End of each frame: up from below the input, and to its column. */
// oxlint-disable-next-line no-control-regex -- control sequences are what it looks for
const FRAME_END = /(?:\u001b\[(\d+)A)?\u001b\[(\d+)G$/

/**
 * Creates the output of a question. A narrower window wraps each long line, but the library erases
 * only as many rows as it has written, so the question would remain above its next frame.
 */
export function redrawnOutput(terminal: TerminalStream): Writable {
  let frame = ''
  let width = terminal.columns ?? 0
  const write = (text: string): void => {
    const content = text.replace(ERASED, '')
    const isFrame = FRAME_END.test(content) && content.replace(FRAME_END, '') !== ''
    const columns = terminal.columns ?? 0
    const isNarrower = isFrame && frame !== '' && columns > 0 && columns < width
    terminal.write(isNarrower ? eraseReflowed(frame, columns) + content : text)
    if (!isFrame) return
    frame = content
    width = columns
  }
  const output = new Writable({
    decodeStrings: false,
    write: (chunk: unknown, _encoding, done) => {
      write(String(chunk))
      done()
    },
  })
  return Object.defineProperties(output, { columns: { get: () => terminal.columns }, isTTY: { value: true } })
}

/** Moves to the first row of a frame that is shown with fewer columns, and erases everything below. */
function eraseReflowed(frame: string, columns: number): string {
  const [end = '', up = '0', column = '1'] = FRAME_END.exec(frame) ?? []
  const lines = withoutColour(frame.slice(0, -end.length)).split('\n')
  const above = lines.slice(0, lines.length - 1 - Number(up))
  const rows = above.reduce((sum, line) => sum + Math.max(1, Math.ceil(displayWidth(line) / columns)), 0)
  const total = rows + Math.floor((Number(column) - 1) / columns)
  return `${total === 0 ? '' : `\u001b[${total}A`}\r\u001b[J`
}
