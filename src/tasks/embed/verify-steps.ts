import { readEmbedPayload, readFields, type EmbedPayload } from '../../protocol/embed-payload.ts'
import { verifyEmbedToken, type EmbedTokenError, type EmbedTokenToVerify } from '../../protocol/embed-token.ts'

/** One of the eleven documented steps. `ok` is null if the step was not reached. */
export interface EmbedStep {
  readonly step: number
  readonly ok: boolean | null
}

export interface EmbedVerification {
  readonly ok: boolean
  /** Error code, or null if the token is accepted. */
  readonly code: EmbedTokenError | null
  /** Payload of the token, or null if it is rejected. */
  readonly payload: EmbedPayload | null
  readonly steps: readonly EmbedStep[]
}

const STEPS = 11

/** Verifies the token with the code of a scaffolded app, and returns the documented step that rejects it. */
export function verifySteps(check: EmbedTokenToVerify & { readonly token: string }): EmbedVerification {
  const verdict = verifyEmbedToken(check)
  const failed = verdict.ok ? null : failedStep(verdict.reason, check.token)
  const steps = Array.from({ length: STEPS }, (_, index) => ({ step: index + 1, ok: outcome(index + 1, failed) }))
  if (!verdict.ok) return { ok: false, code: verdict.reason, payload: null, steps }
  return { ok: true, code: null, payload: readEmbedPayload(payloadText(check.token)), steps }
}

/** Returns the base64url text before the last dot, or the whole token without one. */
export function payloadText(token: string): string {
  const dot = token.lastIndexOf('.')
  return dot === -1 ? token : token.slice(0, dot)
}

function outcome(step: number, failed: number | null): boolean | null {
  if (failed === null || step < failed) return true
  return step === failed ? false : null
}

/** Step 4 compares the signature, and step 5 rejects a mismatch. */
const stepOf: Readonly<Partial<Record<EmbedTokenError, number>>> = {
  embed_token_missing: 1,
  embed_secret_missing: 2,
  embed_token_bad_signature: 5,
  embed_token_other_app: 9,
  embed_token_expired: 10,
  embed_token_not_yet_valid: 10,
}

function failedStep(code: EmbedTokenError, token: string): number {
  return stepOf[code] ?? malformedStep(token)
}

/** Returns the failed step, because four steps share one code: the split, the parsing, and two fields. */
function malformedStep(token: string): number {
  const dot = token.lastIndexOf('.')
  if (dot <= 0 || dot === token.length - 1) return 3
  const fields = readFields(token.slice(0, dot))
  if (fields === null) return 6
  if (fields.get('V') !== 1) return 7
  const storeId = fields.get('StoreId') ?? 0
  return typeof storeId === 'number' && storeId <= 0 ? 8 : 6
}
