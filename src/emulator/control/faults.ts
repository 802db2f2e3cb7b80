import type { Hono } from 'hono'

import { clearFaults, listFaults, setFault } from '../faults/faults.ts'
import { jsonAnswer } from '../pages/page.ts'
import { readBody } from './answers.ts'
import type { ControlTools } from './control-tools.ts'

/** What is to go wrong on purpose. */
export function addFaultRoutes(app: Hono, { world }: ControlTools): void {
  app.get('/faults', () => jsonAnswer({ faults: listFaults(world) }))
  // setFault checks what it reads.
  app.post('/faults', async (c) => jsonAnswer({ fault: setFault(world, await readBody(c)) }))
  app.delete('/faults', () => jsonAnswer({ cleared: clearFaults(world, null) }))
  app.delete('/faults/:id{[1-9][0-9]{0,14}}', (c) =>
    jsonAnswer({ cleared: clearFaults(world, Number(c.req.param('id'))) }),
  )
}
