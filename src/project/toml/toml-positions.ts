import type { KeyPath } from '../check-shape.ts'

/** Positions of a key and its value in the text. */
export interface KeyPosition {
  /** Line of the key, from 1. */
  readonly line: number
  /** Offsets of the value's text. */
  readonly start: number
  readonly end: number
}

export interface TablePosition {
  readonly path: KeyPath
  /** Offset of the line after the header. */
  readonly bodyStart: number
}

export interface TomlPositions {
  readonly find: (path: KeyPath) => KeyPosition | undefined
  /** Returns the line of the key, or of the nearest enclosing table in the text, or 1 if there is none. */
  readonly lineOf: (path: KeyPath) => number
  readonly tables: readonly TablePosition[]
  /** Returns the offset after the last value in this table itself, or undefined if it has none. */
  readonly endOf: (table: KeyPath) => number | undefined
}

/**
 * Finds all positions in a TOML text that the parser accepts, because the parser returns positions only for
 * syntax errors. Used to add lines to errors and to change one value without touching the rest of the file.
 */
export function tomlPositions(text: string): TomlPositions {
  const scan = new Scanner(text)
  scan.document()
  const find = (path: KeyPath) => scan.places.get(nameOf(path))
  return {
    find,
    lineOf: (path) => {
      for (let length = path.length; length > 0; length--) {
        const place = find(path.slice(0, length))
        if (place !== undefined) return place.line
      }
      return 1
    },
    tables: scan.tables,
    endOf: (table) => scan.ends.get(nameOf(table)),
  }
}

const nameOf = (path: KeyPath): string => JSON.stringify(path)

class Scanner {
  readonly places = new Map<string, KeyPosition>()
  readonly tables: TablePosition[] = []
  readonly ends = new Map<string, number>()
  readonly #text: string
  readonly #counts = new Map<string, number>()
  #at = 0
  #line = 1

  constructor(text: string) {
    this.#text = text
  }

  document(): void {
    let table: KeyPath = []
    for (this.#space(); this.#at < this.#text.length; this.#space()) {
      const before = this.#at
      if (this.#peek() === '[') table = this.#header()
      else this.#pair(table)
      if (this.#at === before) return
    }
  }

  #header(): KeyPath {
    const line = this.#line
    const start = this.#at
    const isList = this.#text.startsWith('[[', this.#at)
    this.#skip(isList ? 2 : 1)
    let path = this.#resolve(this.#key())
    this.#blank()
    this.#skip(isList ? 2 : 1)
    if (isList) {
      const count = this.#counts.get(nameOf(path)) ?? 0
      this.#counts.set(nameOf(path), count + 1)
      if (count === 0) this.places.set(nameOf(path), { line, start, end: this.#at })
      path = [...path, count]
    }
    this.places.set(nameOf(path), { line, start, end: this.#at })
    const lineEnd = this.#text.indexOf('\n', this.#at)
    this.tables.push({ path, bodyStart: lineEnd === -1 ? this.#text.length : lineEnd + 1 })
    return path
  }

  /** A header below a list of tables refers to its last table. */
  #resolve(keys: readonly string[]): KeyPath {
    let path: KeyPath = []
    keys.forEach((key, at) => {
      path = [...path, key]
      const count = this.#counts.get(nameOf(path))
      if (count !== undefined && at < keys.length - 1) path = [...path, count - 1]
    })
    return path
  }

  #pair(table: KeyPath): void {
    const line = this.#line
    const path = [...table, ...this.#key()]
    this.#blank()
    this.#skip(1)
    this.#blank()
    this.#value(path, line)
    this.ends.set(nameOf(table), this.#at)
  }

  #value(path: KeyPath, line = this.#line): void {
    const start = this.#at
    const char = this.#peek()
    if (char === '"' || char === "'") this.#string(char)
    else if (char === '[') this.#list(path)
    else if (char === '{') this.#inlineTable(path)
    else while (this.#at < this.#text.length && !/[\s,\]}#]/.test(this.#peek())) this.#skip(1)
    this.places.set(nameOf(path), { line, start, end: this.#at })
  }

  #list(path: KeyPath): void {
    this.#skip(1)
    for (let index = 0; ; index++) {
      this.#space()
      if (this.#at >= this.#text.length || this.#peek() === ']') break
      this.#value([...path, index])
      this.#space()
      if (this.#peek() === ',') this.#skip(1)
    }
    this.#skip(1)
  }

  #inlineTable(path: KeyPath): void {
    this.#skip(1)
    for (;;) {
      this.#space()
      if (this.#at >= this.#text.length || this.#peek() === '}') break
      this.#pair(path)
      this.#space()
      if (this.#peek() === ',') this.#skip(1)
    }
    this.#skip(1)
  }

  #key(): string[] {
    const parts: string[] = []
    for (;;) {
      this.#blank()
      const start = this.#at
      const quote = this.#peek()
      if (quote === '"' || quote === "'") this.#string(quote)
      else while (/[\w-]/.test(this.#peek())) this.#skip(1)
      parts.push(keyName(this.#text.slice(start, this.#at)))
      this.#blank()
      if (this.#peek() !== '.') return parts
      this.#skip(1)
    }
  }

  #string(quote: string): void {
    const isLong = this.#text.startsWith(quote.repeat(3), this.#at)
    const end = isLong ? quote.repeat(3) : quote
    this.#skip(end.length)
    while (this.#at < this.#text.length && !this.#text.startsWith(end, this.#at)) {
      this.#skip(quote === '"' && this.#peek() === '\\' ? 2 : 1)
    }
    this.#skip(end.length)
    // A long string may end in up to two quotes of its own.
    if (isLong) while (this.#peek() === quote) this.#skip(1)
  }

  /** Skips spaces, line ends and comments. */
  #space(): void {
    while (/[\s\ufeff#]/.test(this.#peek())) {
      if (this.#peek() === '#') while (this.#at < this.#text.length && this.#peek() !== '\n') this.#skip(1)
      else this.#skip(1)
    }
  }

  #blank(): void {
    while (this.#peek() === ' ' || this.#peek() === '\t') this.#skip(1)
  }

  #peek(): string {
    return this.#text.charAt(this.#at)
  }

  #skip(count: number): void {
    for (let n = 0; n < count && this.#at < this.#text.length; n++) if (this.#text[this.#at++] === '\n') this.#line++
  }
}

function keyName(source: string): string {
  if (source.startsWith("'")) return source.slice(1, -1)
  if (!source.startsWith('"')) return source
  try {
    return String(JSON.parse(source))
  } catch {
    // TOML's \U00000000 and \e are invalid JSON. Such a key is unknown anyway, and only its line would be less exact.
    return source.slice(1, -1)
  }
}
