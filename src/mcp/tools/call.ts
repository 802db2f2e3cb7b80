import { readCallOptions } from '../../call/input/call-options.ts'
import { rawFacts, rawRequest } from '../../call/input/raw-request.ts'
import { runCall } from '../../call/run-call.ts'
import { openScreen } from '../../cli/screen.ts'
import { bool, mapOf, oneOf, optional, orElse, region, text } from '../../control/fields.ts'
import { AppError } from '../../errors.ts'
import { parseJson } from '../../text/json.ts'
import { rawView } from '../../views/call/raw.ts'
import { failureResult } from '../answer/failure.ts'
import { tool, type ToolCall, type ToolResult } from '../tool.ts'

const shared = {
  path: text({ about: 'Path below /api/apps/v1, such as /orders/42.', max: 500 }),
  query: optional(mapOf(region(''), { about: 'Query parameters except the region.' })),
  store: optional(text({ about: 'Store code or id. Default: the current store.', max: 100 })),
  region: optional(region('Region by id, code, country or currency.')),
}

/** Sends one read request with the checks of `app call`. */
export const call = tool({
  name: 'call',
  about:
    "Send a GET request to the platform's API as this project's install, with the same checks as `app call`: region, rate budget, scopes. `search` finds endpoints. `write` sends other methods.",
  input: shared,
  effect: 'reads',
  run: (call, input) => sendRequest(call, { ...input, method: 'GET' }),
})

/** Sends one write request. */
export const write = tool({
  name: 'write',
  about:
    "Send a POST, PUT, PATCH or DELETE request to the platform's API, with the same checks as `app call`. On the live platform, a user must allow writes first (`app live allow`).",
  input: {
    method: oneOf(['POST', 'PUT', 'PATCH', 'DELETE'], ''),
    ...shared,
    body: optional(text({ about: 'JSON object or array, as text, to preserve all digits.' })),
    preview: orElse(bool('Show the request without sending it.'), false),
  },
  effect: 'destroys',
  run: sendRequest,
})

interface SentRequest {
  readonly method: string
  readonly path: string
  readonly query?: Readonly<Record<string, string>> | undefined
  readonly body?: string | undefined
  readonly preview?: boolean
  readonly store?: string | undefined
  readonly region?: string | undefined
}

async function sendRequest(call: ToolCall, sent: SentRequest): Promise<ToolResult> {
  const { method, path, query = {}, body, preview = false, store, region: place } = sent
  const { context } = call
  const request = rawRequest({
    args: { method, path },
    flags: {
      query: Object.entries(query).map(([name, value]) => `${name}=${value}`),
      ...(body !== undefined && { data: requireJson(body) }),
    },
    cwd: context.cwd,
  })
  const project = await call.project()
  const target = await call.target(project)
  const flags = { store, region: place, 'dry-run': preview }
  const facts = await rawFacts(request)
  return outcomeOf(call, { target: target.name, request: request.method }, (onStatus) =>
    runCall({
      context,
      screen: openScreen(context, false),
      project,
      target,
      facts,
      asked: request,
      options: readCallOptions({ flags, isJson: !preview }),
      view: rawView,
      onResult: ({ status }) => onStatus(status),
    }),
  )
}

/** Returns the text if it is a JSON object or list; `app call` would read other text as a file name. Raises `usage.invalid`. */
function requireJson(text: string): string {
  const parsed = parseJson(text)
  if (parsed.ok && typeof parsed.value === 'object' && parsed.value !== null) return text
  throw new AppError('usage.invalid', 'The body is not a JSON object or array.')
}

/** Returns the output and notes of the call, whether or not it succeeded. */
async function outcomeOf(
  call: ToolCall,
  facts: ToolResult['said'],
  run: (onStatus: (status: number) => void) => Promise<void>,
): Promise<ToolResult> {
  let status: number | undefined
  const found = (): ToolResult => {
    const { out, notes } = call.written()
    const written = new TextDecoder().decode(out)
    const parsed = parseJson(written)
    const answer = parsed.ok ? parsed.value : written
    return { said: { ...facts, ...(status !== undefined && { status }) }, foreign: { answer, notes } }
  }
  try {
    await run((one) => (status = one))
    return found()
  } catch (error) {
    return failureResult(call, error, found())
  }
}
