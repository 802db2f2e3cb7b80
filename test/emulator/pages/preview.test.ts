import { expect, it } from 'vitest'

import { makeEmulator } from '../../support/emulator.ts'

it.each([
  ['the HEAD of a link preview', { method: 'HEAD' }, 200],
  ['a prefetch', { headers: { 'Sec-Purpose': 'prefetch' } }, 503],
  ['a prerender', { headers: { 'Sec-Purpose': 'prefetch;prerender' } }, 503],
  ['a prefetch of an old browser', { headers: { Purpose: 'prefetch' } }, 503],
])('%s does not invalidate a single-use address', async (_, init, status) => {
  const { emulator, control, openStore } = makeEmulator()
  const { code } = await openStore()
  const { url: admin } = await control<{ url: string }>('POST', `/stores/${code}/sign-in`, {})
  const { url: portal } = await control<{ url: string }>('POST', '/portal-address', {})

  for (const address of [admin, portal]) {
    const looked = await emulator.fetch(new Request(address, init))
    const opened = await emulator.fetch(new Request(address))

    expect([looked.status, looked.headers.get('set-cookie')]).toEqual([status, null])
    expect(opened.status).toBe(303)
    expect(opened.headers.get('set-cookie')).toContain('svcapp_')
  }
})
