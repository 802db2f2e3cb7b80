import { expect, it } from 'vitest'

import { appendAttempt } from '../../../src/journal/attempts.ts'
import type { CallContent } from '../../../src/journal/calls/call-content.ts'
import { appendCall } from '../../../src/journal/calls/calls.ts'
import { makeInspector, type Fixture } from '../../inspector/fixture.ts'
import { describeInChromium } from '../support/chromium.ts'
import { openPage, toastsOf, rows } from '../support/inspector-page.ts'
import { shoot } from '../support/picture.ts'

const content: CallContent = {
  request: {
    headers: [
      ['Authorization', 'Bearer …'],
      ['X-Region-Id', '7'],
      ['Content-Type', 'application/json'],
    ],
    body: { text: '{"amount":1.50,"note":"<img src=x onerror=alert(1)>"}', bytes: 52, isCut: false, leftOut: null },
  },
  answer: {
    headers: [
      ['Content-Type', 'application/json'],
      ['X-RateLimit-Remaining', '597'],
    ],
    body: {
      text: '{"id":9007199254740993,"items":[{"sku":"A-1","quantity":2}]}',
      bytes: 60,
      isCut: false,
      leftOut: null,
    },
  },
}

/** A delivery that took 400 ms, with a call and log lines in between, and its answer. */
function handle({ add, journal }: Fixture, at: Date): number {
  const id = add({ eventId: 'e-handled', topic: 'order.paid', receivedAt: at })
  const end = new Date(at.getTime() + 400)
  appendAttempt(journal, { deliveryId: id, at: end, status: 200, ms: 400, error: null, answer: '{"points":12}' })
  const call = { method: 'PUT', path: '/api/apps/v1/orders/20/costs?page=2', pin: '7', status: 201, ms: 35, note: null }
  appendCall(journal, { ...call, at: new Date(at.getTime() + 200), storeId: '1001', spent: 3 }, content)
  return id
}

function logAt(at: Date) {
  const line = (ms: number, text: string, stream: 'stdout' | 'stderr' = 'stdout') => ({
    at: new Date(at.getTime() + ms).toISOString(),
    stream,
    line: text,
  })
  return () => [line(20, 'order.paid #20: 12 points'), line(90, '<script>canary = 1</script>\u202e', 'stderr')]
}

const places = () => ({ stores: { '1001': 'demo' }, regions: { '7': 'tr' } })

describeInChromium('calls and logs in the inspector', (browser) => {
  it.each(['light', 'dark'] as const)(
    'opens with the newest row and the activity during its handling (%s)',
    async (colorScheme) => {
      const at = new Date(Date.now() - 60_000)
      const fixture = await makeInspector({ log: logAt(at), places })
      const id = handle(fixture, at)
      // Later than the call, so that the delivery is the newest.
      fixture.journal.db.exec('DELETE FROM deliveries WHERE id <> 1')
      const { page, wrongs } = await openPage(browser(), fixture.url, {
        colorScheme,
        viewport: { width: 1280, height: 1100 },
      })
      await page.locator('#detail h1').waitFor()

      expect(page.url()).toBe(`${fixture.base}/#/`)
      await page.locator(`#delivery-${id}`).click()
      const detail = page.locator('#detail')
      await detail.getByText('During handling').waitFor()
      const text = await detail.innerText()

      for (const part of [
        'PUT /api/apps/v1/orders/20/costs',
        'order.paid #20: 12 points',
        '<script>canary = 1</script>',
        '{"points":12}',
        'demo (1001)',
        'tr (7)',
        'The delivery may not be the cause',
      ]) {
        expect(text).toContain(part)
      }
      expect(await page.locator(rows).first().innerText()).toMatch(/tr|demo/)
      // The day and the zone are in the detail, in the row they are on hover, as the raw value is.
      expect(text).toMatch(/\d\d? \w+ \d{4}, \d\d:\d\d:\d\d\.\d{3} .+\s+\d+ minutes? ago/)
      const time = page.locator(`#delivery-${id} time`)
      expect(await time.innerText()).toMatch(/^\d\d:\d\d:\d\d\.\d{3}\s+\d+ minutes? ago$/)
      expect(await time.getAttribute('title')).toMatch(/^\d\d? \w+ \d{4}, .+ · \d{4}-\d\d-\d\dT.+Z$/)
      await shoot(page, `inspector-handled-${colorScheme}`)
      await detail.getByRole('link', { name: /PUT/ }).click()
      await detail.getByText('API call 1').waitFor()
      await shoot(page, `inspector-call-${colorScheme}`)
      expect(wrongs).toEqual([])
    },
  )

  it('shows headers and bodies of a call as text, and copies the call as curl without its token (T22)', async () => {
    const fixture = await makeInspector({ baseUrl: new URL('http://127.0.0.1:4800'), places })
    handle(fixture, new Date())
    const permissions = ['clipboard-read', 'clipboard-write']
    const { page, wrongs } = await openPage(browser(), fixture.url, { permissions })
    await page.locator('#call-1').click()
    const detail = page.locator('#detail')
    await detail.getByText('API call 1').waitFor()
    const text = await detail.innerText()

    for (const part of [
      '<img src=x onerror=alert(1)>',
      '9007199254740993',
      'X-RateLimit-Remaining',
      '597',
      'tr (7)',
      'Bearer …',
    ]) {
      expect(text).toContain(part)
    }
    expect(await page.locator('#detail img').count()).toBe(0)
    await detail.getByRole('button', { name: 'Copy as curl' }).click()
    await expect.poll(() => toastsOf(page)).toContain('Copied.')
    const copied = await page.evaluate('navigator.clipboard.readText()')
    expect(copied).toMatch(
      /^curl -sS -X PUT -H "Authorization: Bearer \$SVCAPP_TOKEN" .*'http:\/\/127\.0\.0\.1:4800\/api\/apps\/v1\/orders\/20\/costs\?page=2'$/,
    )
    expect(wrongs).toEqual([])
  })

  it('shows store and region names only for deliveries from the platform that the names belong to', async () => {
    const fixture = await makeInspector({ places: () => ({ target: 'emulator', ...places() }) })
    const live = fixture.add({ target: 'live', status: 200 })
    const emulator = fixture.add({ target: 'emulator', status: 200 })
    const { page, wrongs } = await openPage(browser(), fixture.url)
    const detail = page.locator('#detail')
    await detail.getByText('demo (1001)').waitFor()
    await page.locator(`#delivery-${live}`).click()
    await page.waitForURL(`**/#/deliveries/${live}`)

    expect(await page.locator(`#delivery-${live}`).innerText()).toContain('store 1001, region 7')
    expect(await page.locator(`#delivery-${emulator}`).innerText()).toContain('demo, tr')
    await expect.poll(() => detail.innerText()).toMatch(/Store\s+1001\s+Region\s+7\s/i)
    expect(wrongs).toEqual([])
  })

  it('places an order with its button and with o, but not if the button is missing', async () => {
    let placed = 0
    const placeOrder = async () => ({ orderNumber: String(++placed), store: 'demo/tr', why: '120.00 TRY, paid' })
    const fixture = await makeInspector({ placeOrder })
    const { page, wrongs } = await openPage(browser(), fixture.url)
    await page.getByRole('button', { name: 'Place order' }).click()
    await expect.poll(() => toastsOf(page)).toContain('Order 1 placed in demo/tr: 120.00 TRY, paid.')
    await page.keyboard.press('o')
    await expect.poll(() => toastsOf(page)).toContain('Order 2 placed')
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)

    const without = await openPage(browser(), (await makeInspector()).url)
    await without.page.getByText('No activity yet').waitFor()
    expect(await without.page.getByRole('button', { name: 'Place order' }).count()).toBe(0)
    expect([...wrongs, ...without.wrongs]).toEqual([])
  })

  it.each([1280, 390])(
    'charts show single values, with numbers on the axes, and text fits its tile (%i px)',
    async (width) => {
      const fixture = await makeInspector()
      handle(fixture, new Date(Date.now() - 600_000))
      const { page } = await openPage(browser(), fixture.url, { viewport: { width, height: 900 } })
      await page.waitForSelector('.tile .spark')
      const over = await page.evaluate(`[...document.querySelectorAll('.tile')].filter((tile) => {
      const [outer, inner] = [tile, tile.querySelector('.spark')].map((one) => one.getBoundingClientRect())
      return inner.left < outer.left || inner.right > outer.right || inner.bottom > outer.bottom || tile.scrollWidth > tile.clientWidth
    }).length`)
      expect(over).toBe(0)
      await shoot(page, `inspector-tiles-${width}`)

      await page.evaluate("location.hash = '#/charts'")
      await page.waitForSelector('.chart')
      const marks = await page.evaluate(
        `[...document.querySelectorAll('.chart .stroke.alone')].filter((one) => one.getAttribute('d') !== '').map((one) => parseFloat(getComputedStyle(one).strokeWidth))`,
      )
      expect(marks).toEqual([13, 8, 8])
      for (const axis of await page.locator('.plot').all()) {
        expect(await axis.locator('.number').allInnerTexts()).toHaveLength(3)
      }
      await shoot(page, `inspector-single-values-${width}`)
    },
  )

  it('shows commands as code, without backticks, if there is no token', async () => {
    const fixture = await makeInspector()
    const { page } = await openPage(browser(), fixture.base)
    await page.locator('.locked').waitFor()

    expect(await page.locator('.locked').innerText()).not.toContain('`')
    expect(await page.locator('.locked code').allInnerTexts()).toEqual([
      'app open inspector',
      'app open inspector',
      'app dev',
      'app webhook inspect',
    ])
    await shoot(page, 'inspector-locked')
  })
})
