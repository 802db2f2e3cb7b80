import { escapeCell } from '../text/escape.ts'
import { sentence } from './cells.ts'
import type { View } from './view.ts'

interface ShownVerification {
  readonly ok: boolean
  readonly code: string | null
  readonly payload: object | null
  readonly steps: readonly { readonly step: number; readonly ok: boolean | null }[]
}

/** The documented steps in order. */
const steps = [
  'the token is present',
  'a signing secret is configured',
  'the token has two parts around a dot',
  'the signature can be computed',
  'the signature matches',
  'the payload is base64url JSON with the documented fields',
  'V is 1',
  'StoreId is greater than 0',
  'AppKey matches this app',
  'the token is neither expired nor from the future (60 s tolerance)',
  'only StoreId and RegionId select the data',
] as const

/** Formats the eleven steps, one per line, then the verdict. */
export const embedVerificationText: View<ShownVerification> = (verification, looks) => {
  const { style } = looks
  const lines = verification.steps.map(({ step, ok }) => {
    const mark = ok === null ? style.dim('-') : ok ? style.green('ok') : style.red('no')
    const text = `${String(step).padStart(2)} ${steps[step - 1] ?? ''}`
    return `${ok === null ? style.dim(text) : text}: ${mark}`
  })
  const verdict = verification.ok
    ? [style.green('Accepted.'), payloadLines(verification.payload)]
    : [style.red(`Rejected: ${verification.code}`)]
  return sentence([...lines, ...verdict].join('\n'), looks)
}

/** Formats a payload, one field per line. */
export function payloadLines(payload: object | null): string {
  return Object.entries(payload ?? {})
    .map(
      ([name, value]) =>
        `${escapeCell(name)}: ${escapeCell(typeof value === 'string' ? value : JSON.stringify(value))}`,
    )
    .join('\n')
}
