import { isObject } from '../../text/json.ts'

/** What the page of the lab has seen of its frame. Times are ms after the page began. */
export interface FrameObservation {
  /** How long the page is open. */
  readonly ageMs: number
  readonly loadedAtMs: number | null
  readonly loads: number
  readonly readyAtMs: number | null
  readonly resizes: Resizes
  /** Messages that the admin does not hear, by what is wrong with them. */
  readonly odd: Readonly<Record<OddMessage, number>>
  /** Origins whose messages were not heard. */
  readonly otherOrigins: readonly string[]
  /** Origins to which the frame went and which the admin's policy keeps out. */
  readonly blocked: readonly string[]
  /** Entries of the window's history that came without anybody having been in the frame. */
  readonly historyEntries: number
  /** Which cookies this browser keeps in a frame of another site; null while nobody knows. */
  readonly kept: 'all' | 'partitioned' | 'none' | null
}

export interface Resizes {
  readonly count: number
  /** The most within one second. */
  readonly mostInSecond: number
  readonly noNumber: number
  readonly clamped: number
  readonly small: number
  readonly lastAsked: number | null
  /** The height of the frame now, in CSS pixels. */
  readonly height: number
}

export const oddMessages = ['window', 'origin', 'shape', 'type'] as const

/** Of another window than the frame; of another origin; no plain object; a type that the admin does not know. */
export type OddMessage = (typeof oddMessages)[number]

/** Reads what a browser sent: whatever is missing or of another kind is nothing. */
export function readObservation(given: unknown): FrameObservation {
  const fields = isObject(given) ? given : {}
  const resizes = isObject(fields['resizes']) ? fields['resizes'] : {}
  const odd = isObject(fields['odd']) ? fields['odd'] : {}
  return {
    ageMs: amount(fields['ageMs']),
    loadedAtMs: amountOrNull(fields['loadedAtMs']),
    loads: amount(fields['loads']),
    readyAtMs: amountOrNull(fields['readyAtMs']),
    resizes: {
      count: amount(resizes['count']),
      mostInSecond: amount(resizes['mostInSecond']),
      noNumber: amount(resizes['noNumber']),
      clamped: amount(resizes['clamped']),
      small: amount(resizes['small']),
      lastAsked: amountOrNull(resizes['lastAsked']),
      height: amount(resizes['height']),
    },
    odd: {
      window: amount(odd['window']),
      origin: amount(odd['origin']),
      shape: amount(odd['shape']),
      type: amount(odd['type']),
    },
    otherOrigins: texts(fields['otherOrigins']),
    blocked: texts(fields['blocked']),
    historyEntries: amount(fields['historyEntries']),
    kept: (['all', 'partitioned', 'none'] as const).find((one) => one === fields['kept']) ?? null,
  }
}

function amount(value: unknown): number {
  return amountOrNull(value) ?? 0
}

function amountOrNull(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string').map((one) => one.slice(0, 200)) : []
}
