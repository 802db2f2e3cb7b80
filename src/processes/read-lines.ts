import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

export interface LineReading {
  /** Maximum line length in characters. The rest of a longer line is dropped, because a program may never end its line. */
  readonly most: number
  readonly onLine: (line: string, isCut: boolean) => void
}

const endOfLine = /\r\n|\r|\n/

/** Reports each complete line of a UTF-8 stream, without its line ending. When the stream ends, also reports the text after the last line ending. */
export function readLines(stream: Readable, { most, onLine }: LineReading): void {
  const decoder = new StringDecoder('utf8')
  let line = ''
  let isCut = false
  /** The \n of a \r\n may arrive in the next chunk. */
  let isAfterReturn = false
  const add = (part: string) => {
    isCut ||= line.length + part.length > most
    line += part.slice(0, most - line.length)
  }
  const end = () => {
    onLine(line, isCut)
    line = ''
    isCut = false
  }
  const take = (decoded: string) => {
    if (decoded === '') return
    const [first = '', ...others] = (isAfterReturn ? decoded.replace(/^\n/, '') : decoded).split(endOfLine)
    isAfterReturn = decoded.endsWith('\r')
    add(first)
    for (const part of others) {
      end()
      add(part)
    }
  }
  stream.on('data', (chunk: Buffer) => take(decoder.write(chunk)))
  stream.on('end', () => {
    take(decoder.end())
    if (line !== '') end()
  })
}
