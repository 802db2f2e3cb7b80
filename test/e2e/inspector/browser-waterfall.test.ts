import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { logsOf, ok, start } from '../../support/dev/background-session.ts'
import { makeScaffolded } from '../../support/dev/scaffolded.ts'
import { describeInChromium } from '../support/chromium.ts'
import { openPage, openRow } from '../support/inspector-page.ts'
import { shoot } from '../support/picture.ts'

/** The scaffolded app with a second call and a span of its own, sent as its OpenTelemetry would. */
function sendOwnSpan(dir: string): void {
  const path = join(dir, 'src/order-paid.ts')
  const text = readFileSync(path, 'utf8')
    .replace('async ({ event, api }) => {', 'async (context) => {\n  const { event } = context')
    .replace('await api.orders.get({ params: { id: event.orderId } })', 'await countPoints(context, event.orderId)')
    .replace('type Handler }', 'type EventContext, type Handler }')
  writeFileSync(path, text + ownSpan)
}

const ownSpan = `
async function countPoints({ api, trace }: EventContext<'order.paid'>, id: number) {
  const [, traceId, parentSpanId] = (trace['traceparent'] ?? '').split('-')
  const from = Date.now()
  const order = await api.orders.get({ params: { id } })
  await api.orders.get({ params: { id } })
  const span = {
    traceId,
    spanId: 'abcdef0123456789',
    parentSpanId,
    name: 'count points',
    kind: 1,
    startTimeUnixNano: from + '000000',
    endTimeUnixNano: Date.now() + '000000',
    attributes: [{ key: 'points', value: { intValue: '12' } }, { key: 'api_key', value: { stringValue: 'canary' } }],
  }
  const [name = '', value = ''] = (process.env['OTEL_EXPORTER_OTLP_HEADERS'] ?? '').split('=')
  await fetch(process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] + '/v1/traces', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', [name]: value },
    body: JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] }),
  })
  return order
}
`

describeInChromium('the waterfall of a delivery', (browser) => {
  it('shows order, event, attempt, span and both calls of a scaffolded app, and the response, each with its time', async () => {
    const app = await makeScaffolded()
    sendOwnSpan(app.dir)
    await start(app)
    await expect.poll(async () => (await logsOf(app)).map(({ event }) => event)).toContain('installed')
    await ok(app, ['emulator', 'order', 'place', '--paid', '--json'])

    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [1280, 390]) {
        const { url } = await ok<{ url: string }>(app, ['open', 'inspector', '--json'])
        const { page, wrongs } = await openPage(browser(), url, {
          colorScheme,
          viewport: { width, height: 1000 },
        })
        await openRow(page.locator('#rows li', { hasText: 'order.paid' }).first())
        const waterfall = page.locator('.waterfall')
        await waterfall.getByText('count points').waitFor()
        // The page draws it again with each further row of the journal. The app's work may begin before its response has arrived.
        const kinds = async () =>
          (await waterfall.locator('li .kind').allInnerTexts()).filter((kind) => kind !== 'order')
        await expect.poll(kinds).toHaveLength(6)
        const [event, attempt, ...rest] = await kinds()
        expect([event, attempt, ...rest.toSorted()]).toEqual(['event', 'attempt', 'call', 'call', 'response', 'span'])
        const times = await waterfall.locator('li .ms').allInnerTexts()

        expect(times.slice(-5).every((time) => /^([\d.]+ m?s at )?\+[\d.]+ m?s$/.test(time))).toBe(true)
        expect(await waterfall.innerText()).not.toMatch(/guess|canary/)
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
        await waterfall.scrollIntoViewIfNeeded()
        await shoot(page, `inspector-waterfall-${colorScheme}-${width}`)
        expect(wrongs).toEqual([])
        await page.context().close()
      }
    }
    const { rows } = await ok<{ rows: unknown }>(app, [
      'journal',
      'query',
      'SELECT c.linked_by, count(*) AS calls FROM calls c JOIN deliveries d ON d.id = c.delivery_id JOIN spans s ON s.delivery_id = d.id GROUP BY 1',
      '--json',
    ])
    expect(rows).toEqual([['attempt', 2]])
  })
})
