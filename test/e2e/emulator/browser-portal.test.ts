import { expect, it } from 'vitest'

import Portal from '../../../src/commands/portal.ts'
import { runCommand } from '../../support/command/command.ts'
import { servedContext } from '../../support/served.ts'
import { stranger } from '../support/browser-stage.ts'
import { describeInChromium } from '../support/chromium.ts'

describeInChromium('the developer portal, by the command that opens it', (browser) => {
  it('lets a person in by the address of `app portal`, and leads on to a store admin', async () => {
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
})
