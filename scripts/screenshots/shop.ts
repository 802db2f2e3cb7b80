import { once } from 'node:events'
import { createInterface } from 'node:readline'

import type { Page } from 'playwright-core'

import type { DevEvent } from '../../src/dev/events/dev-event.ts'
import type { Demo } from '../demo/environment.ts'
import { moveAppPort } from '../demo/move-app-port.ts'

const KEY = 'app.acme.loyalty'

export interface ShownPage {
  readonly name: string
  /** Opens the page and waits until it is fully drawn. */
  readonly open: (page: Page) => Promise<unknown>
}

type Ready = Extract<DevEvent, { event: 'ready' }>

export interface Shop {
  readonly pages: readonly ShownPage[]
  /** Project folder of the app. */
  readonly project: string
  /** Signs in to the admin and portal. */
  readonly enter: (page: Page) => Promise<void>
  /** Runs `app <args>` in the project. */
  readonly run: (args: readonly string[]) => Promise<unknown>
}

/** Starts an installed app under `app dev` with orders and deliveries, which retries twice with 1 s in between. */
export async function openShop(demo: Demo): Promise<Shop> {
  await run(demo, ['init', KEY, '--yes', '--dir', demo.project], demo.home)
  await moveAppPort(demo.project)
  const ready = await startDev(demo)
  await run(demo, ['emulator', 'order', 'place', '--region', 'tr', '--paid'])
  await run(demo, ['emulator', 'order', 'place', '--region', 'tr'])
  const admin = `${ready.admin}/admin`
  const portal = ready.portal ?? ''
  const shop = ready.storefront ?? ''
  const first = (list: string) => async (page: Page) => {
    await page.goto(`${admin}/${list}`)
    await page.locator(`main table a[href^="/admin/${list}/"]`).first().click()
    await page.waitForLoadState('load')
    await page.waitForTimeout(list === 'orders' ? 2500 : 0)
  }
  const pages: ShownPage[] = [
    // Must come first: the slots of an order identify the user by the session that the panel started.
    {
      name: 'container',
      open: async (page) => {
        await page.goto(`${admin}/plugins/manage/${KEY}`)
        await page.waitForTimeout(2500)
      },
    },
    { name: 'admin-orders', open: at(`${admin}/orders`) },
    { name: 'admin-order', open: first('orders') },
    { name: 'admin-products', open: at(`${admin}/products`) },
    { name: 'admin-product', open: first('products') },
    {
      name: 'admin-product-edit',
      open: async (page) => {
        await first('products')(page)
        await page.getByRole('link', { name: 'Edit product' }).click()
      },
    },
    { name: 'admin-customers', open: at(`${admin}/customers`) },
    { name: 'admin-customer', open: first('customers') },
    { name: 'admin-categories', open: at(`${admin}/categories`) },
    { name: 'admin-category', open: first('categories') },
    { name: 'admin-goods', open: at(`${admin}/goods`) },
    { name: 'admin-plugins', open: at(`${admin}/plugins`) },
    { name: 'admin-not-found', open: at(`${admin}/orders/999999`) },
    { name: 'consent', open: at(`${admin}/plugins/install/${KEY}`) },
    {
      name: 'preview',
      open: async (page) => {
        await page.goto(`${admin}/panel-preview/${KEY}`)
        await page.waitForTimeout(4500)
      },
    },
    {
      name: 'preview-order',
      open: async (page) => {
        await page.goto(`${admin}/panel-preview/${KEY}?view=order-detail&width=390`)
        await page.waitForTimeout(4500)
      },
    },
    { name: 'portal-home', open: at(`${portal}/`) },
    { name: 'portal-new', open: at(`${portal}/apps/new`) },
    { name: 'portal-app', open: at(`${portal}/apps/${KEY}`) },
    { name: 'explorer-stores', open: at(`${portal}/data`) },
    { name: 'explorer-store', open: at(`${portal}/data/demo`) },
    { name: 'explorer-table', open: at(`${portal}/data/demo/orders`) },
    {
      name: 'explorer-row',
      open: async (page) => {
        await page.goto(`${portal}/data/demo/orders`)
        await page.locator('main table a[href*="/row?"]').first().click()
      },
    },
    { name: 'explorer-changes', open: at(`${portal}/data/demo/changes`) },
    { name: 'storefront-stores', open: at(new URL('/', shop).href) },
    { name: 'storefront-regions', open: at(shop) },
    { name: 'storefront-home', open: at(`${shop}/tr`) },
    {
      name: 'storefront-product',
      open: async (page) => {
        await page.goto(`${shop}/tr`)
        await page.locator('.products a').first().click()
      },
    },
    {
      name: 'storefront-cart',
      open: async (page) => {
        await page.goto(`${shop}/tr`)
        await page.locator('.products a').first().click()
        await page.getByRole('button', { name: 'Add to cart' }).click()
        await page.goto(`${shop}/tr/cart`)
      },
    },
    { name: 'storefront-checkout', open: at(`${shop}/tr/checkout`) },
    {
      name: 'storefront-order',
      open: async (page) => {
        await page.goto(`${shop}/tr/checkout`)
        await page.getByRole('button', { name: 'Place order' }).click()
      },
    },
    {
      name: 'inspector',
      open: async (page) => {
        await page.goto(ready.inspector ?? '')
        await page.locator('#rows li').first().waitFor()
      },
    },
    {
      name: 'inspector-delivery',
      open: async (page) => {
        await page.locator('#rows li').first().click()
        await page.waitForTimeout(1000)
      },
    },
  ]
  const enter = async (page: Page) => {
    await page.goto(`${admin}/sign-in`)
    for (const name of ['admin', 'portal']) await page.goto(await addressOf(demo, name))
  }
  return { pages, project: demo.project, enter, run: (args) => run(demo, args) }
}

const at = (url: string) => (page: Page) => page.goto(url, { waitUntil: 'load' })

async function startDev(demo: Demo): Promise<Ready> {
  const ports = ['--port', '0', '--outbound-port', '0', '--inspector-port', '0', '--emulator-port', '0']
  const dev = demo.start(['dev', '--approve', '--json', '--ack', '--retry-delays', '1s,1s', ...ports], {
    cwd: demo.project,
    stdio: ['ignore', 'pipe', 'inherit'],
    guarded: true,
  })
  if (dev.stdout === null) throw new Error('app dev has no output.')
  let ready: Ready | null = null
  for await (const line of createInterface({ input: dev.stdout })) {
    const event = JSON.parse(line) as DevEvent
    if (event.event === 'ready') ready = event
    if (event.event === 'installed' && ready !== null) {
      dev.stdout.resume()
      return ready
    }
  }
  throw new Error('app dev ended before the app was installed.')
}

/** Runs one command without its output. */
async function run(demo: Demo, args: readonly string[], cwd = demo.project): Promise<string> {
  demo.interrupted.throwIfAborted()
  const child = demo.start(args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
  const chunks: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`app ${args.join(' ')} ended with ${code}.`)
  return Buffer.concat(chunks).toString()
}

async function addressOf(demo: Demo, name: string): Promise<string> {
  return (JSON.parse(await run(demo, ['open', name, '--json'])) as { url: string }).url
}
