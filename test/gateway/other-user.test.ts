import { expect, it } from 'vitest'

import { attemptsOfDelivery } from '../../src/journal/attempts.ts'
import { listDeliveries } from '../../src/journal/deliveries.ts'
import { makeApp } from '../support/app.ts'
import { canBeSomebodyElse, makeSquatter } from '../support/processes/squatter.ts'
import { deliver, eventText, makeGateway, rawExchange, signed } from './support.ts'

it.skipIf(!canBeSomebodyElse).each([
  ['127.0.0.1', 'stays'],
  ['0.0.0.0', 'stays'],
  ['::', 'stays'],
  ['127.0.0.1', 'closes'],
])('T16 another user who holds the port of the app at %s and %s gets no delivery and no page', async (host, how) => {
  const app = await makeApp()
  await app.close()
  const gateway = await makeGateway(app.port)
  const squatter = await makeSquatter(app.port, { host, how })
  const body = eventText('e-1')

  const answer = await deliver(gateway.url, body, signed(body))
  const page = await rawExchange(gateway.port, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  const ask = 'GET /hmr HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
  const upgrade = await rawExchange(gateway.port, ask)

  expect(answer.status).toBe(502)
  expect([page.slice(0, 12), upgrade.slice(0, 12)]).toEqual(['HTTP/1.1 502', 'HTTP/1.1 502'])
  expect(squatter.said()).toBe('READY\n')
  if (how === 'closes') return
  expect(JSON.parse(answer.text).reason).toBe('app-port-of-another-user')
  const [row] = listDeliveries(gateway.journal)
  await expect
    .poll(() => attemptsOfDelivery(gateway.journal, row?.id ?? 0))
    .toMatchObject([{ status: null, error: 'app-port-of-another-user' }])
})
