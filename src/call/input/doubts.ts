import type { EndpointFacts } from '../../catalog/endpoint.ts'
import { limits } from '../../catalog/limits.ts'
import { nearest } from '../../text/nearest.ts'
import { listFields } from './fields.ts'
import type { RequestInput } from './request-input.ts'

/** Returns a warning for each doubtful part of an input that is sent anyway. */
export function doubtsOf(
  { query }: Pick<EndpointFacts, 'query'>,
  asked: Pick<RequestInput, 'query' | 'file' | 'doubts'>,
): string[] {
  const { size = 0 } = asked.file ?? {}
  const values = [...doubtfulValues(query, asked.query), ...(asked.doubts ?? [])]
  if (size <= limits.uploadWarnBytes) return values
  return [
    ...values,
    `The file has ${size} bytes. The documented limit is 8 MB, so the platform may reject files over ${limits.uploadWarnBytes} bytes.`,
  ]
}

/**
 * Warns about query values that are missing from the documented ones. The platform returns an empty list for
 * a mistyped status, which looks like "no rows". More values than the documented ones may exist (P5).
 */
function doubtfulValues(query: EndpointFacts['query'], sent: RequestInput['query']): string[] {
  return listFields(query).flatMap(({ name, flag, values, options }) => {
    const value = sent[name]
    if (values === undefined || options !== undefined || typeof value !== 'string' || Object.hasOwn(values, value))
      return []
    const meant = meantBy(value, values)
    const guess = meant === null ? '' : ` Did you mean ${meant}?`
    return [
      `Unknown ${name} ${JSON.stringify(value)}, so the list may be empty.${guess} Known values of --${flag}: ${shown(values)}.`,
    ]
  })
}

/** Returns the value that matches in another case, by its meaning, or with a typo. */
function meantBy(typed: string, values: Readonly<Record<string, string>>): string | null {
  const names = Object.entries(values).flatMap(([value, meaning]) => [
    [value.toLowerCase(), value] as const,
    [meaning.toLowerCase(), value] as const,
  ])
  const found = nearest(
    typed.toLowerCase(),
    names.map(([name]) => name),
  )
  return names.find(([name]) => name === found)?.[1] ?? null
}

/** Lists values as `A (published), paid`; a value that equals its meaning has no parentheses. */
function shown(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([value, meaning]) => (value === meaning ? value : `${value} (${meaning})`))
    .join(', ')
}
