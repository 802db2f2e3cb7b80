/**
 * A JSON number that a JavaScript number cannot hold without loss: an id above 2^53 or a decimal
 * with more than 15 digits. It is serialized exactly as it was read.
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

/** Deeper nesting than any payload of the platform needs, to keep a hostile body from overflowing the stack. */
const MAX_DEPTH = 64

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown

/**
 * Parses JSON text without losing digits: numbers of up to 15 significant digits and safe integers
 * become `number`, all others `ExactNumber`. `__proto__` stays an ordinary own key. Never throws.
 */
export function parseJson(text: string): ParsedJson {
  if (isTooDeep(text)) return { ok: false, reason: 'too-deep' }
  try {
    if (!mayLoseDigits.test(text)) return { ok: true, value: JSON.parse(text) }
    // The reviver receives the source of each number (ECMA-262 JSON.parse source text access).
    return { ok: true, value: (JSON.parse as (text: string, reviver: Reviver) => unknown)(text, keepDigits) }
  } catch {
    return { ok: false, reason: 'malformed' }
  }
}

/**
 * Like `parseJson`, but numbers that JavaScript would write differently, such as 1.10, 1e2 or -0,
 * also become `ExactNumber`, so that every number is serialized as it was written. Never throws.
 */
export function parseJsonAsWritten(text: string): ParsedJson {
  const parsed = parseJson(text)
  if (!parsed.ok) return parsed
  return { ok: true, value: (JSON.parse as (text: string, reviver: Reviver) => unknown)(text, keepSource) }
}

/** Parses the text of a JSON file. Ignores the byte order mark that some editors write, as Node and package managers do. Throws for invalid JSON. */
export function parseJsonFile(text: string): unknown {
  return JSON.parse(text.replace(/^\uFEFF/, ''))
}

/** Parses JSON text as an object. Null for any other value and for invalid JSON. */
export function parseObject(text: string): JsonObject | null {
  const parsed = parseJson(text)
  return parsed.ok && isObject(parsed.value) ? parsed.value : null
}

export type JsonObject = Readonly<Record<string, unknown>>

/** Returns whether a value is a JSON object, neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A JavaScript number can lose digits only with at least sixteen characters or an exponent. Most texts have no such number and are read in half the time. */
const mayLoseDigits = /\d(?:[\d.]{15}|[eE])/

/** Returns a number with its exact digits, unquoted, for JSON. `source` must be a JSON number. */
export function rawJson(source: string): unknown {
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(source)
}

/** Returns an id of digits as a JSON number of any length. Other text stays text. */
export function idNumber(digits: string): number | ExactNumber | string {
  if (!/^(?:0|[1-9]\d*)$/.test(digits)) return digits
  const value = Number(digits)
  return Number.isSafeInteger(value) ? value : new ExactNumber(digits)
}

function keepSource(_key: string, value: unknown, { source }: { source?: string }): unknown {
  return typeof value !== 'number' || source === undefined || String(value) === source ? value : new ExactNumber(source)
}

function keepDigits(_key: string, value: unknown, context: { source?: string }): unknown {
  if (typeof value !== 'number' || context.source === undefined) return value
  return isHeldExactly(value, context.source) ? value : new ExactNumber(context.source)
}

/** Below this magnitude a JavaScript number gradually loses digits, until only 0 is left. */
const SMALLEST_NORMAL = 2.225_073_858_507_201_4e-308

/** Returns whether the parsed number is exactly the written one, and not its nearest neighbor, 0 or infinity. */
function isHeldExactly(value: number, source: string): boolean {
  const [whole = '', fraction = ''] = source
    .replace('-', '')
    .replace(/[eE].*$/, '')
    .split('.')
  const places = withoutEndZeros(fraction)
  const digits = (whole + places).replace(/^0+/, '')
  if (digits === '') return true
  if (!Number.isFinite(value) || Math.abs(value) < SMALLEST_NORMAL) return false
  return digits.length <= 15 || (places === '' && Number.isSafeInteger(value))
}

/** A loop, because `/0+$/` takes quadratic time for a long run of zeros before another digit. */
function withoutEndZeros(digits: string): string {
  let end = digits.length
  while (end > 0 && digits[end - 1] === '0') end--
  return digits.slice(0, end)
}

function isTooDeep(text: string): boolean {
  return hasManyBrackets(text) && depthExceeds(text)
}

/**
 * Returns whether there are enough brackets for too deep a nesting, even if they are in strings:
 * most texts have few, and counting them is faster than parsing.
 */
function hasManyBrackets(text: string): boolean {
  let found = 0
  for (const bracket of '[{') {
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
      if (++found > MAX_DEPTH) return true
    }
  }
  return false
}

function depthExceeds(text: string): boolean {
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
