import type { Evidence } from '../../check/check.ts'

/** Formats evidence on one line, without empty parts: `request: POST /webhooks → 200; delivery: signed an hour ago`. */
export function evidenceLine({ kind, method, path, status, ...facts }: Evidence): string {
  const request = [method, path].filter((part) => typeof part === 'string').join(' ')
  const answered = status === undefined ? '' : ` → ${status === null ? 'no response' : plain(status)}`
  const others = Object.entries(facts).flatMap(([name, value]) => {
    // Milliseconds of a clock that only orders the calls.
    if (name === 'at' && typeof value === 'number') return []
    if (name === 'way' && Array.isArray(value)) return value.join(', then ')
    const text = plain(value)
    return text === '' ? [] : [`${name === 'said' ? 'response' : words(name)}: ${text}`]
  })
  const parts = [request + answered, ...others].filter((part) => part !== '')
  return `${kind}: ${parts.join('; ')}`
}

function plain(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  const isTexts = Array.isArray(value) && value.every((one) => typeof one === 'string')
  return isTexts ? value.join(' | ') : JSON.stringify(value)
}

/** Splits a name into words: `byOneEvent` becomes `by one event`. */
function words(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}
