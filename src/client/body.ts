import { utf8 } from '../http/utf8.ts'
import { parseJsonAsWritten } from '../text/json.ts'

/** A response body with every number as it arrived. Null when it is not JSON or nested too deeply. */
export function readBody(bytes: Uint8Array): unknown {
  const parsed = parseJsonAsWritten(utf8(bytes))
  return parsed.ok ? parsed.value : null
}
