import { expect, it } from 'vitest'

import { freePort } from '../../support/processes/free-port.ts'
import { serve } from '../../support/served.ts'
import { stranger } from '../support/browser-fixture.ts'
import { describeInChromium } from '../support/chromium.ts'
import { receive } from '../support/receiver.ts'

const KEY = 'app.acme.points'

describeInChromium('the developer portal, from no app to a published one', (browser) => {
  it('registers, opens a store, sends, redelivers, publishes and edits by accessible names (APP-007 APP-020 APP-024 APP-030 APP-031 APP-032)', async () => {
    const { control, urls } = await serve()
    const port = await freePort()
    const app = await receive({ port }, 500)
    await control.changeSettings({ retryDelaysMs: [] })
    const page = await stranger(browser())
    const textbox = (name: string) => page.getByRole('textbox', { name, exact: true })
    const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
    await page.goto(await control.portalUrl())

    // Register: refused first, and what was typed stays.
    await page.getByRole('link', { name: 'Register an app', exact: true }).click()
    await textbox('App key').fill(KEY)
    await textbox('Name').fill('Points')
    await textbox('Redirect URIs').fill(`http://127.0.0.1:${port}/auth/callback, http://127.0.0.1:${port}/b`)
    await textbox('Webhook URL').fill(`http://127.0.0.1:${port}/webhooks`)
    await textbox('Admin manifest').fill('{"renderMode": "iframe"')
    for (const name of ['orders.read', 'order.created']) await page.getByRole('checkbox', { name, exact: true }).check()
    await press('Register')
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('Admin manifest')
    expect(await textbox('Admin manifest').inputValue()).toBe('{"renderMode": "iframe"')
    expect(await page.getByRole('checkbox', { name: 'order.created', exact: true }).isChecked()).toBe(true)
    const manifest = JSON.stringify({ renderMode: 'iframe', appUrl: 'https://panel.example', installScope: 'region' })
    await textbox('Admin manifest').fill(manifest)
    await press('Register')
    const credentials = /(cli_[0-9a-f]{32})[^]*(cs_[0-9a-f]{64})[^]*[0-9a-f]{64}/
    await expect.poll(() => page.locator('main').textContent()).toMatch(credentials)
    const [, clientId, clientSecret] = credentials.exec((await page.locator('main').textContent()) ?? '') ?? []
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy client_secret', exact: true }).click()
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(clientSecret)
    expect(await control.app({ key: KEY })).toMatchObject({ status: 'D', admin_manifest_json: manifest })
    await page.reload()
    expect(await page.locator('main').textContent()).not.toMatch(/cs_[0-9a-f]{64}/)

    // A test store.
    await page.goto(`${urls.portal}/apps/${KEY}`)
    const openTab = (name: string) => page.getByRole('link', { name, exact: true }).click()
    await openTab('Test stores')
    await textbox('Store name').fill('Corner shop')
    await press('Open test store')
    await page.getByText('corner-shop', { exact: true }).first().waitFor()
    expect((await control.app({ key: KEY })).test_store_codes).toEqual(['corner-shop'])

    // Webhooks: a test event, and a dead letter that is sent once more.
    await openTab('Webhooks')
    const topic = page.getByRole('combobox', { name: 'Topic', exact: true })
    await expect.poll(() => topic.getByRole('option').count()).toBe(9)
    await topic.selectOption('order.paid')
    await press('Send test event')
    await page.getByText('the webhook address responded with 500').waitFor()
    const admin = await page.context().newPage()
    await admin.goto(await control.signInUrl({ store: 'corner-shop' }))
    await admin.goto(`${urls.admin}/admin/plugins/install/${KEY}`)
    app.answer.status = 200
    await admin.getByRole('button', { name: 'Approve' }).click()
    await admin.waitForURL(/\/auth\/callback\?/)
    const exchanged = await fetch(`${urls.api}/api/apps/oauth/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ clientId, clientSecret, code: new URL(admin.url()).searchParams.get('code') }),
    })
    expect(exchanged.status).toBe(200)
    app.answer.status = 500
    await control.placeOrder({ store: 'corner-shop' })
    const webhooks = `${urls.portal}/apps/${KEY}/webhooks`
    const shown = async (state: string) => {
      await page.goto(webhooks)
      return page.getByText(state, { exact: true }).count()
    }
    await expect.poll(() => shown('dead letter')).toBe(1)
    const row = page.getByRole('row').filter({ hasText: 'dead letter' })
    expect(await row.textContent()).toMatch(/order\.created[^]*500/)
    app.answer.status = 200
    await row.getByRole('button', { name: /^Redeliver/ }).click()
    // The page waits only a moment for the response to a redelivery.
    await expect.poll(() => shown('delivered')).toBe(1)

    // Review, there and back.
    await openTab('Review')
    await press('Publish')
    await page.getByText('in review', { exact: true }).first().waitFor()
    await press('Approve review')
    await page.getByText('published', { exact: true }).first().waitFor()
    await openTab('Registration')
    await textbox('Admin manifest').fill(manifest.replace('panel', 'other'))
    await press('Save')
    await page.getByText('Saved.').waitFor()
    await openTab('Review')
    await press('Publish')
    await press('Reject review')
    await page.getByText('draft', { exact: true }).first().waitFor()
    await press('Publish to own stores')
    await expect.poll(() => control.app({ key: KEY })).toMatchObject({ status: 'published', listed: false })
  })
})
