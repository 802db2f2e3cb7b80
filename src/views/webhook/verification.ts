import type { RejectedWebhook } from '../../protocol/judge/webhook.ts'
import type { Style } from '../../terminal/style.ts'
import { escapeCell } from '../../text/escape.ts'
import type { Computed, Verification } from '../../webhooks/verify/verify-request.ts'
import { sentence } from '../cells.ts'
import type { View } from '../view.ts'

interface ShownVerification extends Verification {
  /** Whether the time of receipt is known. Otherwise the age is counted until now. */
  readonly hasArrived: boolean
}

/** Formats the verdict on one line, then the reason and what to do. */
export const verificationText: View<ShownVerification> = ({ verdict, computed, hasArrived, ...why }, looks) => {
  const { style } = looks
  const lines = verdict.ok
    ? [
        style.green(
          `Genuine: ${escapeCell(verdict.topic)} from store ${verdict.storeId}, ${age(verdict.ageSeconds, hasArrived)}.`,
        ),
      ]
    : [
        style.red(`Rejected: ${reasonWords(verdict, hasArrived)}`),
        ...explanationLines(why, {
          start: 'The signature matches when computed',
          differs: verdict.reason === 'signature-mismatch',
        }),
      ]
  return sentence([...lines, ...computedLines(computed, style)].join('\n'), looks)
}

function computedLines(computed: Computed | null, style: Style): string[] {
  if (computed === null) return []
  if (computed.correct === null) return ['Without that header the signature that your code should compute is unknown.']
  if (computed.correct) return ['Your code computes the signature correctly.']
  const lines = explanationLines(computed, { start: 'It was computed', differs: true })
  return [style.red('Your code computes a wrong signature.'), ...lines]
}

/** Returns why a request is not a delivery from the platform. */
function reasonWords(verdict: RejectedWebhook, hasArrived: boolean): string {
  if ('header' in verdict) {
    return verdict.reason === 'header-missing'
      ? `the header ${verdict.header} is missing or empty.`
      : `the header ${verdict.header} occurs more than once, so the signed value is unknown.`
  }
  if (!('ageSeconds' in verdict)) return words[verdict.reason]
  const { ageSeconds } = verdict
  return `the signature is right, but the request was ${age(ageSeconds, hasArrived)}. The tolerance is 300 s. The request repeats an earlier one, or a clock is off by ${Math.abs(ageSeconds)} s.`
}

const words = {
  'timestamp-malformed': 'X-Service-Timestamp is not Unix seconds in plain digits.',
  'store-malformed': 'X-Service-Store is not a numeric store id.',
  'signature-malformed': 'X-Service-Hmac-Sha256 is not 64 characters of lowercase hex.',
  'signature-mismatch': 'the signature does not match the body, the signed headers and this secret.',
} as const

interface Start {
  readonly start: string
  /** Whether the signature has the right shape but differs. Only then can the view explain the difference. */
  readonly differs: boolean
}

function explanationLines({ explanation, guess }: Omit<Computed, 'correct'>, { start, differs }: Start): string[] {
  if (explanation === null) {
    const nothing = 'No known mistake explains the mismatch. The content was changed, or the secret is different.'
    return [...(guess === null ? [] : [guess]), ...(differs ? [nothing] : [])]
  }
  const { deviations } = explanation
  const whats = deviations.map(({ what }) => what).join(', and ')
  return [`${start} ${escapeCell(whats)}.`, ...new Set(deviations.map(({ remedy }) => remedy))]
}

function age(seconds: number, hasArrived: boolean): string {
  const [before, after] = hasArrived ? ['before it arrived', 'after it arrived'] : ['ago', 'in the future']
  if (seconds === 0) return `signed less than 1 s ${before}`
  return seconds > 0 ? `signed ${seconds} s ${before}` : `signed ${-seconds} s ${after}`
}
