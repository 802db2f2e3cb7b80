import type { Browser, Page } from 'playwright-core'
import { expect, it } from 'vitest'

import { makeStage, type StageOptions } from './support/browser-stage.ts'
import { describeInChromium } from './support/chromium.ts'
import { frameAt, heardBy, say, serveSlotApp } from './support/slot-app.ts'

/** An app with these slots, and the browser of its test store's manager. */
async function stageWith(slots: NonNullable<StageOptions['slots']>, browser: () => Browser) {
  const stage = await makeStage({ slots })
  await serveSlotApp(stage.port)
  const page = await stage.signIn(browser())
  return { ...stage, page }
}

const heights = (page: Page) =>
  page.locator('iframe').evaluateAll((frames) => frames.map((frame) => frame.getBoundingClientRect().height))

const inits = (heard: Awaited<ReturnType<typeof heardBy>>) => heard.filter(({ data }) => data.type === 'service:init')

describeInChromium('the message bridge of the full-page panel', (browser) => {
  it('BRIDGE-001 BRIDGE-002 BRIDGE-003 BRIDGE-004 BRIDGE-005 BRIDGE-006 BRIDGE-007 BRIDGE-025 an app that is ready is told key and locale once, with nothing of the store', async () => {
    const { page, manage, urls, key } = await stageWith([['fullpage', 'eager']], browser)

    await page.goto(manage)
    const frame = await frameAt(page, '/eager')
    await page.waitForTimeout(1600)
    await say(frame, { type: 'service:ready' })
    await page.waitForTimeout(200)

    const heard = await heardBy(frame)
    expect(heard.map(({ data, origin }) => ({ data, origin }))).toEqual([
      { data: { type: 'service:init', pluginKey: key, locale: 'en', storeContext: {} }, origin: urls.admin },
    ])
    // Long before the 1200 ms: the very first ready was heard, from a script that ran while the admin's page was still being read.
    expect(heard[0]?.after).toBeLessThan(600)
  })

  it('BRIDGE-008 an app that never says ready is told 1200 ms after its load, and not again when it says it late', async () => {
    const { page, manage } = await stageWith([['fullpage', 'quiet']], browser)

    await page.goto(manage)
    const frame = await frameAt(page, '/quiet')
    await expect.poll(async () => (await heardBy(frame)).length).toBe(1)
    await say(frame, { type: 'service:ready' })
    await page.waitForTimeout(300)

    const [init, ...more] = await heardBy(frame)
    expect(more).toEqual([])
    expect(init?.after).toBeGreaterThanOrEqual(1150)
    expect(init?.after).toBeLessThan(1800)
  })

  it('BRIDGE-007 a frame that goes on to another page of the app is told nothing again', async () => {
    const { page, manage, app } = await stageWith([['fullpage', 'eager']], browser)
    await page.goto(manage)
    const frame = await frameAt(page, '/eager')
    await expect.poll(async () => (await heardBy(frame)).length).toBe(1)

    await frame.goto(`${app}/eager-second`)
    await page.waitForTimeout(1600)

    expect(await heardBy(await frameAt(page, '/eager-second'))).toEqual([])
  })

  it('B45 a frame that went to another origin is not heard, and is told nothing', async () => {
    const { page, manage, port } = await stageWith([['fullpage', 'quiet']], browser)
    await page.goto(manage)
    const quiet = await frameAt(page, '/quiet')
    // The same server under another name, so another origin; the admin's policy lets nothing but the app's origin in.
    await quiet.evaluate(`location.href = 'http://[::1]:${port}/eager'`).catch(() => null)
    await page.waitForTimeout(1500)

    expect(page.frames().map((frame) => frame.url())).not.toContainEqual(expect.stringContaining('[::1]'))
  })

  it('EMB-040 EMB-041 EMB-042 the frame tells the app the admin’s origin and no more, and keeps its height', async () => {
    const { page, manage, urls } = await stageWith([['fullpage', 'eager']], browser)
    await page.goto(manage)
    const frame = await frameAt(page, '/eager')
    const before = await heights(page)

    await say(frame, { type: 'service:resize', height: 700 })
    await page.waitForTimeout(200)

    expect(await heights(page)).toEqual(before)
    expect(await page.locator('iframe').getAttribute('referrerpolicy')).toBe('strict-origin')
    expect(await frame.evaluate('document.referrer')).toBe(`${urls.admin}/`)
  })

  it('is a script of the admin’s own origin; no page has one inside it', async () => {
    const { page, manage } = await stageWith([['fullpage', 'eager']], browser)
    const troubles: string[] = []
    page.on('console', (message) => troubles.push(message.text()))

    const answer = await page.goto(manage)
    await frameAt(page, '/eager')

    const policy = answer?.headers()['content-security-policy'] ?? ''
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toContain('unsafe-inline')
    expect(await page.locator('script:not([src])').count()).toBe(0)
    expect(troubles).toEqual([])
  })

  it('other windows than the frame’s own are not heard', async () => {
    const { page, manage, app } = await stageWith([['fullpage', 'quiet']], browser)
    await page.goto(manage)
    const frame = await frameAt(page, '/quiet')

    // The admin's own window, a frame inside the app's frame, at the app's origin; and the app's window with the admin's words, which are no words of an app.
    await page.evaluate(`postMessage({ type: 'service:ready' }, '*')`)
    await frame.evaluate(`(() => {
      const inner = document.createElement('iframe')
      inner.srcdoc = "<script>top.postMessage({ type: 'service:ready' }, '*')</" + 'script>'
      document.body.append(inner)
      const same = document.createElement('iframe')
      same.src = '${app}/inner'
      document.body.append(same)
      same.onload = () => same.contentWindow.eval("top.postMessage({ type: 'service:ready' }, '*')")
    })()`)
    await say(frame, { type: 'service:init' })
    await page.waitForTimeout(500)

    expect(await heardBy(frame)).toEqual([])
    await expect.poll(async () => inits(await heardBy(frame)).length).toBe(1)
  })
})
