import { utf8 } from '../http/utf8.ts'
import { parseJsonAsWritten } from '../text/json.ts'

/** Parses a response body with every number unchanged. Null if it is not JSON or nested too deeply. */
export function readBody(bytes: Uint8Array): unknown {
  const parsed = parseJsonAsWritten(utf8(bytes))
  return parsed.ok ? parsed.value : null
}
