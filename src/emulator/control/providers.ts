import type { Hono } from 'hono'

import { jsonAnswer } from '../pages/page.ts'
import { listProviders, openProvider } from '../platform/providers.ts'
import { routeToProvider } from '../store/orders/route-to-provider.ts'
import { readBody } from './answers.ts'
import type { ControlTools } from './control-tools.ts'

/** What the platform does with providers, and stores ask of them. Each operation checks what it reads. */
export function addProviderRoutes(app: Hono, { world }: ControlTools): void {
  app.get('/providers', () => jsonAnswer({ providers: listProviders(world) }))
  app.post('/providers', async (c) => jsonAnswer({ provider: openProvider(world, await readBody(c)) }))
  app.post('/providers/:id/requests', async (c) =>
    jsonAnswer({ request: routeToProvider(world, Number(c.req.param('id')), await readBody(c)) }),
  )
}
