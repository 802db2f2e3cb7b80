import { expect, it, onTestFinished } from 'vitest'

import { allTables } from '../../../src/emulator/tables/all.ts'
import { makeFixture } from '../support/browser-fixture.ts'
import { describeInChromium } from '../support/chromium.ts'
import { bytesOf, faultsOf, looksInBothThemes, MOST_BYTES, smallTargets } from '../support/looks.ts'

describeInChromium('the pages of the developer portal', (browser) => {
  it('every page has no axe-core violations in either theme, no horizontal scrolling at 390 px and at most 60 kB', async () => {
    const { control, urls, key } = await makeFixture()
    const context = await browser().newContext({ viewport: { width: 390, height: 800 } })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    const found: unknown[] = []
    const look = async (what: string) => {
      const faults = faultsOf(await looksInBothThemes(page))
      if (faults.length > 0) found.push({ what, faults })
    }

    for (const path of ['', '/?ticket=old', '/open#key=old']) {
      await page.goto(urls.portal + path)
      await look(`closed ${path}`)
    }
    await page.goto(await control.portalUrl())
    await look('home')
    expect(await page.locator('a[aria-current="page"]').allTextContents()).toEqual(['Apps and stores'])
    expect(await page.getByRole('link', { name: 'Loyalty' }).count()).toBe(1)
    expect(await smallTargets(page, 'main a, main button, nav a')).toEqual([])
    await page.goto(`${urls.portal}/apps/new`)
    await look('new')
    await page.getByRole('textbox', { name: 'App key', exact: true }).fill('app.acme.other')
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await look('rejected')
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
    for (const path of ['app.no.such', 'app.acme.other/test-stores', 'app.acme.other/installs', `${key}/nothing`]) {
      await page.goto(`${urls.portal}/apps/${path}`)
      await look(path)
    }
    const { store } = await control.openStore({ name: 'Big', seed: 'demo' })
    for (const path of ['', '/nope', `/${store.code}/nope`, `/${store.code}/products`]) {
      await page.goto(`${urls.portal}/data${path}`)
      await look(path)
    }
    // The tables differ in their rows alone.
    for (const [name] of allTables) {
      await page.goto(`${urls.portal}/data/${store.code}/${name}`)
      const bytes = await bytesOf(page)
      if (bytes > MOST_BYTES) found.push({ name, bytes })
    }

    expect(found).toEqual([])
  })
})
