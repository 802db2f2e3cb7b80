import { expect, it } from 'vitest'

import { appendAttempt, attemptsOfDelivery } from '../../../src/journal/attempts.ts'
import type { KeptMessage } from '../../../src/journal/calls/call-content.ts'
import { appendCall } from '../../../src/journal/calls/calls.ts'
import { findDelivery } from '../../../src/journal/deliveries.ts'
import { appendInstall } from '../../../src/journal/journaled-installs.ts'
import { verifyWebhook } from '../../../src/protocol/webhook-signature.ts'
import { key, makeInspector, type Fixture } from '../../inspector/fixture.ts'
import { describeInChromium } from '../support/chromium.ts'
import { openPage, rows, toastsOf } from '../support/inspector-page.ts'
import { payloads } from '../support/payloads.ts'
import { shoot } from '../support/picture.ts'

/** A side of a call that is one payload wherever there is a place for it. */
function message(payload: string): KeptMessage {
  const text = `\u202e\u0000${payload}`
  return { headers: [[payload, text]], body: { text, bytes: text.length, isCut: false, leftOut: null } }
}

/** A delivery, a call, an install and some failures, so that every kind of row and chart is there. */
function fill({ add, journal }: Fixture): void {
  const start = Date.now() - 3_000_000
  appendInstall(journal, {
    at: new Date(start),
    storeId: '1001',
    regionId: '7',
    installScope: 'region',
    scopes: ['orders.read'],
  })
  for (let n = 0; n < 60; n++) {
    const at = new Date(start + n * 48_000)
    add({
      receivedAt: at,
      status: n % 9 === 0 ? 500 : 200,
      ms: 10 + ((n * 37) % 90),
      topic: n % 3 === 0 ? 'order.paid' : 'order.created',
    })
    appendCall(journal, {
      at,
      method: 'GET',
      path: `/api/apps/v1/orders/${n}`,
      pin: '7',
      status: n % 13 === 0 ? 429 : 200,
      ms: 20 + n,
      note: null,
      spent: n * 3,
    })
  }
}

/** What is there when an address is shown. */
function signOf(route: string): string {
  const [, place = '', a = '', b = ''] = route.split('/')
  if (place === 'deliveries') return `#detail p:has-text("#${a} ·")`
  if (place === 'calls') return `#detail p:text-is("API call ${a}")`
  if (place === 'compare') return `#board a[href="#/deliveries/${b}"]`
  return place === 'charts' ? '#board .chart' : rows
}

describeInChromium('the inspector', (browser) => {
  it('removes its token from the URL, keeps it in this tab and shares it only with event tabs (T35)', async () => {
    const fixture = await makeInspector()
    fill(fixture)

    const { page, wrongs } = await openPage(browser(), fixture.url)
    await page.waitForSelector(rows)

    expect(page.url()).toBe(`${fixture.base}/#/`)
    expect(await page.content()).not.toContain(fixture.token)
    await page.reload()
    await page.waitForSelector(rows)
    const id = fixture.add({ eventId: 'evt_linked' })
    const linked = await page.context().newPage()
    // A stopped clock, because the other tab may take longer to send its token than the page waits.
    await linked.clock.install()
    await linked.clock.pauseAt(Date.now() + 1000)
    await linked.goto(`${fixture.base}/#/events/evt_linked`)
    await linked.waitForSelector(signOf(`#/deliveries/${id}`))
    expect(linked.url()).toBe(`${fixture.base}/#/deliveries/${id}`)
    await linked.goto(`${fixture.base}/#/deliveries/9999`)
    await linked.getByText('no row 9999').waitFor()
    expect(await linked.locator('#detail').innerText()).not.toContain('evt_linked')
    const stranger = await openPage(browser(), fixture.base)
    await stranger.page.getByRole('heading', { name: 'Sign in to the inspector' }).waitFor()
    expect(await stranger.page.locator(rows).count()).toBe(0)
    await stranger.page.getByLabel('Or paste the link').fill(fixture.url)
    await stranger.page.getByRole('button', { name: 'Open' }).click()
    await stranger.page.waitForSelector(rows)
    expect(wrongs).toEqual([])
  })

  it('opens with a one-time ticket, survives a reload and rejects a second use with a message (T18)', async () => {
    const fixture = await makeInspector()
    fill(fixture)
    const address = fixture.ticketUrl()

    const { page, wrongs } = await openPage(browser(), address)
    await page.waitForSelector(rows)
    expect(page.url()).toBe(`${fixture.base}/#/`)
    await page.reload()
    await page.waitForSelector(rows)
    const second = await openPage(browser(), address)

    await second.page.getByText('This link was already used or has expired').waitFor()
    expect(await second.page.locator(rows).count()).toBe(0)
    expect(wrongs).toEqual([])
  })

  it('shows past and live events, and pause stops the live view', async () => {
    const fixture = await makeInspector()
    const old = fixture.add({ eventId: 'e-old', status: 500 })
    const { page, wrongs } = await openPage(browser(), fixture.url)
    await page.waitForSelector(rows)

    const id = fixture.add({ eventId: 'e-live', topic: 'order.refunded' })
    await page.getByText('e-live').waitFor()
    expect(await page.locator(rows).first().getAttribute('id')).toBe(`delivery-${id}`)
    await fixture.post(`/api/deliveries/${old}/replay`)
    await page.locator(`#delivery-${old} .badge.good`).waitFor()
    await page.getByRole('button', { name: 'Live', exact: true }).click()
    fixture.add({ eventId: 'e-paused' })
    await page.getByRole('button', { name: '1 new row' }).waitFor()
    expect(await page.getByText('e-paused').count()).toBe(0)
    await page.getByRole('button', { name: '1 new row' }).click()

    await page.getByText('e-paused').waitFor()
    expect(wrongs).toEqual([])
  })

  it('loads older rows page by page on scroll, and keeps at most 600', async () => {
    const fixture = await makeInspector()
    fixture.journal.db.exec('BEGIN')
    for (let n = 0; n < 900; n++)
      fixture.add({ eventId: `e-${n}`, receivedAt: new Date(Date.now() - 900_000 + n * 1000) })
    fixture.journal.db.exec('COMMIT')
    const { page } = await openPage(browser(), fixture.url)
    await page.waitForSelector(rows)
    const inView = () => page.locator(rows).count()
    expect(await inView()).toBeLessThanOrEqual(200)

    let most = 0
    const scroll = async () => {
      await page.locator('#more').scrollIntoViewIfNeeded()
      most = Math.max(most, await inView())
      return page.getByText('End of timeline').count()
    }
    await expect.poll(scroll).toBe(1)

    expect(await page.locator(rows).last().textContent()).toContain('·  e-0  ·')
    expect(most).toBeLessThanOrEqual(600)
    await page.keyboard.press('g')
    await page.locator(rows).first().getByText('e-899').waitFor()
  })

  it('on a phone a row opens at its top, and both ways back restore the place in the list', async () => {
    const fixture = await makeInspector()
    fill(fixture)
    const { page } = await openPage(browser(), fixture.url, { viewport: { width: 390, height: 844 } })
    await page.waitForSelector(rows)
    const top = () => page.evaluate<number>('scrollY')
    const scrollTo = async (y: number) => {
      await page.evaluate(`scrollTo(0, ${y})`)
      await expect.poll(top).toBe(y)
    }
    const back = page.getByRole('link', { name: 'Back to the timeline' })

    for (const leave of [() => back.click(), () => page.goBack()]) {
      await scrollTo(1300)
      await page.evaluate("document.elementFromPoint(195, 422).closest('#rows li').click()")
      await back.waitFor()
      expect(await top()).toBe(0)
      await leave()
      await expect.poll(top).toBe(1300)
    }
    await page.goForward()
    await back.waitFor()
    expect(await top()).toBe(0)
    await page.goBack()
    await expect.poll(top).toBe(1300)
  })

  it('on a phone badges wrap and the topic stays whole', async () => {
    const fixture = await makeInspector()
    for (const at of [new Date(Date.now() - 1000), new Date()]) {
      const deliveryId = fixture.add({ eventId: 'e-1', topic: 'order.refunded', receivedAt: at })
      appendAttempt(fixture.journal, { deliveryId, at, status: null, ms: 12, error: 'app-unreachable', answer: null })
    }
    const { page } = await openPage(browser(), fixture.url, { viewport: { width: 390, height: 844 } })
    const newest = page.locator(rows).first()
    await newest.getByText('app unreachable').waitFor()

    const cut = await newest.locator('b').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)

    expect(await newest.locator('.badge').count()).toBe(3)
    expect(cut).toBe(0)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  })

  it('resumes the live view after its server was unreachable for a while', async () => {
    const fixture = await makeInspector()
    fixture.add({ eventId: 'e-first' })
    const { page } = await openPage(browser(), fixture.url)
    await page.waitForSelector(rows)
    await page.route('**/api/**', (route) => route.abort())
    // A filter reads the list again, which fails now, and so does the attempt after it.
    await page.locator('#q').fill('e-')
    await page.waitForEvent('requestfailed')
    await page.waitForEvent('requestfailed')
    await page.unroute('**/api/**')

    fixture.add({ eventId: 'e-second' })

    await page.locator(rows).filter({ hasText: 'e-second' }).waitFor()
    expect(await page.locator(rows).count()).toBe(2)
  })

  it('shows a full delivery, and replays it with r with a signature that the app accepts', async () => {
    const fixture = await makeInspector()
    const id = fixture.add({
      eventId: 'e-1',
      text: '{"eventId":"e-1","data":{"orderId":9007199254740993}}',
      status: 500,
    })
    const { page, wrongs } = await openPage(browser(), fixture.url)
    await page.waitForSelector(rows)

    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'order.created' }).waitFor()
    const detail = page.locator('#detail')
    const text = await detail.innerText()
    for (const part of [
      '9007199254740993',
      'content-type',
      'X-Service-Hmac-Sha256',
      'verified on arrival',
      '500',
      'no thanks',
    ]) {
      expect(text).toContain(part)
    }
    expect(text.split(findDelivery(fixture.journal, id)?.signature ?? '-')).toHaveLength(3)
    await page.keyboard.press('r')
    await expect.poll(() => toastsOf(page)).toContain(`Replay of #${id}: 200`)
    await detail.getByText('delivered').waitFor()

    expect(attemptsOfDelivery(fixture.journal, id).map(({ kind, status }) => [kind, status])).toEqual([
      ['forward', 500],
      ['replay', 200],
    ])
    const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }] = fixture.app.seen
    expect(verifyWebhook({ key, headers, body, now: new Date() }).ok).toBe(true)
    expect(wrongs).toEqual([])
  })

  it('edits and re-signs a delivery with e, and the app receives the bytes with a valid signature', async () => {
    const fixture = await makeInspector()
    const id = fixture.add({ eventId: 'e-1', text: '{"eventId":"e-1","n":9007199254740993}' })
    const { page } = await openPage(browser(), fixture.url)
    await page.waitForSelector(rows)

    await page.keyboard.press('j')
    await page.keyboard.press('e')
    const field = page.getByLabel('Body', { exact: true })
    expect(await field.inputValue()).toBe('{\n  "eventId": "e-1",\n  "n": 9007199254740993\n}')
    await field.fill('{"eventId":"edited","n":9007199254740995}')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => toastsOf(page)).toContain(`Edited #${id}: 200`)

    const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }] = fixture.app.seen
    expect(body.toString()).toBe('{"eventId":"edited","n":9007199254740995}')
    expect(verifyWebhook({ key, headers, body, now: new Date() }).ok).toBe(true)
    expect(findDelivery(fixture.journal, id)?.body).not.toEqual(new Uint8Array(body))
  })

  it('sends a test event with t, searches with /, compares with c and goes back with Esc', async () => {
    const fixture = await makeInspector()
    const [a, b] = [fixture.add({ eventId: 'e-a' }), fixture.add({ eventId: 'e-b' })]
    const { page, wrongs } = await openPage(browser(), fixture.url)
    await page.waitForSelector(rows)

    await page.keyboard.press('t')
    await page.getByRole('dialog').getByLabel('Topic').selectOption('order.shipped')
    await page.getByLabel('Fields, one per line').fill('data.status=late')
    await page.getByRole('button', { name: 'Sign and send' }).click()
    await expect.poll(() => toastsOf(page)).toContain('order.shipped: 200')
    expect(fixture.app.seen[0]?.body.toString()).toContain('"status":"late"')
    await page.waitForSelector('dialog', { state: 'detached' })
    for (const key of ['c', 'j', 'c']) await page.keyboard.press(key)
    await page.getByText(/fields differ/).waitFor()
    expect(page.url()).toBe(`${fixture.base}/#/compare/${b}/${a}`)
    expect(await page.locator('.diff').innerText()).toContain('"e-b"')
    await page.keyboard.press('Escape')
    // The list is there again before its search can be opened.
    await page.locator(`#delivery-${a}`).waitFor()
    await page.keyboard.press('/')
    await page.locator('input:focus').waitFor()
    await page.keyboard.type('e-a')
    await expect.poll(() => page.locator(rows).count()).toBe(1)
    expect(await page.locator(rows).getAttribute('id')).toBe(`delivery-${a}`)
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor()

    expect(wrongs).toEqual([])
  })

  it('drops a delivery with its button, and saves an export with masked personal data', async () => {
    const fixture = await makeInspector()
    const id = fixture.add({ status: 500, text: '{"eventId":"e-1","email":"ayse@example.org"}' })
    const { page } = await openPage(browser(), fixture.url)
    await page.locator(`#delivery-${id}`).click()
    await page.getByRole('button', { name: 'Drop' }).click()
    await page.locator('#detail').getByText('dropped').waitFor()
    expect(findDelivery(fixture.journal, id)?.state).toBe('dropped')

    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    const file = await saved
    const chunks: Buffer[] = []
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer)

    expect(file.suggestedFilename()).toBe('svcapp-export.json')
    expect(Buffer.concat(chunks).toString()).toContain('someone@example.com')
    expect(Buffer.concat(chunks).toString()).not.toContain('ayse')
  })

  it('shows all 30 payloads as plain text anywhere on the page (T21 T22)', async () => {
    expect(new Set(payloads).size).toBe(30)
    const line = (payload: string) => ({
      at: new Date().toISOString(),
      stream: 'stderr' as const,
      line: `\u202e${payload}`,
    })
    const named = Object.fromEntries(payloads.map((payload) => [payload, payload]))
    const fixture = await makeInspector({
      log: () => payloads.map(line),
      places: () => ({ stores: named, regions: named }),
    })
    const ids = payloads.map((payload) =>
      fixture.add({
        eventId: payload,
        topic: `order.${payload}`,
        storeId: payload,
        regionId: payload,
        headers: { [payload]: payload, 'user-agent': `\u001b]52;c;eA==\u0007\u202e${payload}` },
        text: JSON.stringify({ eventId: payload, [payload]: payload, data: { note: `\u202e\u0000${payload}` } }),
        status: 500,
      }),
    )
    for (const payload of payloads) {
      appendCall(
        fixture.journal,
        {
          at: new Date(),
          method: payload,
          path: `/${payload}?${payload}`,
          pin: payload,
          status: 500,
          ms: 1,
          note: payload,
          hint: payload,
        },
        { request: message(payload), answer: message(payload) },
      )
      appendInstall(fixture.journal, {
        at: new Date(),
        storeId: payload,
        regionId: null,
        installScope: payload,
        scopes: [payload],
      })
    }
    const { page, wrongs } = await openPage(browser(), fixture.url)
    await page.waitForSelector(rows)
    const look = `({
      canary: 'canary' in window,
      foreign: document.querySelectorAll('script:not([src="/main.js"]), img:not([src="/icon.svg"]), object, embed, iframe, base, style, details, video, math, form, meta[http-equiv]').length,
      handlers: document.querySelectorAll('[onerror], [onload], [onfocus], [ontoggle], [href^=javascript], [srcdoc]').length,
      control: /[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]/.test(document.body.innerText),
    })`
    const clean = { canary: false, foreign: 0, handlers: 0, control: false }
    expect(await page.evaluate(look)).toEqual(clean)
    const routes = [
      ...ids.map((id) => `#/deliveries/${id}`),
      ...ids.slice(1).map((id) => `#/compare/${ids[0]}/${id}`),
      ...ids.map((_, at) => `#/calls/${at + 1}`),
      '#/charts',
    ]
    for (const route of routes) {
      await page.evaluate(`location.hash = ${JSON.stringify(route)}`)
      await page.waitForSelector(signOf(route))
      expect({ route, ...(await page.evaluate<object>(look)) }).toEqual({ route, ...clean })
    }
    // The last delivery, in every way that it can be shown.
    await page.evaluate(`location.hash = '#/deliveries/${ids.at(-1)}'`)
    await page.waitForSelector(signOf(`#/deliveries/${ids.at(-1)}`))
    await page.getByRole('button', { name: 'Raw' }).click()
    expect(await page.locator('#detail pre').first().innerText()).toContain('\\u202e')
    await page.keyboard.press('e')
    await page.waitForSelector('dialog')
    expect(await page.evaluate(look)).toEqual(clean)
    expect(wrongs).toEqual([])
    expect(fixture.app.seen).toEqual([])
  })

  it('cannot be framed by another page (T10)', async () => {
    const fixture = await makeInspector()
    const { page } = await openPage(browser(), 'about:blank')

    await page.setContent(`<iframe src="${fixture.base}/"></iframe>`)
    await page.waitForTimeout(500)

    expect(
      await page
        .frames()
        .at(-1)
        ?.evaluate('document.querySelector("#rows") === null')
        .catch(() => true),
    ).toBe(true)
  })

  it.each([
    ['light', 'rgb(246, 247, 249)'],
    ['dark', 'rgb(13, 16, 22)'],
  ] as const)('uses %s mode if the user prefers it', async (colorScheme, background) => {
    const fixture = await makeInspector()
    fill(fixture)
    const { page, wrongs } = await openPage(browser(), fixture.url, { colorScheme })
    await page.waitForSelector('.tile')
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(background)

    await shoot(page, `inspector-timeline-${colorScheme}`)
    await page.keyboard.press('v')
    await page.waitForSelector('.chart')
    await shoot(page, `inspector-charts-${colorScheme}`)
    await page.keyboard.press('Escape')
    await page.locator('#rows li[data-kind="delivery"]').first().click()
    await page.waitForSelector('#detail .code')
    await shoot(page, `inspector-delivery-${colorScheme}`)

    expect(wrongs).toEqual([])
  })

  it('is readable at 360 px without horizontal scrolling on any view', async () => {
    const fixture = await makeInspector()
    fill(fixture)
    const long = 'x'.repeat(300)
    const wide = fixture.add({ eventId: long, text: JSON.stringify({ eventId: long, [long]: long }), status: 500 })
    appendCall(fixture.journal, {
      at: new Date(),
      method: 'GET',
      path: `/${long}?${long}=${long}`,
      pin: long,
      status: 200,
      ms: 1,
      note: null,
      hint: long,
    })
    const { page } = await openPage(browser(), fixture.url, { viewport: { width: 360, height: 740 }, hasTouch: true })
    await page.waitForSelector('.tile')

    for (const route of ['#/', `#/deliveries/${wide}`, '#/calls/61', `#/compare/1/${wide}`, '#/charts']) {
      await page.evaluate(`location.hash = ${JSON.stringify(route)}`)
      await page.waitForSelector(signOf(route))
      await page.waitForTimeout(150)
      expect({ route, width: await page.evaluate('document.documentElement.scrollWidth') }).toEqual({
        route,
        width: 360,
      })
      await shoot(page, `inspector-narrow-${route.split('/')[1] || 'timeline'}`)
    }
  })
})
