import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

export interface LineReading {
  /** Of a longer line only so many characters are kept, the first ones: a program may never end its line. */
  readonly most: number
  readonly onLine: (line: string, isCut: boolean) => void
}

const endOfLine = /\r\n|\r|\n/

/** Hands on each line of a stream of UTF-8, without its end, as soon as it is whole; at the end of the stream also what follows the last one. */
export function readLines(stream: Readable, { most, onLine }: LineReading): void {
  const decoder = new StringDecoder('utf8')
  let line = ''
  let isCut = false
  /** The \n of a \r\n may come in the next piece. */
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
