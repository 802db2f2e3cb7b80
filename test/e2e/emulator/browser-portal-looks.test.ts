import { expect, it, onTestFinished } from 'vitest'

import { makeStage } from '../support/browser-stage.ts'
import { describeInChromium } from '../support/chromium.ts'
import { looksInBothThemes } from '../support/looks.ts'

describeInChromium('the pages of the developer portal', (browser) => {
  it('no page has anything that axe-core finds, and none goes sideways at 390 px, in both themes', async () => {
    const { control, urls, key } = await makeStage()
    const context = await browser().newContext({ viewport: { width: 390, height: 800 } })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    const found: unknown[] = []
    const look = async (what: string) => {
      const { violations, sideways } = await looksInBothThemes(page)
      if (violations.length > 0 || sideways > 0) found.push({ what, violations, sideways })
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
    for (const tab of ['test-stores', 'review', 'installs', 'webhooks']) {
      await page.goto(`${urls.portal}/apps/${key}/${tab}`)
      await look(tab)
    }
    await page.getByRole('button', { name: 'Send test event', exact: true }).click()
    await look('test event')
    await page.goto(`${urls.portal}/apps/app.no.such`)
    await look('unknown')

    expect(found).toEqual([])
  })
})
