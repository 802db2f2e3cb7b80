import type { Plain } from './plain.ts'

/** Maximum size of a response in characters of JSON: about 15,000 tokens. */
const MOST = 60_000

/** The limits for texts and lists, from generous to strict; the first that makes the response small enough is used. */
const steps = [
  { text: 20_000, rows: 500 },
  { text: 4_000, rows: 100 },
  { text: 1_000, rows: 40 },
  { text: 200, rows: 15 },
] as const

export interface Fitted {
  readonly value: Plain
  readonly isCut: boolean
}

/** Shortens long texts and lists of a value that is larger than a client should read in one response. Each cut shows how much is missing. */
export function fit(value: Plain): Fitted {
  if (lengthOf(value) <= MOST) return { value, isCut: false }
  for (const step of steps) {
    const shorter = cut(value, step)
    if (lengthOf(shorter) <= MOST) return { value: shorter, isCut: true }
  }
  return { value: `${JSON.stringify(value).slice(0, MOST)}… (cut)`, isCut: true }
}

function lengthOf(value: Plain): number {
  return JSON.stringify(value).length
}

function cut(value: Plain, most: { readonly text: number; readonly rows: number }): Plain {
  if (typeof value === 'string') {
    return value.length <= most.text
      ? value
      : `${value.slice(0, most.text)}… (${value.length - most.text} more characters)`
  }
  if (isList(value)) {
    const rows = value.slice(0, most.rows).map((row) => cut(row, most))
    return value.length <= most.rows ? rows : [...rows, `… (${value.length - most.rows} more)`]
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, cut(member, most)]))
}

function isList(value: Plain): value is readonly Plain[] {
  return Array.isArray(value)
}
