import { AppError, hasCode } from '../errors.ts'
import { isErrorCode } from '../errors/is-error-code.ts'
import type { Send, WireResponse } from '../http/wire.ts'
import { longerIfBusy } from '../processes/busyness.ts'
import { parseJson } from '../text/json.ts'
import { CONTROL_PREFIX, SET_UP_HEADER, type AnswerOf, type InputOf, type OperationFacts } from './operation.ts'
import { operations, type Operations } from './operations.ts'

export interface ControlTools {
  readonly send: Send
  /** URL of the portal. */
  readonly url: string
  readonly token: string
  /** Whether its operations only set up a session, so that `app emulator undo` does not undo them. */
  readonly isSetUp?: boolean
}

/**
 * One method for each operation of operations.ts. It takes path parameters, query and body in one
 * object and returns the operation's result. Each raises the emulator's `AppError`, or
 * `emulator.not-running`.
 */
export type ControlClient = { readonly [Name in keyof Operations]: Method<Operations[Name]> }

type Method<O extends OperationFacts> = (
  ...input: object extends InputOf<O> ? [input?: InputOf<O>] : [input: InputOf<O>]
) => Promise<AnswerOf<O>>

type Values = Readonly<Record<string, unknown>>

/** The types and the emulator, which uses the same declarations, validate requests. */
export function createControlClient(tools: ControlTools): ControlClient {
  const methods = Object.entries<OperationFacts>(operations).map(([name, operation]) => [
    name,
    (input: Values = {}) => call(tools, operation, input),
  ])
  return Object.fromEntries(methods) as ControlClient
}

/** Limit for one operation on an idle machine. The emulator runs on the same machine, so both wait for its load. */
const TIMEOUT_MS = 30_000

async function call(tools: ControlTools, operation: OperationFacts, input: Values): Promise<unknown> {
  const { send, url, token, isSetUp = false } = tools
  const { method, timeoutMs, answer } = operation
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    ...(isSetUp && { [SET_UP_HEADER]: '1' }),
  }
  const limit = Math.round(longerIfBusy(timeoutMs ?? TIMEOUT_MS))
  const request = { method, url: new URL(buildAddress(operation, input), url), headers, timeoutMs: limit }
  const hasBody = method === 'POST' || method === 'PUT'
  const sent = hasBody ? { ...request, body: JSON.stringify(buildBody(operation, input)) } : request
  const response = await send(sent).catch(notRunning)
  const parsed = parseJson(Buffer.from(response.body).toString('utf8'))
  if (response.status >= 400 || !parsed.ok) throw rejection(response, parsed.ok ? parsed.value : null)
  return answer.member === undefined ? parsed.value : (parsed.value as Values)[answer.member]
}

/** Returns the path and query. */
function buildAddress({ path, query = {} }: OperationFacts, input: Values): string {
  const place = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])))
  const given = Object.keys(query)
    .filter((name) => input[name] !== undefined)
    .map((name): [string, string] => [name, String(input[name])])
  return `${CONTROL_PREFIX}${place}${given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`}`
}

function buildBody({ params = {}, body = {} }: OperationFacts, input: Values): Values {
  const isMeant = (name: string) => (body === 'open' ? !Object.hasOwn(params, name) : Object.hasOwn(body, name))
  return Object.fromEntries(Object.entries(input).filter(([name]) => isMeant(name)))
}

/** The run file's process was killed, or its pid now belongs to another program. */
function notRunning(error: unknown): never {
  if (!hasCode(error, 'net.unreachable')) throw error
  throw new AppError('emulator.not-running', 'The emulator does not respond.', {
    cause: error,
    suggestions: ['app emulator start', 'app dev'],
  })
}

function rejection({ status }: WireResponse, body: unknown): AppError {
  const { error } = (body ?? {}) as {
    error?: { code?: unknown; message?: unknown; suggestions?: unknown; details?: unknown }
  }
  const { code, message, suggestions, details } = error ?? {}
  return new AppError(
    isErrorCode(code) ? code : 'emulator.rejected',
    typeof message === 'string' ? message : `The emulator returned ${status}.`,
    {
      suggestions: Array.isArray(suggestions) ? suggestions.map(String) : [],
      details: typeof details === 'object' && details !== null ? { ...details } : {},
    },
  )
}
