import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { expect, it, onTestFinished } from 'vitest'

import { makeStage } from '../support/browser-stage.ts'
import { describeInChromium } from '../support/chromium.ts'

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** In the page: what axe finds, and whether it goes sideways. */
const check = `axe.run().then(({ violations }) => ({
  violations: violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target, failureSummary }) => target + ' ' + failureSummary).join('; ')),
  sideways: document.documentElement.scrollWidth > innerWidth,
}))`

describeInChromium('the pages of the developer portal', (browser) => {
  it.each(['light', 'dark'] as const)(
    'no page has anything that axe-core finds, and none goes sideways at 390 px: %s',
    { timeout: 60_000 },
    async (colorScheme) => {
      const { control, urls, key } = await makeStage()
      const context = await browser().newContext({ colorScheme, viewport: { width: 390, height: 800 } })
      onTestFinished(() => context.close())
      const page = await context.newPage()
      const found: unknown[] = []
      const look = async (what: string) => {
        await page.evaluate(axe)
        const seen = await page.evaluate<{ violations: string[]; sideways: boolean }>(check)
        if (seen.violations.length > 0 || seen.sideways) found.push({ what, ...seen })
      }

      await page.goto(urls.portal)
      await look('closed')
      await page.goto(await control.portalUrl())
      await look('home')
      await page.goto(`${urls.portal}/apps/new`)
      await look('new')
      await page.getByRole('textbox', { name: 'App key', exact: true }).fill('app.acme.other')
      await page.getByRole('button', { name: 'Register', exact: true }).click()
      await look('refused')
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Other')
      await page.getByRole('button', { name: 'Register', exact: true }).click()
      await look('credentials')
      await page.goto(`${urls.portal}/apps/${key}`)
      await look('app')
      await page.getByRole('button', { name: 'Send test event', exact: true }).click()
      await look('test event')
      await page.goto(`${urls.portal}/apps/app.no.such`)
      await look('unknown')

      expect(found).toEqual([])
    },
  )
})
