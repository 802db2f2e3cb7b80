import type { EndpointFacts } from '../catalog/endpoint.ts'
import type { CallInput, Client } from '../client/client.ts'
import { AppError } from '../errors.ts'
import { defined } from '../text/defined.ts'
import type { At } from './calls.ts'

/** The client below, as soon as it is known what the token stands for. `region` is the one that the call names. */
export type OpenCore = (region: string | number | undefined) => Promise<Client>

/** What a caller hands over: the typed parts of `resources.ts`, which are inferred from the endpoint's own schemas. */
export type LooseInput = At & {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

/** The input as the client below takes it. */
export function coreInput({ region, params, query, body }: LooseInput): CallInput {
  return {
    ...defined({ params, query, body, region: region === undefined ? undefined : String(region) }),
  } as CallInput
}

/** One request. A 2xx that did not do all of it rejects with `api.partial-failure`; its `details.answer` is the whole answer. */
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
