import type { Hono } from 'hono'

import { jsonAnswer } from '../pages/page.ts'
import { readBody } from './answers.ts'
import type { ControlTools } from './control-tools.ts'

/** The whole state, put aside and taken back. */
export function addSnapshotRoutes(app: Hono, { snapshots }: ControlTools): void {
  app.get('/snapshots', () => jsonAnswer({ snapshots: snapshots.list() }))
  // Each operation checks the name.
  app.post('/snapshots', async (c) => jsonAnswer({ snapshot: snapshots.save((await readBody(c))['name']) }))
  app.post('/snapshots/:name/load', async (c) => jsonAnswer({ snapshot: await snapshots.load(c.req.param('name')) }))
  app.delete('/snapshots/:name', (c) => {
    snapshots.remove(c.req.param('name'))
    return jsonAnswer({})
  })
}
