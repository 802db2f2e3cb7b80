import type { ResponseOf } from '../catalog/endpoint.ts'
import { context } from '../catalog/resources/context.ts'
import { AppError } from '../errors.ts'
import { changed } from '../errors/changed.ts'
import { isRawCall } from './answer-shape.ts'
import { checkAnswer } from './check-answer.ts'
import { createClient, type ClientTools } from './client.ts'

export type InstallationContext = ResponseOf<typeof context.get>

/**
 * What a token stands for, as the platform tells it: a token is opaque and is not taken apart (TOK-007, TOK-008). Raises what GET context raises, and
 * `api.bad-response`.
 */
export async function readContext(tools: Omit<ClientTools, 'install'>): Promise<InstallationContext> {
  const unknown = { installScope: 'store', regionId: null, regions: [], scopes: [] } as const
  const client = createClient({ ...tools, install: unknown })
  const answer = await client.call(context.get).catch((error: unknown) => {
    throw withoutRaw(error)
  })
  return requireContext(answer.body)
}

/** A raw call would ask for the context too, and end in the same way. */
function withoutRaw(error: unknown): unknown {
  if (!(error instanceof AppError) || !error.advice.some(isRawCall)) return error
  return changed(error, { suggestions: error.advice.filter((one) => !isRawCall(one)) })
}

/** The body of GET context, held against the documents. Raises `api.bad-response`. */
export function requireContext(body: unknown): InstallationContext {
  return checkAnswer<InstallationContext>(context.get.response, body, {
    what: "The platform's context response",
  })
}
