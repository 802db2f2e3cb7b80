import { existsSync } from 'node:fs'

import { chromium, type Browser } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'

const paths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const executablePath = paths.find((path) => existsSync(path))
const isRequired = (process.env['SVCAPP_TEST_REQUIRE'] ?? '').split(/[\s,]+/).includes('chromium')

/** A described group of tests in a real Chromium; left out, with the reason in its title, where there is none and none is required. */
export function describeInChromium(title: string, group: (browser: () => Browser) => void): void {
  const isLeftOut = executablePath === undefined && !isRequired
  describe.skipIf(isLeftOut)(
    isLeftOut ? `${title} (left out: no Chromium on this machine)` : title,
    { timeout: 30_000 },
    () => {
      let browser: Browser | undefined
      beforeAll(async () => {
        if (executablePath === undefined) throw new Error(`Chromium is required, and is none of ${paths.join(', ')}.`)
        browser = await chromium.launch({
          executablePath,
          args: [
            '--no-sandbox',
            '--disable-gpu',
            '--disable-quic',
            '--no-first-run',
            '--disable-background-networking',
            '--disable-component-update',
            '--disable-sync',
          ],
        })
      })
      afterAll(() => browser?.close())
      group(() => {
        if (browser === undefined) throw new Error('The browser is not open yet.')
        return browser
      })
    },
  )
}
