import { expect, it } from 'vitest'

import { installByHand, makeRunningFixture } from '../support/browser-fixture.ts'
import { describeInChromium } from '../support/chromium.ts'

const slots = [['fullpage', 'panel']] as const

describeInChromium('a panel that keeps its token in memory', (browser) => {
  it('sends the token as a header, and keeps it out of its URL, storage and cookies (EMB-104 EMB-107 EMB-114)', async () => {
    const fixture = await makeRunningFixture({ slots, app: 'header-session' })
    const page = await fixture.signIn(browser())
    await installByHand(page, fixture)
    const sent: (string | undefined)[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/panel/data') sent.push(request.headers()['x-service-embed-token'])
    })

    await page.goto(fixture.manage)
    const src = new URL((await page.locator('iframe').getAttribute('src')) ?? '')
    const panel = page.frameLocator('iframe').locator('#panel')
    await expect.poll(() => panel.textContent()).toContain('"store":"Demo"')

    expect(sent).toEqual([src.searchParams.get('embed_token')])
    const frame = page.frames()[1]
    expect(await frame?.evaluate('[location.href, document.cookie]')).toEqual([`${fixture.app}/panel`, ''])
    const kept = `(() => { try { return localStorage.length + sessionStorage.length } catch { return 0 } })()`
    expect(await frame?.evaluate(kept)).toBe(0)
    // That of the install is there for its state.
    const names = (await page.context().cookies(fixture.app)).map(({ name }) => name)
    expect(names.filter((name) => !name.startsWith('install_'))).toEqual([])
  })

  it('has the header rather than the query over HTTP (EMB-115)', async () => {
    const fixture = await makeRunningFixture({ slots, app: 'header-session' })
    const page = await fixture.signIn(browser())
    await installByHand(page, fixture)
    const tokens = `fetch('/api/admin/apps/${fixture.key}/embed-token').then((answer) => answer.json()).then(({ token }) => token)`
    await page.goto(fixture.manage)
    const good = await page.evaluate<string>(tokens)

    const ask = async (header: string | null, query: string) => {
      const headers = header === null ? {} : { 'X-Service-Embed-Token': header }
      return (await fetch(`${fixture.app}/panel/data?embed_token=${query}`, { headers })).status
    }

    expect([await ask(good, 'bad'), await ask('bad', good), await ask(null, good)]).toEqual([200, 401, 200])
  })
})
