import { Hono } from 'hono'

import { answerRequest } from './answer-request.ts'
import { textAnswer } from './answers.ts'
import { routes, type Route } from './routes.ts'
import type { Tools } from './tools.ts'

const nowhere: Route = { method: 'GET', path: '*', answer: () => textAnswer('Not found.', 404) }

/** The whole app as a function: hand it to a runtime, or call it in tests. */
export function createApp(tools: Tools): (request: Request) => Promise<Response> {
  const app = new Hono()
  for (const route of routes) {
    app.on(route.method, route.path, (c) => answerRequest(tools, c.req.raw, { route, params: c.req.param() }))
  }
  app.notFound((c) => answerRequest(tools, c.req.raw, { route: nowhere, params: {} }))
  return async (request) => app.fetch(request)
}
