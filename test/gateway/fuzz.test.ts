import { expect, it } from 'vitest'

import { isClosedPath, mayBeTakenFor, targetPath } from '../../src/gateway/targets.ts'
import { listDeliveries } from '../../src/journal/deliveries.ts'
import { makeApp } from '../support/app.ts'
import { recordFigures } from '../support/machine/figures.ts'
import { isLong } from '../support/machine/long-run.ts'
import { atThisSpeed, processorTime } from '../support/machine/machine-load.ts'
import { momentsFrom } from '../support/machine/seed.ts'
import { deliver, eventText, makeGateway, rawExchange, signed } from './support.ts'

const seeds = [
  'POST /webhooks HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nX-Service-Hmac-Sha256: a\r\nX-Service-Topic: order.created\r\nX-Service-Store: 1\r\nX-Service-Timestamp: 1\r\nConnection: close\r\n\r\n{}',
  'GET /a?b=c HTTP/1.1\r\nHost: [::1]:80\r\nOrigin: null\r\nConnection: close\r\n\r\n',
  'POST /webhooks HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
  'GET http://[/ HTTP/1.1\r\nHost: %\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
]

const below = momentsFrom('gateway fuzz')

function mutated(): Buffer {
  const bytes = Buffer.from(seeds[below(seeds.length)] ?? '')
  for (let times = 1 + below(5); times > 0; times--) {
    const changed = Uint8Array.from({ length: 1 + below(3) }, () => below(256))
    bytes.set(changed, below(bytes.length - 4))
  }
  return bytes
}

it('no malformed request ends the process or bypasses the verification (T15 P24)', { timeout: 600_000 }, async () => {
  const app = await makeApp()
  const gateway = await makeGateway(app.port)
  const rounds = isLong ? 2500 : 20

  for (let round = 0; round < rounds; round++) {
    await Promise.all(
      Array.from({ length: 20 }, () => rawExchange(gateway.port, mutated(), { quietMs: 60, firstByteMs: 60 })),
    )
  }
  const body = eventText('after')
  const after = await deliver(gateway.url, body, signed(body))

  recordFigures({ requests: 20 * rounds })
  expect(after.status).toBe(200)
  expect(listDeliveries(gateway.journal).map(({ eventId }) => eventId)).toEqual(['after'])
  expect(app.seen.filter(({ target }) => target === '/webhooks')).toHaveLength(1)
})

it('no other spelling reaches an app whose webhook path is percent-encoded (T11)', () => {
  expect(mayBeTakenFor('/webhooks', '/%77ebhooks')).toBe(true)
  expect(mayBeTakenFor('/%57ebhooks/', '/%77ebhooks')).toBe(true)
  expect(mayBeTakenFor('/%77ebhooks', '/%77ebhooks')).toBe(false)
  expect(mayBeTakenFor('/webhook', '/%77ebhooks')).toBe(false)
})

it('no target makes the path checks throw or run slowly (T15 P24)', { timeout: 600_000 }, () => {
  const alphabet = ['/', '\\', '.', '..', '%2e', '%25', '%', '@fs', 'webhooks', '[', ':', '?', '#', '\u0000', 'ÿ', '//']
  const times = isLong ? 500_000 : 5000
  const passed = processorTime()

  for (let time = 0; time < times; time++) {
    const text = `/${Array.from({ length: below(12) }, () => alphabet[below(alphabet.length)]).join('')}`
    const path = targetPath(text)
    if (path === null) continue
    isClosedPath(path)
    mayBeTakenFor(path, '/webhooks')
  }
  targetPath(`/${'%2e'.repeat(5000)}`)
  isClosedPath(`/${'%25'.repeat(5000)}`)

  const ms = passed()
  recordFigures({ inputs: times, 'processor ms': Math.round(ms) })
  expect(ms).toBeLessThan(atThisSpeed(times))
})
