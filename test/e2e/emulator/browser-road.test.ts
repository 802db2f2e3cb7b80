import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'

import { isLong } from '../../support/machine/long-run.ts'
import { freePort } from '../../support/processes/free-port.ts'
import { serve } from '../../support/served.ts'
import { runTemplate, stranger } from '../support/browser-fixture.ts'
import { describeInChromium } from '../support/chromium.ts'
import { keyboard, mouse, type Hands } from '../support/hands.ts'

const KEY = 'app.acme.points'
const STORE = 'corner-shop'

describeInChromium('from no app to one that came and went, by hand', (browser) => {
  const inputs = [
    ['the keyboard alone', keyboard],
    ['the mouse', mouse],
  ] as const

  it.each(isLong ? inputs : inputs.slice(0, 1))(
    'registers, opens a store, installs, buys, shows the order slot, ships and uninstalls with %s (APP-007 APP-020 INST-037 EMB-001 EVT-017)',
    async (_, handsOf) => {
      const { control, urls } = await serve()
      const port = await freePort()
      const app = `http://127.0.0.1:${port}`
      const page = await stranger(browser())
      const hands = handsOf(page)
      const { button, link, textbox } = named(page)
      await page.goto(await control.portalUrl())

      const secrets = await register(page, hands, app)
      await runTemplate({ key: KEY, app, port, urls, secrets, installScope: 'region', env: {} })

      await hands.press(link('Open app'))
      await hands.press(link('Test stores'))
      await hands.type(textbox('Store name'), 'Corner shop')
      await hands.press(button('Open test store'))
      await page.getByText('is open.').waitFor()

      // The store's owner installs it, without parameters, and opens its panel.
      await hands.press(button(`Open admin of ${STORE}`))
      await page.waitForURL(`${urls.admin}/**`)
      await hands.press(page.getByRole('link', { name: 'Plugins', exact: true }).first())
      await hands.press(link('Install Points'))
      await hands.press(button('Approve'))
      await page.waitForURL(`${app}/auth/done`)
      await hands.press(link('Open the app in the store admin'))
      await page.waitForURL(`${urls.admin}/admin/plugins/manage/${KEY}`)
      await page.frameLocator('iframe').getByRole('heading', { level: 1, name: 'Corner shop' }).waitFor()

      const number = await buy(page, hands, `${urls.storefront}/${STORE}`)

      // The app hears of the order, shows it in its slot, and hears of the parcel.
      await page.goto(`${urls.admin}/admin/orders`)
      await hands.press(link(number))
      await page.getByRole('heading', { level: 1, name: number }).waitFor()
      const slot = page.frameLocator('iframe').locator('main')
      await expect.poll(() => slot.textContent()).toMatch(new RegExp(`${number}: \\d`))
      await hands.press(button('Mark as shipped'))
      await page.getByText('shipped', { exact: true }).first().waitFor()
      await expect
        .poll(async () => (await control.deliveries({ app: KEY })).map(({ topic, state }) => `${topic} ${state}`))
        .toEqual(['order.shipped delivered', 'order.paid delivered'])

      await hands.press(page.getByRole('link', { name: 'Plugins', exact: true }).first())
      await hands.press(button('Uninstall Points, tr'))
      await link('Install Points').waitFor()
      expect(await page.getByRole('link', { name: 'Open Points', exact: true }).count()).toBe(0)
      await page.goto(`${urls.admin}/admin/orders`)
      await hands.press(link(number))
      await page.getByRole('heading', { level: 1, name: number }).waitFor()
      expect(await page.locator('iframe').count()).toBe(0)
      expect((await control.installs({ app: KEY })).map(({ removedAt }) => removedAt)).toEqual([expect.any(String)])
    },
  )
})

function named(page: Page) {
  return {
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    link: (name: string) => page.getByRole('link', { name, exact: true }),
    textbox: (name: string) => page.getByRole('textbox', { name, exact: true }),
    box: (name: string) => page.getByRole('checkbox', { name, exact: true }),
  }
}

/** Registers the app in the portal; answers with the credentials, which are shown once. */
async function register(page: Page, hands: Hands, app: string) {
  const { button, link, textbox, box } = named(page)
  await hands.press(link('Register an app'))
  await hands.type(textbox('App key'), KEY)
  await hands.type(textbox('Name'), 'Points')
  await hands.type(textbox('Redirect URIs'), `${app}/auth/callback`)
  await hands.type(textbox('Webhook URL'), `${app}/webhooks`)
  const slots = [
    { type: 'fullpage', path: 'panel', label: 'Points' },
    { type: 'order-detail', path: 'slots/order', label: 'Points of the order' },
  ]
  await hands.type(
    textbox('Admin manifest'),
    JSON.stringify({ renderMode: 'iframe', appUrl: app, installScope: 'region', slots }),
  )
  // In the order of the page: the keyboard goes through it once.
  for (const name of ['orders.read', 'products.read', 'order.paid', 'order.shipped']) await hands.tick(box(name))
  await hands.press(button('Register'))
  await link('Open app').waitFor()
  const [client_id = '', client_secret = '', webhook_signing_secret = ''] = await page
    .locator('dd code')
    .allTextContents()
  return { client_id, client_secret, webhook_signing_secret }
}

/** Buys two pieces of the first product of the home region, paid at once; answers with the number of the order. */
async function buy(page: Page, hands: Hands, storefront: string): Promise<string> {
  const { button, link, textbox } = named(page)
  await page.goto(storefront)
  await hands.press(link('tr'))
  await hands.press(page.locator('main a[href*="/products/"]').first())
  await hands.type(page.getByRole('spinbutton', { name: 'Quantity' }), '2')
  await hands.press(button('Add to cart'))
  await hands.press(button('Checkout'))
  const buyer = {
    Email: 'ada@example.com',
    'Full name': 'Ada Example',
    'Street and number': '1 Example Street',
    'Postal code': '34000',
    City: 'İstanbul',
  }
  for (const [name, text] of Object.entries(buyer)) await hands.type(textbox(name), text)
  await hands.press(button('Place order'))
  await page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor()
  const [number = ''] = /CORNER-SHOP-\d+/.exec((await page.getByRole('main').textContent()) ?? '') ?? []
  expect(number).not.toBe('')
  return number
}
