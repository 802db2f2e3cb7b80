/**
 * A JSON number that a JavaScript number cannot hold without loss: an id above 2^53 or a decimal of more than 15 digits.
 * It is written back exactly as it was read.
 */
export class ExactNumber {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }

  toJSON(): unknown {
    return rawJson(this.source)
  }

  toString(): string {
    return this.source
  }
}

export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: 'too-deep' | 'malformed' }

/** Deeper nesting than any payload of the platform needs; a hostile body ends here and not on the stack. */
const MAX_DEPTH = 64

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown

/**
 * Reads JSON text without losing a digit: numbers of up to 15 significant digits become `number`, all others `ExactNumber`.
 * `__proto__` stays an ordinary own key. Never throws.
 */
export function parseJson(text: string): ParsedJson {
  if (isTooDeep(text)) return { ok: false, reason: 'too-deep' }
  try {
    // The source of each number is handed to the reviver (ECMA-262 JSON.parse source text access).
    return { ok: true, value: (JSON.parse as (text: string, reviver: Reviver) => unknown)(text, keepDigits) }
  } catch {
    return { ok: false, reason: 'malformed' }
  }
}

/** A decimal or integer as JSON writes it: the exact digits, unquoted. `source` must be a JSON number. */
export function rawJson(source: string): unknown {
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(source)
}

function keepDigits(_key: string, value: unknown, context: { source?: string }): unknown {
  if (typeof value !== 'number' || context.source === undefined) return value
  const digits = context.source
    .replace(/[eE].*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+/, '')
  if (digits.length <= 15 || Number.isSafeInteger(value)) return value
  return new ExactNumber(context.source)
}

function isTooDeep(text: string): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (inString) {
      if (char === 0x5c) at++
      else if (char === 0x22) inString = false
    } else if (char === 0x22) inString = true
    else if (char === 0x5b || char === 0x7b) {
      if (++depth > MAX_DEPTH) return true
    } else if (char === 0x5d || char === 0x7d) depth--
  }
  return false
}
