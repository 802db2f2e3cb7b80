import type { EndpointFacts } from '../../catalog/endpoint.ts'
import { nearest } from '../../text/nearest.ts'
import { fieldsOf } from './fields.ts'

/**
 * A sentence for each query value that the documents do not name, where they name some: the platform answers an empty list to a mistyped status, which reads
 * like "there are none". It is sent all the same, for there may be more values than are shown (P5).
 */
export function doubtfulValues(
  { query }: Pick<EndpointFacts, 'query'>,
  sent: Readonly<Record<string, unknown>>,
): string[] {
  return fieldsOf(query).flatMap(({ name, flag, values, options }) => {
    const value = sent[name]
    if (values === undefined || options !== undefined || typeof value !== 'string' || Object.hasOwn(values, value))
      return []
    const known = Object.keys(values)
    const meant = nearest(value, known)
    const guess = meant === null ? '' : ` Did you mean ${meant}?`
    return [
      `No ${name} ${JSON.stringify(value)} is known, so the list may stay empty.${guess} Known for --${flag}: ${known.join(', ')}.`,
    ]
  })
}
