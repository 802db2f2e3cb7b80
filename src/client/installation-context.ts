import type { ResponseOf } from '../catalog/endpoint.ts'
import { context } from '../catalog/resources/context.ts'
import { AppError } from '../errors.ts'
import { changed } from '../errors/changed.ts'
import { isRawCall } from './answer-shape.ts'
import { checkAnswer } from './check-answer.ts'
import { createClient, type ClientTools } from './client.ts'

export type InstallationContext = ResponseOf<typeof context.get>

/**
 * Reads the install of a token from the platform, because a token is opaque and is not parsed
 * (TOK-007, TOK-008). Raises the errors of GET context and `api.bad-response`.
 */
export async function readContext(tools: Omit<ClientTools, 'install'>): Promise<InstallationContext> {
  const unknown = { installScope: 'store', regionId: null, regions: [], scopes: [] } as const
  const client = createClient({ ...tools, install: unknown })
  const answer = await client.call(context.get).catch((error: unknown) => {
    throw withoutRaw(error)
  })
  return requireContext(answer.body)
}

/** A raw call would request the context too, and fail in the same way. */
function withoutRaw(error: unknown): unknown {
  if (!(error instanceof AppError) || !error.advice.some(isRawCall)) return error
  return changed(error, { suggestions: error.advice.filter((one) => !isRawCall(one)) })
}

/** Returns the body of GET context if it matches the documentation. Raises `api.bad-response`. */
export function requireContext(body: unknown): InstallationContext {
  return checkAnswer<InstallationContext>(context.get.response, body, {
    what: "The platform's context response",
  })
}
