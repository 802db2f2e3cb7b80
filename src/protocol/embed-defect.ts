import type { KeyObject } from 'node:crypto'

import type { EmbedPayload } from './embed-payload.ts'
import { EMBED_LIFETIME_SECONDS, EMBED_SKEW_SECONDS, signEmbedToken } from './embed-token.ts'

/** Defects that a test token can have: each gives the code `embed_token_<defect>`. */
export const embedDefects = ['malformed', 'bad_signature', 'other_app', 'expired', 'not_yet_valid'] as const

export type EmbedDefect = (typeof embedDefects)[number]

export interface DefectiveToken {
  readonly key: KeyObject
  /** Payload of a valid token. */
  readonly payload: EmbedPayload
  readonly defect: EmbedDefect
}

/** More than the allowed clock difference. */
const FAR_SECONDS = EMBED_LIFETIME_SECONDS + EMBED_SKEW_SECONDS + 420

/** Creates a token with exactly this defect, which an app must reject. */
export function defectiveToken({ key, payload, defect }: DefectiveToken): string {
  if (defect === 'malformed') return signEmbedToken({ key, payload }).replace('.', '')
  if (defect === 'bad_signature') return withOtherSignature(signEmbedToken({ key, payload }))
  return signEmbedToken({ key, payload: { ...payload, ...changes[defect](payload) } })
}

const changes: Readonly<
  Record<Exclude<EmbedDefect, 'malformed' | 'bad_signature'>, (good: EmbedPayload) => Partial<EmbedPayload>>
> = {
  other_app: () => ({ AppKey: 'app.example.other' }),
  expired: (good) => moved(good, -FAR_SECONDS),
  not_yet_valid: (good) => moved(good, FAR_SECONDS),
}

function moved({ Iat, Exp }: EmbedPayload, seconds: number): Pick<EmbedPayload, 'Iat' | 'Exp'> {
  return { Iat: Iat + seconds, Exp: Exp + seconds }
}

function withOtherSignature(token: string): string {
  return token.slice(0, -1) + (token.endsWith('0') ? '1' : '0')
}
