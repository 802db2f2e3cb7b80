import { defectiveToken } from '../../protocol/embed-defect.ts'
import type { EmbedPayload } from '../../protocol/embed-payload.ts'
import { signEmbedToken, type EmbedTokenToSign } from '../../protocol/embed-token.ts'
import type { TokenKind } from './choice.ts'

/**
 * Signs the tokens of the lab. Two good ones of one second would be equal to the letter, and most apps take each only once: so the fields of the payload, whose
 * order means nothing, stand in another order each time.
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
  // The same fields with the same values.
  return Object.fromEntries([...fields.slice(at), ...fields.slice(0, at)]) as unknown as EmbedPayload
}
