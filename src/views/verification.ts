import { escapeCell } from '../values/escape.ts'
import type { Explanation } from '../webhooks/verify/explain.ts'
import type { Verification } from '../webhooks/verify/verify-request.ts'
import type { View } from './view.ts'

/** The verdict in one line, then why and what to do. */
export const verificationText: View<Verification> = ({ verdict, explanation, computed }, { style }) => {
  const lines = verdict.ok
    ? [style.green(`Genuine: ${escapeCell(verdict.topic)} of store ${verdict.storeId}, ${age(verdict.ageSeconds)}.`)]
    : [style.red(`Refused: ${reasonWords(verdict)}`), ...explanationLines(explanation, 'It is signed')]
  if (computed === null) return lines.join('\n')
  if (computed.isRight) return [...lines, 'What your code computed is right.'].join('\n')
  return [
    ...lines,
    style.red('What your code computed is wrong.'),
    ...explanationLines(computed.explanation, 'It was computed'),
  ].join('\n')
}

type Refused = Extract<Verification['verdict'], { ok: false }>

/** Why a request is no delivery of the platform, in words. */
function reasonWords(verdict: Refused): string {
  if ('header' in verdict) {
    return verdict.reason === 'header-missing'
      ? `the header ${verdict.header} is missing or empty.`
      : `the header ${verdict.header} came more than once, so nobody can say which one is signed.`
  }
  if (!('ageSeconds' in verdict)) return words[verdict.reason]
  const { ageSeconds } = verdict
  return `the signature is right, but it is ${age(ageSeconds)}; at most 300 s either way are accepted. It is a repeat of an earlier request, or a clock is off by ${Math.abs(ageSeconds)} s.`
}

const words = {
  'timestamp-malformed': 'X-Service-Timestamp is not Unix seconds in plain digits.',
  'store-malformed': 'X-Service-Store is not the numeric id of a store.',
  'signature-malformed': 'X-Service-Hmac-Sha256 is not 64 characters of lowercase hex.',
  'signature-mismatch': 'the signature does not fit these bytes, headers and this secret.',
} as const

function explanationLines(explanation: Explanation | null, start: string): string[] {
  if (explanation === null)
    return ['No mistake that is known here explains it: the content was changed, or the secret is another one.']
  const { deviations } = explanation
  const whats = deviations.map(({ what }) => what).join(', and ')
  return [`${start} ${escapeCell(whats)}.`, ...new Set(deviations.map(({ remedy }) => remedy))]
}

function age(seconds: number): string {
  if (seconds === 0) return 'signed just now'
  return seconds > 0 ? `signed ${seconds} s ago` : `signed ${-seconds} s in the future`
}
