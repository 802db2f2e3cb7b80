import type { EndpointFacts } from '../../catalog/endpoint.ts'
import { limits } from '../../catalog/limits.ts'
import { nearest } from '../../text/nearest.ts'
import { fieldsOf } from './fields.ts'
import type { RequestInput } from './request-input.ts'

/** What to say of an input that is sent anyway: a sentence for each doubt. */
export function doubtsOf(
  { query }: Pick<EndpointFacts, 'query'>,
  asked: Pick<RequestInput, 'query' | 'file' | 'doubts'>,
): string[] {
  const { size = 0 } = asked.file ?? {}
  const values = [...doubtfulValues(query, asked.query), ...(asked.doubts ?? [])]
  if (size <= limits.uploadWarnBytes) return values
  return [
    ...values,
    `The file has ${size} bytes. The documented limit is 8 MB, so the platform may reject more than ${limits.uploadWarnBytes} bytes.`,
  ]
}

/**
 * Query values that the documents do not name, where they name some: the platform answers an empty list to a mistyped status, which reads like "there are none".
 * There may be more values than are shown (P5).
 */
function doubtfulValues(query: EndpointFacts['query'], sent: RequestInput['query']): string[] {
  return fieldsOf(query).flatMap(({ name, flag, values, options }) => {
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

/** The value that is typed in another case, or by its meaning, or with a slip. */
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

/** `A (published), paid`: a value that is its own meaning stands alone. */
function shown(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([value, meaning]) => (value === meaning ? value : `${value} (${meaning})`))
    .join(', ')
}
