import { API_PREFIX, type EndpointFacts } from '../../catalog/endpoint.ts'
import { matchEndpoint } from '../../catalog/match-endpoint.ts'
import { badPath, rawPath } from '../../client/address.ts'
import { AppError } from '../../errors.ts'
import type { CalledFacts } from '../send/call.ts'
import { assembleBody, bodyFields, pairs, type TypedInput } from './input.ts'
import { openData } from './read-data.ts'
import type { RequestInput } from './request-input.ts'

export interface RawRequest extends RequestInput {
  readonly method: EndpointFacts['method']
  readonly path: string
}

const methods: readonly EndpointFacts['method'][] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** What is known of a path: the catalog tells only whether the answer depends on the region. */
export async function rawFacts({ method, path }: RawRequest): Promise<CalledFacts> {
  // All resources at once, as the client needs them too. Of a path that they do not name every region may be asked; whether one must be is the client's to decide.
  const { endpoints } = await import('../../catalog/catalog.ts')
  const pin = matchEndpoint(endpoints, { method, path })?.pin ?? 'required'
  return { id: `${method} ${path}`, method, path, pin, known: null }
}

/** What `app call raw` was given. Raises `api.bad-path` and `usage.invalid` before anything else is looked at. */
export function rawRequest({ args, flags, cwd }: TypedInput): RawRequest {
  const named = String(args['method']).toUpperCase()
  const method = methods.find((one) => one === named)
  if (method === undefined) {
    throw new AppError('usage.invalid', `Unknown method ${named}. Methods: ${methods.join(', ')}.`)
  }
  // People copy whole paths out of the documents.
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

/** Decoded, as `--query` has it. Raises `api.bad-path` for a name that is there twice: the last one alone would be sent. */
function queryIn(text: string): Record<string, string> {
  const query: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(rawQuery(text))) {
    if (Object.hasOwn(query, name)) throw badPath(`?${text}`, `it contains ${name} twice`)
    query[name] = value
  }
  return query
}

function rawQuery(text: string): string {
  if (text.includes('#')) throw badPath(`?${text}`, 'a fragment is not allowed')
  return text
}
