/**
 * Takes a screenshot of every page, light and dark, at 1280 and 390 px: `node scripts/screenshots.ts <folder>`. A new app runs under `app dev` in a
 * temporary folder, installed and with a few orders. Needs Chromium. `--only <text>` limits it to pages with the text in their name.
 * `node scripts/screenshots.ts --docs docs/images` takes the pictures of the docs instead.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { chromium, type Browser, type Page } from 'playwright-core'

import { openDemo } from './demo/environment.ts'
import { takeDocPictures } from './screenshots/doc-pictures.ts'
import { openShop, type Shop } from './screenshots/shop.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, docs: { type: 'boolean' } },
})
const [folder] = positionals
if (folder === undefined) throw new Error('Name the folder: node scripts/screenshots.ts <folder>')
mkdirSync(folder, { recursive: true })

const demo = openDemo()
try {
  const shop = await openShop(demo)
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    if (values.docs) await takeDocPictures(browser, shop, folder)
    else await shootEach(browser, shop)
  } finally {
    await browser.close()
  }
} finally {
  await demo.close()
}

async function shootEach(browser: Browser, shop: Shop): Promise<void> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await shop.enter(page)
  for (const { name, open } of shop.pages) {
    if (values.only !== undefined && !name.includes(values.only)) continue
    await open(page)
    await shootAll(page, name)
    console.log(name)
  }
}

async function shootAll(page: Page, name: string): Promise<void> {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 800 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const path = join(folder ?? '.', `${name}-${width}-${colorScheme}.png`)
      await page.screenshot({ path, fullPage: true })
    }
  }
}
