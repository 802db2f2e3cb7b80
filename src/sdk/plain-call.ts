import type { EndpointFacts } from '../catalog/endpoint.ts'
import type { CallInput, Client } from '../client/client.ts'
import { AppError } from '../errors.ts'
import { defined } from '../text/defined.ts'
import type { At } from './calls.ts'

/** Opens the underlying client once the install of the token is known. `region` is the call's region. */
export type OpenCore = (region: string | number | undefined) => Promise<Client>

/** Input of a caller: the typed parts of `resources.ts`, which are inferred from the endpoint's schemas. */
export type LooseInput = At & {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

/** Converts the input for the underlying client. */
export function coreInput({ region, params, query, body }: LooseInput): CallInput {
  return {
    ...defined({ params, query, body, region: region === undefined ? undefined : String(region) }),
  } as CallInput
}

/** Sends one request. A 2xx that failed in part rejects with `api.partial-failure`; its `details.answer` is the whole response. */
export async function callOnce(open: OpenCore, endpoint: EndpointFacts, input: LooseInput = {}): Promise<unknown> {
  const client = await open(input.region)
  const { body, failure, status } = await client.call(endpoint, coreInput(input))
  if (failure !== null) throw withAnswer(failure, body)
  if (body !== null) return body
  throw new AppError('api.error', `The platform returned ${status} for ${endpoint.id}, but the response is not JSON.`, {
    details: { status },
  })
}

function withAnswer({ code, message, suggestions, details }: AppError, answer: unknown): AppError {
  return new AppError(code, message, { suggestions, details: { ...details, answer } })
}
