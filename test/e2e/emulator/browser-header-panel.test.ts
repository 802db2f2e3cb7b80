import { createServer } from 'node:http'

import { expect, it, onTestFinished } from 'vitest'

import { freePort } from '../../support/processes/free-port.ts'
import { installByHand, makeRunningStage } from '../support/browser-stage.ts'
import { describeInChromium } from '../support/chromium.ts'

/** The pages of a panel on a server of their own, which fetch from the app by the header. */
async function serveFront(port: number, app: string): Promise<void> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' })
    response.end(`<!doctype html><title>front</title><h1>…</h1><script>
      const token = new URLSearchParams(location.search).get('embed_token')
      history.replaceState(null, '', location.pathname)
      fetch('${app}/api/panel/orders', { headers: { 'X-Service-Embed-Token': token } })
        .then((answer) => answer.json())
        .then(({ title }) => { document.querySelector('h1').textContent = title })
    </script>`)
  })
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
}

describeInChromium('a panel that keeps its token in memory', (browser) => {
  it('EMB-104 EMB-107 EMB-114 sends it as a header with each request, and has it neither in its address nor in storage nor in a cookie', async () => {
    const stage = await makeRunningStage({ slots: [['fullpage', 'panel/by-header']] })
    const page = await stage.signIn(browser())
    await installByHand(page, stage)
    const sent: (string | undefined)[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/panel/orders') sent.push(request.headers()['x-service-embed-token'])
    })

    await page.goto(stage.manage)
    const src = new URL((await page.locator('iframe').getAttribute('src')) ?? '')
    const token = src.searchParams.get('embed_token')
    const panel = page.frameLocator('iframe')
    await expect.poll(() => panel.locator('h1').textContent()).toBe('Demo')
    await panel.getByRole('button', { name: 'Fetch again' }).click()
    await expect.poll(() => sent.length).toBe(2)

    expect(sent).toEqual([token, token])
    const frame = page.frames()[1]
    expect(await frame?.evaluate('[location.href, document.cookie]')).toEqual([`${stage.app}/panel/by-header`, ''])
    const kept = `(() => { try { return localStorage.length + sessionStorage.length } catch { return 0 } })()`
    expect(await frame?.evaluate(kept)).toBe(0)
    expect(await page.context().cookies(stage.app)).toEqual([])
  })

  it('EMB-115 EMB-116 the app takes the header before the query over HTTP, and lets the pages of one other origin send it', async () => {
    const front = await freePort()
    const origin = `http://127.0.0.1:${front}`
    const manifest = { renderMode: 'iframe', appUrl: origin, installScope: 'region', slots: [] }
    const stage = await makeRunningStage({
      registration: { admin_manifest_json: JSON.stringify(manifest) },
      env: { PANEL_ORIGIN: origin },
    })
    await serveFront(front, stage.app)
    const page = await stage.signIn(browser())
    await installByHand(page, stage)
    const tokens = `fetch('/api/admin/apps/${stage.key}/embed-token').then((answer) => answer.json()).then(({ token }) => token)`

    await page.goto(stage.manage)
    await expect.poll(() => page.frameLocator('iframe').locator('h1').textContent()).toBe('Demo')
    const good = await page.evaluate<string>(tokens)
    const ask = async (header: string | null, query: string) => {
      const headers = header === null ? {} : { 'X-Service-Embed-Token': header }
      return (await fetch(`${stage.app}/api/panel/orders?embed_token=${query}`, { headers })).status
    }
    const preflight = await fetch(`${stage.app}/api/panel/orders`, {
      method: 'OPTIONS',
      headers: { Origin: origin, 'Access-Control-Request-Method': 'GET' },
    })

    expect([await ask(good, 'bad'), await ask('bad', good), await ask(null, good)]).toEqual([200, 401, 200])
    expect(preflight.headers.get('access-control-allow-headers')).toBe('X-Service-Embed-Token')
  })
})
