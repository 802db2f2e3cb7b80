import { timingSafeEqual } from 'node:crypto'

import { Hono, type Context } from 'hono'

import { AppError } from '../../errors.ts'
import { digestSecret } from '../../protocol/access-token.ts'
import { isOwnOrigin, isTunnelled } from '../hosts.ts'
import type { World } from '../world.ts'
import { controlFailure } from './answers.ts'
import { addAppRoutes } from './apps.ts'
import type { ControlTools } from './control-tools.ts'
import { addFaultRoutes } from './faults.ts'
import { addGoodsRoutes } from './goods.ts'
import { addPlatformRoutes } from './platform.ts'
import { addProviderRoutes } from './providers.ts'
import { addSettingRoutes } from './settings.ts'
import { addSnapshotRoutes } from './snapshots.ts'
import { addStoreRoutes } from './stores.ts'

/** The emulator's own interface under `/_emu/v1` (control/contract.ts): token, no foreign Origin, JSON only (T8, T19). */
export function createControl(tools: ControlTools): (request: Request) => Response | Promise<Response> {
  const app = new Hono().basePath('/_emu/v1')
  app.use(async (c, next) => {
    const refusal = refuse(tools, c)
    return refusal ?? next()
  })
  addPlatformRoutes(app, tools)
  addAppRoutes(app, tools)
  addStoreRoutes(app, tools)
  addGoodsRoutes(app, tools)
  addFaultRoutes(app, tools)
  addProviderRoutes(app, tools)
  addSettingRoutes(app, tools)
  addSnapshotRoutes(app, tools)
  app.notFound(() =>
    controlFailure(404, new AppError('emulator.bad-request', 'The control interface has no such operation.')),
  )
  app.onError((error) => answerError(tools.world, error))
  return (request) => app.fetch(request)
}

function refuse({ token }: ControlTools, { req }: Context): Response | null {
  if (isTunnelled(req.raw) || !isOwnOrigin(req.raw)) {
    return controlFailure(403, new AppError('emulator.refused', 'The control interface is not for other origins.'))
  }
  const given = /^Bearer (.+)$/.exec(req.header('authorization') ?? '')?.[1] ?? ''
  if (!timingSafeEqual(Buffer.from(digestSecret(given)), Buffer.from(digestSecret(token)))) {
    return controlFailure(401, new AppError('emulator.refused', 'The control token is missing or wrong.'))
  }
  const writes = req.method !== 'GET' && req.method !== 'HEAD'
  if (writes && !/^application\/json\b/i.test(req.header('content-type') ?? '')) {
    return controlFailure(415, new AppError('emulator.bad-request', 'The control interface reads JSON only.'))
  }
  return null
}

/** What went wrong in words for a person; a bug shows nothing of itself but is in the log. */
function answerError(world: World, error: Error): Response {
  if (error instanceof AppError) return controlFailure(statusOf(error.code), error)
  world.log({ level: 'warn', code: 'control.bug', message: String(error.stack ?? error), details: {} })
  return controlFailure(500, new AppError('emulator.refused', `The emulator failed: ${error.message}`))
}

function statusOf(code: string): number {
  if (code.startsWith('emulator.unknown-')) return 404
  return code === 'emulator.conflict' ? 409 : 400
}
