import { defectiveToken } from '../../protocol/embed-defect.ts'
import type { EmbedPayload } from '../../protocol/embed-payload.ts'
import { signEmbedToken, type EmbedTokenToSign } from '../../protocol/embed-token.ts'
import type { TokenKind } from './choice.ts'

/**
 * Creates a function that signs preview tokens. Two valid tokens of one second would be identical, and most apps
 * accept each only once. Each token therefore has its payload fields in another order, which has no meaning.
 */
export function createTokenMaker(): (ticket: EmbedTokenToSign, kind: TokenKind) => string | null {
  let turn = 0
  return ({ key, payload }, kind) => {
    if (kind === 'none') return null
    turn += 1
    const turned = turnedBy(payload, turn)
    return kind === 'good'
      ? signEmbedToken({ key, payload: turned })
      : defectiveToken({ key, payload: turned, defect: kind })
  }
}

function turnedBy(payload: EmbedPayload, turn: number): EmbedPayload {
  const fields = Object.entries(payload)
  const at = turn % fields.length
  // The fields and values are unchanged.
  return Object.fromEntries([...fields.slice(at), ...fields.slice(0, at)]) as unknown as EmbedPayload
}
