import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Browser, Page } from 'playwright-core'

import type { Shop } from './shop.ts'

interface Picture {
  readonly width: number
  readonly height: number
  readonly colorScheme: 'dark' | 'light'
  readonly fullPage?: boolean
}

const phone = { width: 390, height: 844 } as const

/** Takes the pictures of the docs into `folder`, each with the name that the pages use. */
export async function takeDocPictures(browser: Browser, shop: Shop, folder: string): Promise<void> {
  const page = await browser.newPage()
  await shop.enter(page)
  const shown = new Map(shop.pages.map((one) => [one.name, one.open]))
  const open = async (name: string) => {
    await shown.get(name)?.(page)
    await page.waitForTimeout(500)
  }
  const take = async (name: string, { width, height, colorScheme, fullPage = false }: Picture) => {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    await open(name)
    return page.screenshot({ fullPage })
  }
  const save = (name: string, png: Buffer) => {
    writeFileSync(join(folder, `${name}.png`), png)
    console.log(name)
  }
  const panel = await take('container', { ...phone, colorScheme: 'light' })
  const orders = await take('admin-orders', { ...phone, colorScheme: 'light' })
  const storefront = await take('storefront-home', { ...phone, colorScheme: 'dark' })
  save('phone', await sideBySide(page, [orders, storefront, panel]))
  save('consent', await take('consent', { width: 1024, height: 610, colorScheme: 'light' }))
  save('data-explorer', await take('explorer-table', { width: 1024, height: 608, colorScheme: 'light' }))
  save('panel-preview', await take('preview', { width: 1024, height: 768, colorScheme: 'light', fullPage: true }))
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await open('inspector')
  await openRow(page, 'order.paid')
  save('inspector-delivery', await page.screenshot())
  await failOnOrders(shop)
  await openRow(page, 'dead letter')
  save('inspector-dead-letter', await page.screenshot())
}

/** Opens the first row of the timeline with this text, once it is there. */
async function openRow(page: Page, text: string): Promise<void> {
  await page.locator('#rows li', { hasText: text }).first().click({ timeout: 60_000 })
  await page.waitForTimeout(1000)
}

/** Replaces the app with one that responds 500 to every delivery, waits for its restart and places an order. */
async function failOnOrders({ project, run }: Shop): Promise<void> {
  writeFileSync(join(project, 'src/server.ts'), failingServer)
  await new Promise<void>((resolve) => void setTimeout(resolve, 5000))
  await run(['emulator', 'order', 'place', '--region', 'tr', '--paid'])
}

const failingServer = `import { createServer } from 'node:http'

createServer((_request, response) => {
  response.writeHead(500, { 'Content-Type': 'application/json' })
  response.end('{"error":"The database is locked."}')
}).listen(Number(process.env['PORT']), '127.0.0.1')
`

/** Returns one picture with the given ones from left to right. */
async function sideBySide(page: Page, pictures: readonly Buffer[]): Promise<Buffer> {
  const gap = 18
  await page.setViewportSize({ width: (phone.width + gap) * pictures.length - gap, height: phone.height })
  const images = pictures.map((one) => `<img src="data:image/png;base64,${one.toString('base64')}">`).join('')
  // The policy of the last page would block the images.
  await page.goto('about:blank')
  await page.setContent(`<body style="margin:0;display:flex;gap:${gap}px;background:#888">${images}</body>`)
  await page.evaluate('Promise.all([...document.images].map((image) => image.decode()))')
  return page.screenshot()
}
