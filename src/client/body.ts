import { ExactNumber, parseJson } from '../text/json.ts'

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown

/**
 * An answer's body with every number as it arrived: one that a JavaScript number would write otherwise (`10.10`, an id above 2^53) becomes an
 * `ExactNumber`. Null when it is not JSON or nested too deeply.
 */
export function readBody(bytes: Uint8Array): unknown {
  const text = Buffer.from(bytes).toString('utf8')
  if (!parseJson(text).ok) return null
  return (JSON.parse as (text: string, reviver: Reviver) => unknown)(text, keepSource)
}

function keepSource(_key: string, value: unknown, { source }: { source?: string }): unknown {
  return typeof value !== 'number' || source === undefined || String(value) === source ? value : new ExactNumber(source)
}
