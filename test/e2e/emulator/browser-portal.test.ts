import { expect, it } from 'vitest'

import Portal from '../../../src/commands/portal.ts'
import { pageLinks } from '../../../src/control/pages/page-links.ts'
import { runCommand } from '../../support/command/command.ts'
import { servedContext } from '../../support/served.ts'
import { stranger } from '../support/browser-fixture.ts'
import { describeInChromium } from '../support/chromium.ts'

describeInChromium('the developer portal, by the command that opens it', (browser) => {
  it('the link from `app portal` signs you in, and continues to a store admin', async () => {
    const { overrides, control, urls } = await servedContext()
    await control.openStore({ name: 'Demo', seed: 'none' })
    const page = await stranger(browser())

    await page.goto(urls.portal)
    const shut = await page.getByText('app portal').count()
    const { result } = await runCommand(Portal, ['--json'], overrides)
    await page.goto(result?.url ?? '')

    expect(shut).toBe(1)
    await page.getByRole('heading', { name: 'Apps' }).waitFor()
    expect(page.url()).not.toContain('ticket')
    await page.getByRole('button', { name: 'Open admin' }).click()
    await page.waitForURL(`${urls.admin}/**`)
  })

  it('opens admin, portal and data twice with the links of this run, and leaves no key behind (T40)', async () => {
    const { overrides, control, urls } = await servedContext()
    const { store } = await control.openStore({ name: 'Demo', seed: 'none' })
    const links = pageLinks(overrides.paths, store.code)
    const page = await stranger(browser())
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))

    for (const [link, title] of [
      [links?.admin, 'Plugins'],
      [links?.portal, 'Developer portal'],
      [links?.data, 'Data'],
      [links?.admin, 'Plugins'],
    ] as const) {
      await page.goto('about:blank')
      await page.goto(link ?? '')
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      expect(page.url()).not.toContain('#')
    }
    await page.goto('about:blank')
    await page.goto(`${urls.portal}/open#key=${'x'.repeat(22)}`)
    await page.getByText('This link belongs to a run that has stopped.').waitFor()

    expect(asked.filter((url) => url.includes('key='))).toEqual([])
  })
})
