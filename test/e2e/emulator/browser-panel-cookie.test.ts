import { createServer, request } from 'node:http'

import { expect, it, onTestFinished } from 'vitest'

import { freePort } from '../../support/processes/free-port.ts'
import { installByHand, makeRunningFixture, stranger } from '../support/browser-fixture.ts'
import { describeInPrivateWindows, openKeepingThirdPartyCookies } from '../support/chromium.ts'

/** What stands before the app and writes its cookies as `as` says. */
async function makeFront() {
  const cookies = { as: (cookie: string) => cookie }
  const port = await freePort()
  const serveFor = async (appPort: number) => {
    const server = createServer((incoming, outgoing) => {
      const { method, url, headers } = incoming
      const passed = request({ host: '127.0.0.1', port: appPort, method, path: url, headers }, (answer) => {
        const set = answer.headers['set-cookie']?.map((one) => cookies.as(one))
        outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...(set && { 'set-cookie': set }) })
        answer.pipe(outgoing)
      })
      passed.on('error', () => outgoing.destroy())
      incoming.pipe(passed)
    })
    await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
    onTestFinished(() => {
      server.close()
      server.closeAllConnections()
    })
  }
  return { cookies, origin: `http://127.0.0.1:${port}`, serveFor }
}

const shared = (cookie: string) => cookie.replace('; Partitioned', '')
const lax = (cookie: string) => shared(cookie).replace('SameSite=None', 'SameSite=Lax')

describeInPrivateWindows('the session of the panel on another site than the admin', (browser) => {
  it.each([
    ['blocked', 'Not signed in', () => stranger(browser())],
    ['kept', 'Demo', openKeepingThirdPartyCookies],
  ] as const)(
    'is lost with SameSite=Lax and works with None and Secure if third-party cookies are %s (EMB-105 EMB-111 EMB-113)',
    async (_, unpartitioned, open) => {
      const { cookies, origin, serveFor } = await makeFront()
      const slots = [{ type: 'fullpage', path: 'panel', label: 'Loyalty' }]
      const fixture = await makeRunningFixture({
        registration: {
          admin_manifest_json: JSON.stringify({ renderMode: 'iframe', appUrl: origin, installScope: 'region', slots }),
        },
        env: { SVCAPP_APP_URL: origin },
      })
      await serveFor(fixture.port)
      const page = await open()
      const context = page.context()
      await page.goto(await fixture.control.signInUrl({ store: fixture.store.code }))
      await installByHand(page, fixture)
      /** Opens the panel again: an address of the same second is the same, and opens once only. */
      const heading = async () => {
        await page.goto(fixture.manage)
        const frame = page.frameLocator('iframe')
        return await frame.locator('h1').textContent()
      }
      const sessions = async () => (await context.cookies(origin)).filter(({ name }) => name.startsWith('panel_'))
      const end = { interval: 500 }

      cookies.as = lax
      await expect.poll(heading, end).toBe('Not signed in')
      expect(await sessions()).toEqual([])
      // That this browser does what the title says of it.
      cookies.as = shared
      await expect.poll(heading, end).toBe(unpartitioned)
      await context.clearCookies({ domain: '127.0.0.1' })
      cookies.as = (cookie) => cookie
      await expect.poll(heading, end).toBe('Demo')
      await page.frameLocator('iframe').getByRole('link', { name: 'Orders' }).click()
      await page.frameLocator('iframe').getByRole('heading', { name: 'Paid orders', exact: true }).waitFor()

      expect(await sessions()).toMatchObject([{ secure: true, httpOnly: true, sameSite: 'None' }])
    },
  )
})
