import { dirname } from 'node:path'

import { CONTROL_PREFIX, SET_UP_HEADER } from '../../control/operation.ts'
import { AppError } from '../../errors.ts'
import { asError } from '../../errors/thrown.ts'
import { isSameSecret } from '../../http/same-secret.ts'
import { isDamage, unwritableDatabase } from '../../storage/database.ts'
import { unwritable } from '../../storage/files.ts'
import { createRouter, type Match } from '../api/router.ts'
import type { EmulatorContext } from '../context.ts'
import { damagedPage } from '../files/damage.ts'
import { isOwnOrigin, isTunnelled } from '../hosts.ts'
import { jsonAnswer } from '../pages/page.ts'
import { getStore } from '../platform/stores.ts'
import { controlFailure, readJsonObject } from './answers.ts'
import type { ControlTools } from './control-tools.ts'
import { performOperation } from './perform-operation.ts'
import { controlRoutes, type ControlRoute } from './routes.ts'

/** Creates the emulator's own interface (control/operations.ts): token, same origin, JSON only (T8, T19). `routes` covers every operation. */
export function createControl(tools: ControlTools, routes = controlRoutes()): (request: Request) => Promise<Response> {
  const route = createRouter(routes)
  return async (request) => {
    const refusal = reject(tools, request)
    if (refusal !== null) return refusal
    const { pathname, searchParams: query } = new URL(request.url)
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const match = pathname.startsWith(CONTROL_PREFIX) ? route(method, pathname.slice(CONTROL_PREFIX.length)) : null
    if (match === null) {
      return controlFailure(404, new AppError('emulator.bad-request', 'The control interface has no such operation.'))
    }
    try {
      return jsonAnswer(await answer(tools, match, { request, query: Object.fromEntries(query) }))
    } catch (error) {
      return answerError(tools.context, error)
    }
  }
}

interface ControlRequest {
  readonly request: Request
  readonly query: Readonly<Record<string, string>>
}

async function answer(
  tools: ControlTools,
  match: Match<ControlRoute>,
  { request, query }: ControlRequest,
): Promise<unknown> {
  const { params, value } = match
  const { operation } = value
  // An unknown store is reported before the body is checked.
  if (params['store'] !== undefined) getStore(tools.context, params['store'])
  const body = operation.body === undefined ? {} : await readJsonObject(request)
  const isStep = !request.headers.has(SET_UP_HEADER)
  const given = await performOperation(tools, value, { params, query, body, isStep })
  const { member } = operation.answer
  return member === undefined ? (given ?? {}) : { [member]: given }
}

function reject({ token }: ControlTools, request: Request): Response | null {
  if (isTunnelled(request) || !isOwnOrigin(request)) {
    return controlFailure(
      403,
      new AppError('emulator.rejected', 'The control interface rejects requests from other origins.'),
    )
  }
  const { headers, method } = request
  const given = /^Bearer (.+)$/.exec(headers.get('authorization') ?? '')?.[1] ?? ''
  if (!isSameSecret(given, token)) {
    return controlFailure(401, new AppError('emulator.rejected', 'The control token is missing or invalid.'))
  }
  const writes = method !== 'GET' && method !== 'HEAD'
  if (writes && !/^application\/json\b/i.test(headers.get('content-type') ?? '')) {
    return controlFailure(415, new AppError('emulator.bad-request', 'The control interface accepts only JSON.'))
  }
  return null
}

/** Returns the error as a message for the user. A bug shows no details and is logged. */
function answerError(context: EmulatorContext, raised: unknown): Response {
  const place = context.registry.location() ?? 'The in-memory state'
  const error = isDamage(raised)
    ? damagedPage(dirname(place), raised)
    : unwritable(place, unwritableDatabase(place, raised))
  if (error instanceof AppError) return controlFailure(statusOf(error.code), error)
  const { message, stack } = asError(error)
  context.log({ level: 'warn', code: 'control.bug', message: stack ?? message, details: {} })
  return controlFailure(500, new AppError('emulator.rejected', `The emulator failed: ${message}`))
}

function statusOf(code: string): number {
  if (code.startsWith('emulator.unknown-')) return 404
  return code === 'emulator.conflict' ? 409 : 400
}
