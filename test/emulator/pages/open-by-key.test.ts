import { describe, expect, it } from 'vitest'

import { keyedAddress, pageKeyOf } from '../../../src/http/page-key.ts'
import { makeEmulator } from '../../support/emulator.ts'

async function makePages() {
  const { emulator, urls, openStore } = makeEmulator()
  const { code } = await openStore()
  const key = pageKeyOf(emulator.controlToken)
  /** What the script of the opened page sends. */
  const enter = (address: string, headers: Record<string, string> = {}) => {
    const { origin, pathname, hash } = new URL(address)
    const body = new URLSearchParams(hash.slice(1))
    return emulator.fetch(
      new Request(origin + pathname, { method: 'POST', body, headers: { Origin: origin, ...headers } }),
    )
  }
  /** The page that a browser shows next. */
  const follow = async (site: string, entered: Response) => {
    const Cookie = (entered.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    return emulator.fetch(new Request(site + (await entered.text()), { headers: { Cookie } }))
  }
  return { emulator, urls, code, key, enter, follow }
}

describe('an address with the key of the current run', () => {
  it('opens the store admin, the portal and the store data signed in, even on a second click', async () => {
    const { urls, code, key, enter, follow } = await makePages()
    const addresses = [
      [urls.admin, { store: code }, 'Plugins'],
      [urls.portal, {}, 'Register an app'],
      [urls.portal, { data: code }, 'orders'],
    ] as const

    for (const [site, what, shown] of [...addresses, ...addresses]) {
      const page = await follow(site, await enter(keyedAddress(site, key, what)))

      expect(page.status).toBe(200)
      expect(await page.text()).toContain(shown)
    }
  })

  it('opens an app panel in the panel preview, and no other page for any panel name', async () => {
    const { urls, code, key, enter } = await makePages()
    const preview = async (panel: string) => (await enter(keyedAddress(urls.admin, key, { store: code, panel }))).text()

    expect(await preview('app.acme.loyalty')).toBe('/admin/panel-preview/app.acme.loyalty')
    expect(await preview('../orders')).toBe('/admin/panel-preview/..%2Forders')
  })

  it('keeps the key in the fragment, and the page before the session does not contain it (T18)', async () => {
    const { emulator, urls, code, key } = await makePages()
    const address = keyedAddress(urls.admin, key, { store: code })
    const response = await emulator.fetch(new Request(address.split('#')[0] ?? ''))

    expect(new URL(address).search).toBe('')
    expect(new URL(address).hash).toBe(`#key=${key}&store=${code}`)
    expect(key).toMatch(/^[\w-]{22}$/)
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(await response.text()).not.toContain(key)
  })

  it('rejects the key of another run, a form of another page, and a request through a tunnel (T8, T13, T19)', async () => {
    const { urls, code, key, enter } = await makePages()
    const other = pageKeyOf('the control token of another run')

    for (const site of [urls.admin, urls.portal]) {
      const stale = await enter(keyedAddress(site, other, { store: code }))
      const foreign = await enter(keyedAddress(site, key, { store: code }), { Origin: 'http://evil.test' })
      const tunnelled = await enter(keyedAddress(site, key, { store: code }), { 'Cf-Ray': '1' })

      expect([stale.status, foreign.status, tunnelled.status]).toEqual([403, 403, 403])
      expect(await stale.text()).toContain('For a current link, run `app dev status`.')
      for (const { headers } of [stale, foreign, tunnelled]) expect(headers.get('set-cookie')).toBeNull()
    }
  })
})
