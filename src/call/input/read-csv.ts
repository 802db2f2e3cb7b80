/** A record of a CSV text and the number of its first line, from 1. */
export interface CsvRecord {
  readonly line: number
  readonly cells: readonly string[]
}

/** The text is not CSV: a quote is never closed, or text follows a closed one. */
export class CsvFault extends Error {
  readonly line: number

  constructor(line: number, why: string) {
    super(why)
    this.line = line
  }
}

const csvMarks = [',', ';', '\t', '|'] as const

/** Returns the separator of a CSV text from its first line, outside of quotes; null if there is none. */
export function csvMarkOf(start: string): string | null {
  const [head = ''] = start.split(/\r?\n/, 1)
  const bare = head.replaceAll(/"(?:[^"]|"")*"/g, '')
  const counted = csvMarks.map((mark) => ({ mark, count: bare.split(mark).length - 1 }))
  const [most] = counted.toSorted((a, b) => b.count - a.count)
  return most === undefined || most.count === 0 ? null : most.mark
}

/**
 * Yields the records of a CSV text (RFC 4180) that arrives in parts, so that memory does not grow with the text. Lines
 * end with LF, CRLF or CR, a quoted cell may hold line breaks, and blank lines are skipped. Raises `CsvFault`.
 */
export function* csvRecords(parts: Iterable<string>, mark: string): Generator<CsvRecord, void, void> {
  const reader = new RecordReader(mark)
  for (const part of parts) yield* reader.read(part)
  yield* reader.end()
}

class RecordReader {
  readonly #mark: string
  readonly #run: RegExp
  #cells: string[] = []
  #cell = ''
  /** `after`: after a quote, which closes the cell unless another quote follows. */
  #state: 'start' | 'plain' | 'quoted' | 'after' = 'start'
  #line = 1
  #begunAt = 1
  #quotedAt = 1
  #isAfterCr = false

  constructor(mark: string) {
    this.#mark = mark
    this.#run = new RegExp(`[^"\r\n${mark}]+`, 'y')
  }

  *read(part: string): Generator<CsvRecord, void, void> {
    for (let at = 0; at < part.length; at++) {
      at += this.#takeRun(part, at)
      const char = part.charAt(at)
      if (char === '') return
      const isSecondOfCrlf = this.#isAfterCr && char === '\n'
      this.#isAfterCr = char === '\r'
      if (this.#state === 'quoted') this.#inQuotes(char, isSecondOfCrlf)
      else if (isSecondOfCrlf) continue
      else if (char === '\n' || char === '\r') yield* this.#endRecord()
      else if (char === this.#mark) this.#endCell()
      else this.#outside(char)
    }
  }

  /** Reads a run of ordinary characters together. One by one they would take twice the time and memory. */
  #takeRun(part: string, at: number): number {
    if (this.#state === 'after') return 0
    this.#run.lastIndex = at
    const [run = ''] = this.#run.exec(part) ?? []
    if (run === '') return 0
    this.#cell += run
    this.#isAfterCr = false
    if (this.#state === 'start') this.#state = 'plain'
    return run.length
  }

  *end(): Generator<CsvRecord, void, void> {
    if (this.#state === 'quoted') throw new CsvFault(this.#quotedAt, 'missing closing quote')
    yield* this.#endRecord()
  }

  #inQuotes(char: string, isSecondOfCrlf: boolean): void {
    if ((char === '\n' && !isSecondOfCrlf) || char === '\r') this.#line++
    if (char === '"') this.#state = 'after'
    else this.#cell += char
  }

  #outside(char: string): void {
    if (this.#state === 'after') {
      if (char !== '"') throw new CsvFault(this.#line, 'text after a closing quote')
      this.#cell += '"'
      this.#state = 'quoted'
    } else if (this.#state === 'start' && char === '"') {
      this.#state = 'quoted'
      this.#quotedAt = this.#line
    } else {
      this.#cell += char
      this.#state = 'plain'
    }
  }

  #endCell(): void {
    this.#cells.push(this.#cell)
    this.#cell = ''
    this.#state = 'start'
  }

  *#endRecord(): Generator<CsvRecord, void, void> {
    const isBlank = this.#cells.length === 0 && this.#state === 'start'
    if (!isBlank) {
      this.#endCell()
      yield { line: this.#begunAt, cells: this.#cells }
    }
    this.#cells = []
    this.#line++
    this.#begunAt = this.#line
  }
}
