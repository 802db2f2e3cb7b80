import { Hono } from 'hono'

/**
 * GET /healthz: the process answers; one that does not is to be started again. GET /readyz: the database is there and its schema the one of this app; until then send
 * deliveries elsewhere. A restart does not help there.
 */
export function healthRoutes(trouble: () => Promise<string | null>): Hono {
  return new Hono()
    .get('/healthz', (c) => c.json({ ok: true }))
    .get('/readyz', async (c) => {
      const why = await trouble()
      return why === null ? c.json({ ready: true }) : c.json({ ready: false, why }, 503)
    })
}
