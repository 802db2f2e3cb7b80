import { textAnswer, withHeaders } from './answers.ts'
import type { Params, Route } from './routes.ts'
import type { Tools } from './tools.ts'

/** The answer of a route with the headers that all answers have. An error is logged without the request, and answered without the reason. */
export async function answerRequest(tools: Tools, request: Request, { route, params }: Found): Promise<Response> {
  const path = new URL(request.url).pathname
  const admin = new URL(tools.config.adminUrl).origin
  try {
    return withHeaders(await route.answer(tools, request, params), { path, admin })
  } catch (error) {
    tools.log('request.failed', { path: route.path, reason: error instanceof Error ? error.message : 'unknown' })
    return withHeaders(textAnswer('Something went wrong in the app; its log says what.', 500), { path, admin })
  }
}

export interface Found {
  readonly route: Route
  readonly params: Params
}
