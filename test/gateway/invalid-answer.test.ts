import { createServer } from 'node:net'

import { describe, expect, it, onTestFinished } from 'vitest'

import { endpoints } from '../../src/catalog/catalog.ts'
import { startOutbound } from '../../src/gateway/outbound.ts'
import { attemptsOfDelivery } from '../../src/journal/attempts.ts'
import { listCalls } from '../../src/journal/calls/calls.ts'
import { listDeliveries } from '../../src/journal/deliveries.ts'
import { openJournal } from '../../src/journal/journal.ts'
import { deliver, eventText, makeGateway, rawExchange, signed } from './support.ts'

/** A server that answers every request with these bytes. */
async function answering(bytes: string): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', () => socket.write(Buffer.from(bytes, 'latin1')))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

const answers = [
  ['status 0', 'HTTP/1.1 000 Nothing\r\nContent-Length: 2\r\n\r\nok'],
  ['status 99', 'HTTP/1.1 099 Less\r\nContent-Length: 2\r\n\r\nok'],
  ['101 with the header of an upgrade', 'HTTP/1.1 101 On\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'],
  ['a bare 101', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
] as const

const controlReason = [
  'control characters in the reason',
  'HTTP/1.1 200 a\x07\x1b[2Jb\r\nContent-Length: 2\r\n\r\nok',
] as const

const page = 'GET /page HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'

describe('an invalid HTTP response from the app', () => {
  it.each([...answers, controlReason])(
    'a page request receives 502 for %s, the gateway reports it and keeps running (T15)',
    async (_, bytes) => {
      const told: string[] = []
      const port = await answering(bytes)
      const gateway = await makeGateway(port, { onInvalidPage: (at, why) => told.push(`${at}: ${why}`) })

      const first = await rawExchange(gateway.port, page)
      const second = await rawExchange(gateway.port, page)

      expect([first.slice(0, 12), second.slice(0, 12)]).toEqual(['HTTP/1.1 502', 'HTTP/1.1 502'])
      expect(first).toContain('cannot be forwarded')
      expect(told).toHaveLength(2)
      expect(told[0]).toMatch(/^GET \/page: (status \d+|control characters)/)
    },
  )

  it.each(answers)('a delivery receives 502 for %s and is not accepted (T15)', async (_, bytes) => {
    const gateway = await makeGateway(await answering(bytes))
    const body = eventText('e-1')

    const answer = await deliver(gateway.url, body, signed(body))

    expect(answer).toEqual({
      status: 502,
      text: `${JSON.stringify({ success: false, reason: 'app-response-invalid' })}\n`,
    })
    const [row] = listDeliveries(gateway.journal)
    await expect
      .poll(() => attemptsOfDelivery(gateway.journal, row?.id ?? 0))
      .toMatchObject([{ status: null, error: 'app-response-invalid' }])
  })

  it.each(answers.slice(0, 2))('an upgrade receives 502 for %s (T15)', async (_, bytes) => {
    const gateway = await makeGateway(await answering(bytes))

    const answer = await rawExchange(
      gateway.port,
      'GET /hmr HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    )

    expect(answer.slice(0, 12)).toBe('HTTP/1.1 502')
  })

  it('an unregistered status is forwarded', async () => {
    const gateway = await makeGateway(await answering('HTTP/1.1 799 Odd\r\nContent-Length: 2\r\n\r\nok'))

    expect((await rawExchange(gateway.port, page)).slice(0, 16)).toBe('HTTP/1.1 799 Odd')
  })
})

describe('an invalid HTTP response from the platform', () => {
  it.each([...answers, controlReason])(
    'the app receives 502 for %s, and the outbound side keeps running (T15)',
    async (_, bytes) => {
      const journal = openJournal({ path: ':memory:', appKey: 'app.acme.loyalty' })
      const outbound = await startOutbound({
        port: 0,
        baseUrl: new URL(`http://127.0.0.1:${await answering(bytes)}`),
        journal,
        now: () => new Date(),
        clock: () => performance.now(),
        onCall: () => {},
        onExchange: async () => {},
        clientId: () => 'cli_1',
        endpoints,
      })
      onTestFinished(async () => {
        await outbound.close()
        journal.close()
      })

      const statuses = []
      for (let time = 0; time < 2; time++) {
        statuses.push((await fetch(`${outbound.url}/api/apps/v1/orders`)).status)
      }

      expect(statuses).toEqual([502, 502])
      await expect
        .poll(() => listCalls(journal))
        .toMatchObject([
          { status: null, note: 'answer-invalid' },
          { status: null, note: 'answer-invalid' },
        ])
    },
  )
})
