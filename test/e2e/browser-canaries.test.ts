import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'

import { makeStage } from './support/browser-stage.ts'
import { describeInChromium } from './support/chromium.ts'
import { payloads } from './support/payloads.ts'

/** In the page: whether a payload ran, became an element, or became an attribute. */
const look = `({
  canary: 'canary' in window,
  foreign: document.querySelectorAll('script, img:not(.picture[src^="/"]), svg, object, embed, base, style, details, video, math').length,
  handlers: document.querySelectorAll('[onerror], [onload], [onfocus], [ontoggle], [href^=javascript]').length,
})`

/** What a page did that text cannot do. */
function watch(page: Page) {
  const done: string[] = []
  page.on('request', (request) => {
    const { hostname } = new URL(request.url())
    if (hostname !== 'localhost' && hostname !== '127.0.0.1') done.push(`asked ${request.url()}`)
  })
  page.on('console', (message) => {
    // A policy that had to stop something has stopped what should have been text.
    if (/Content Security Policy/i.test(message.text())) done.push(message.text())
  })
  page.on('dialog', (dialog) => {
    done.push('dialog')
    void dialog.dismiss()
  })
  return done
}

describeInChromium('payloads in the names of stores and apps', (browser) => {
  it('T22 none of 30 is more than text on any page of admin, portal and storefront', async () => {
    expect(new Set(payloads).size).toBe(30)
    const mixed = `<script>canary=1</script>"'></title><img src=x onerror=canary=1>`
    const stage = await makeStage({ storeName: mixed, registration: { name: mixed } })
    for (const [at, payload] of payloads.entries()) {
      const appKey = `app.acme.payload${at}`
      await stage.control.register({
        key: appKey,
        name: payload,
        requested_scopes: ['orders.read'],
        redirect_uris: [`${stage.app}/auth/callback`],
      })
      await stage.control.addTestStore({ key: appKey, code: stage.store.code })
      // A store is made of files: a few names are enough for the two lists of stores.
      if (at % 5 === 0) await stage.control.openStore({ name: payload, seed: 'none' })
    }
    const page = await stage.signIn(browser())
    const done = watch(page)
    const { admin, portal, storefront } = stage.urls
    const portalTicket = await stage.control.portalUrl()
    const pages = [
      `${admin}/admin/plugins`,
      `${admin}/admin/orders`,
      stage.manage,
      stage.consent,
      ...payloads.map((_, at) => `${admin}/admin/plugins/install/app.acme.payload${at}`),
      portalTicket,
      `${portal}/apps/${stage.key}`,
      `${storefront}/`,
      `${storefront}/${stage.store.code}`,
      `${storefront}/${stage.store.code}/tr/cart`,
    ]

    for (const url of pages) {
      await page.goto(url, { waitUntil: 'domcontentloaded' })
      const found = await page.evaluate<object>(look)
      expect({ url, ...found }).toEqual({ url, canary: false, foreign: 0, handlers: 0 })
    }

    expect(done).toEqual([])
    // They were really there, word for word.
    await page.goto(`${portal}/`)
    const text = await page.textContent('body')
    expect(payloads.filter((payload) => !text?.includes(payload))).toEqual([])
  })
})
