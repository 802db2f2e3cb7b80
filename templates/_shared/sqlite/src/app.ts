import { answerRequest } from './answer-request.ts'
import { textAnswer } from './answers.ts'
import { routes, type Params, type Route } from './routes.ts'
import type { Tools } from './tools.ts'

/** The whole app as a function: hand it to a server, or call it in tests. */
export function createApp(tools: Tools): (request: Request) => Promise<Response> {
  const table = routes.map((route) => ({ route, parts: route.path.split('/') }))
  const nowhere: Route = { method: 'GET', path: '*', answer: () => textAnswer('Not found.', 404) }
  return async (request) => {
    const parts = new URL(request.url).pathname.split('/')
    // A HEAD is answered like a GET; node:http leaves out the body.
    const method = request.method === 'HEAD' ? 'GET' : request.method
    for (const { route, parts: wanted } of table) {
      const params = route.method === method ? match(wanted, parts) : null
      if (params !== null) return answerRequest(tools, request, { route, params })
    }
    return answerRequest(tools, request, { route: nowhere, params: {} })
  }
}

/** What stands in the places of the names, or null where the path is another one. */
function match(wanted: readonly string[], parts: readonly string[]): Params | null {
  if (wanted.length !== parts.length) return null
  const params: Record<string, string> = {}
  for (const [at, name] of wanted.entries()) {
    const part = parts[at] ?? ''
    if (name.startsWith(':')) params[name.slice(1)] = part
    else if (name !== part) return null
  }
  return params
}
