import { isObject } from '../../text/json.ts'

/** Observations of the preview page about its frame. Times are ms after the page opened. */
export interface FrameObservation {
  /** Time since the page opened. */
  readonly ageMs: number
  readonly loadedAtMs: number | null
  readonly loads: number
  readonly readyAtMs: number | null
  readonly resizes: Resizes
  /** Number of messages that the admin ignores, by problem. */
  readonly odd: Readonly<Record<OddMessage, number>>
  /** Origins whose messages were ignored. */
  readonly otherOrigins: readonly string[]
  /** Origins that the frame navigated to and the admin's policy blocked. */
  readonly blocked: readonly string[]
  /** Number of entries added to the window's history without a user action in the frame. */
  readonly historyEntries: number
  /** Cookies that this browser keeps in a cross-site frame, or null while unknown. */
  readonly kept: 'all' | 'partitioned' | 'none' | null
}

export interface Resizes {
  readonly count: number
  /** Maximum number within one second. */
  readonly mostInSecond: number
  readonly noNumber: number
  readonly clamped: number
  readonly small: number
  readonly lastAsked: number | null
  /** Current height of the frame, in CSS pixels. */
  readonly height: number
}

export const oddMessages = ['window', 'origin', 'shape', 'type'] as const

/** From another window than the frame, from another origin, not a plain object, or of a type unknown to the admin. */
export type OddMessage = (typeof oddMessages)[number]

/** Reads an observation sent by a browser. Missing and invalid members get the empty value. */
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
