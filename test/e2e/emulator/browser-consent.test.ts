import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, it, onTestFinished } from 'vitest'

import { statePaths } from '../../../src/project/paths.ts'
import { makeDevProject } from '../../support/dev/dev-project.ts'
import { freePorts, runCli } from '../../support/run-cli.ts'
import { serve } from '../../support/served.ts'
import { makeRunningFixture, makeFixture, stranger } from '../support/browser-fixture.ts'
import { describeInChromium } from '../support/chromium.ts'

/** A page elsewhere on this machine, on its own port. */
async function serveText(text: string, headers: Record<string, string> = { 'Content-Type': 'text/html' }) {
  const server = createServer((_, response) => void response.writeHead(200, headers).end(text))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

describeInChromium('the consent page in a browser', (browser) => {
  it('asks for email and password, then returns to the consent page (INST-002 INST-004)', async () => {
    const fixture = await makeFixture()
    const { manager } = await fixture.control.openStore({ name: 'Other', appKey: fixture.key, seed: 'none' })
    const page = await stranger(browser())

    await page.goto(
      `${fixture.consent}?client_id=${fixture.secrets.client_id}&scope=orders.read%20products.read&state=s%2B1`,
    )
    await page.getByLabel('Email').fill(manager.email)
    await page.getByLabel('Password').fill(manager.password)
    await page.getByRole('button', { name: 'Sign in' }).click()

    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Install Loyalty')
    expect(new URL(page.url()).searchParams.get('state')).toBe('s+1')
  })

  it('the app starts it, an optional permission is switched off, and Approve returns to the app as installed (INST-021 INST-041)', async () => {
    const fixture = await makeRunningFixture()
    const page = await fixture.signIn(browser())

    await page.goto(`${fixture.app}/auth/start`)
    const boxes = page.getByRole('checkbox')
    expect(await boxes.evaluateAll((all) => all.map((box) => box.matches(':disabled')))).toEqual([true, false])
    await page.getByRole('checkbox', { name: /products\.read/ }).uncheck()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.waitForURL(`${fixture.app}/auth/done`)

    expect(await fixture.control.installs({ app: fixture.key })).toMatchObject([
      { scopes: ['orders.read'], removedAt: null },
    ])
    expect(page.url()).not.toMatch(/code|state/)
    await page.getByRole('link', { name: 'Open the app in the store admin' }).click()
    await page.waitForURL(fixture.manage)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Loyalty')
  })

  it('Cancel redirects with access_denied and the state, and nothing is installed (INST-042)', async () => {
    const fixture = await makeRunningFixture()
    const page = await fixture.signIn(browser())
    const visited: string[] = []
    page.on('request', (request) => visited.push(request.url()))

    await page.goto(`${fixture.app}/auth/start`)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.waitForURL(/\/auth\/callback/)

    const back = new URL(page.url()).searchParams
    expect([back.get('error'), back.get('code')]).toEqual(['access_denied', null])
    expect(back.get('state')).toBe(
      new URL(visited.find((url) => url.includes('/install/')) ?? '').searchParams.get('state'),
    )
    expect(await page.textContent('main')).toContain('declined')
    expect([fixture.codes(), await fixture.control.installs({ app: fixture.key })]).toEqual([0, []])
  })

  it('an install from the Plugins list needs no parameters, and the app is listed as installed (INST-001 INST-037)', async () => {
    const fixture = await makeRunningFixture()
    const page = await fixture.signIn(browser(), 'de')

    await page.getByRole('link', { name: 'Install' }).click()
    expect(page.url()).toBe(fixture.consent)
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.waitForURL(`${fixture.app}/auth/done`)
    await page.goto(`${fixture.urls.admin}/admin/plugins`)

    expect(await page.getByRole('link', { name: 'Open' }).count()).toBe(1)
    expect(await page.textContent('main')).toMatch(/de\s+installed/)
    await page.getByRole('button', { name: 'Uninstall' }).click()
    expect(await page.textContent('main')).toContain('No apps installed yet')
  })

  it('the region can be changed on the consent page, which keeps the state (INST-059)', async () => {
    const fixture = await makeRunningFixture()
    const page = await fixture.signIn(browser())

    await page.goto(`${fixture.app}/auth/start`)
    await page.getByLabel('Region tr (TRY)').click()
    await page.getByRole('button', { name: 'gb (GBP)' }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.waitForURL(`${fixture.app}/auth/done`)

    const gb = fixture.store.regions.find(({ code }) => code === 'gb')?.id
    expect(await fixture.control.installs({ app: fixture.key })).toMatchObject([{ regionId: gb }])
  })

  it('Approve also follows an app that redirects to another server on this machine', async () => {
    const dashboard = await serveText('<h1>Dashboard</h1>')
    const hop = createServer((_, response) => void response.writeHead(302, { Location: dashboard }).end())
    await new Promise<void>((resolve) => void hop.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void hop.close())
    const { port } = hop.address() as AddressInfo
    const fixture = await makeFixture({ registration: { redirect_uris: [`http://127.0.0.1:${port}/auth/callback`] } })
    const page = await fixture.signIn(browser())

    await page.goto(fixture.consent)
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.waitForURL(dashboard)

    expect(await page.textContent('h1')).toBe('Dashboard')
  })

  it('a page that frames the admin gets no clickable content (T10)', async () => {
    const fixture = await makeFixture()
    const page = await fixture.signIn(browser())
    const refusals: string[] = []
    page.on('console', (message) => refusals.push(message.text()))

    for (const target of [
      fixture.consent,
      `${fixture.urls.admin}/admin/sign-in`,
      `${fixture.urls.portal}/`,
      fixture.manage,
    ]) {
      refusals.length = 0
      await page.goto(await serveText(`<h1>Prize</h1><iframe src="${target}"></iframe>`))
      const [, frame] = page.frames()

      expect(await frame?.locator('form, button, main').count(), target).toBe(0)
      await expect.poll(() => refusals.join(' '), { message: target }).toMatch(/frame-ancestors/)
    }
    // The same address is drawn where nothing frames it.
    await page.goto(fixture.consent)
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(1)
  })

  it('Approve without the one-time form token or from another page returns 403 and no code (T10)', async () => {
    const fixture = await makeFixture()
    const page = await fixture.signIn(browser())
    const approve = `${fixture.consent}/approve`
    const status = async (click: () => Promise<unknown>) => {
      const [answer] = await Promise.all([page.waitForResponse(approve), click()])
      return answer.status()
    }
    const press = () => page.getByRole('button', { name: 'Approve' }).click()

    await page.goto(fixture.consent)
    await page.evaluate(`document.querySelector('[name=form_token]').remove()`)
    expect(await status(press)).toBe(403)
    await page.goto(fixture.consent)
    await page.evaluate(`document.querySelector('[name=form_token]').value = 'guess'`)
    expect(await status(press)).toBe(403)
    await page.goto(
      await serveText(
        `<form method="post" action="${approve}"><input name="scope" value="orders.read"><button>Approve</button></form>`,
      ),
    )
    expect(await status(press)).toBe(403)
    expect(fixture.codes()).toBe(0)
  })
})

describeInChromium('app install --browser', (browser) => {
  it('signs the manager in, waits for Approve, loads nothing from other origins and removes the code from the URL (P15 T3)', async () => {
    const project = await makeDevProject()
    const paths = statePaths({ env: { SVCAPP_HOME: project.home }, dataDir: project.home })
    await serve({ paths })
    project.env['BROWSER'] = 'none'
    for (const argv of [['register'], ['store', 'open']]) expect(await runCli(project, argv).ended).toBe(0)

    const run = runCli(project, ['install', '--browser', '--json'])
    await expect.poll(run.stderr).toMatch(/^http\S+$/m)
    const page = await stranger(browser())
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(/^http\S+$/m.exec(run.stderr())?.[0] ?? '')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Install Loyalty')
    asked.length = 0
    const [answer] = await Promise.all([
      page.waitForResponse(/\/auth\/callback/),
      page.getByRole('button', { name: 'Approve' }).click(),
    ])
    await page.waitForURL(/\/auth\/callback$/)

    expect(await page.textContent('h1')).toBe('Loyalty is approved')
    expect(page.url()).toBe(`http://127.0.0.1:${project.port}/auth/callback`)
    expect(await page.evaluate('getComputedStyle(document.body).display')).toBe('grid')
    expect(asked.map((url) => new URL(url).pathname)).toEqual([
      '/admin/plugins/install/app.acme.loyalty/approve',
      '/auth/callback',
    ])
    expect(answer.headers()).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect(await answer.text().catch(() => '')).not.toMatch(/https?:\/\//)
    expect(await run.ended).toBe(0)
    expect(JSON.parse(run.stdout())).toMatchObject({ appKey: 'app.acme.loyalty', storeCode: 'demo' })
  })
})

describeInChromium('app dev without --approve', (browser) => {
  it('prints an install link that needs no password, and the install goes through the app in the same browser', async () => {
    const project = await makeDevProject()
    project.env['BROWSER'] = 'none'
    const run = runCli(project, ['dev', '--yes', '--json', '--region', 'de', ...freePorts])
    const find = (name: string) => run.events().find(({ event }) => event === name)
    await expect.poll(() => find('install-address')).toBeDefined()
    const page = await stranger(browser())

    await page.goto(String(find('install-address')?.['url']))
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Install Loyalty')
    expect(await page.textContent('main')).toContain('region de (EUR)')
    await page.getByRole('button', { name: 'Approve' }).click()

    // The app of this project takes the callback only with the cookie that it set where the browser began.
    await expect.poll(() => find('installed')).toMatchObject({ storeName: 'Demo', regionId: '2' })
    run.child.kill('SIGINT')
    expect(await run.ended).toBe(130)
  })
})
