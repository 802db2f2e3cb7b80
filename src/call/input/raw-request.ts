import { API_PREFIX, type EndpointFacts } from '../../catalog/endpoint.ts'
import { matchEndpoint } from '../../catalog/match-endpoint.ts'
import { badPath, rawPath } from '../../client/address.ts'
import { AppError } from '../../errors.ts'
import { assembleBody, bodyFields, pairs, type TypedInput } from './input.ts'
import { openData } from './read-data.ts'
import type { CalledFacts, RequestInput } from './request-input.ts'

export interface RawRequest extends RequestInput {
  readonly method: EndpointFacts['method']
  readonly path: string
}

const methods: readonly EndpointFacts['method'][] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Returns the known facts of a path. The catalog tells only whether the response depends on the region. */
export async function rawFacts({ method, path }: RawRequest): Promise<CalledFacts> {
  // Loads all resources, which the client needs too. A path outside of the catalog may be sent to
  // every region; the client decides whether a region is required.
  const { endpoints } = await import('../../catalog/catalog.ts')
  const pin = matchEndpoint(endpoints, { method, path })?.pin ?? 'required'
  return { id: `${method} ${path}`, method, path, pin, known: null }
}

/** Parses the input of `app call raw`. Raises `api.bad-path` and `usage.invalid` before anything else is checked. */
export function rawRequest({ args, flags, cwd }: TypedInput): RawRequest {
  const named = String(args['method']).toUpperCase()
  const method = methods.find((one) => one === named)
  if (method === undefined) {
    throw new AppError('usage.invalid', `Unknown method ${named}. Methods: ${methods.join(', ')}.`)
  }
  // Users copy whole paths from the documentation.
  const typed = String(args['path'])
  const [start = '', ...inPath] = (typed.startsWith(`${API_PREFIX}/`) ? typed.slice(API_PREFIX.length) : typed).split(
    '?',
  )
  const path = rawPath(start)
  const query = { ...queryIn(inPath.join('?')), ...Object.fromEntries(pairs(flags['query'], '--query')) }
  if (Object.keys(query).some((name) => name.toLowerCase() === 'regionid')) {
    throw new AppError(
      'usage.invalid',
      'A regionId in the query would be ignored or conflict with the pin. Set the region with --region.',
    )
  }
  const fields = bodyFields(flags)
  const hasBody = flags['data'] !== undefined || Object.keys(fields).length > 0
  if (hasBody && method === 'GET') throw new AppError('usage.invalid', 'A GET request has no body. Use --query.')
  const { data } = flags
  const given = typeof data === 'string' ? openData(data, cwd) : null
  return { method, path, params: {}, query, body: hasBody ? assembleBody(fields, { flags, cwd }, given) : undefined }
}

/** Returns the decoded query, as from `--query`. Raises `api.bad-path` for a duplicate name, because only the last one would be sent. */
function queryIn(text: string): Record<string, string> {
  const query: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(rawQuery(text))) {
    if (Object.hasOwn(query, name)) throw badPath(`?${text}`, `it contains ${name} twice`)
    query[name] = value
  }
  return query
}

function rawQuery(text: string): string {
  if (text.includes('#')) throw badPath(`?${text}`, 'it contains a fragment')
  return text
}
