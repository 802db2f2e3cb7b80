import { describe, expect, it } from 'vitest'

import type { Manifest } from '../../src/protocol/manifest.ts'
import { panelAddress, slotAddress } from '../../src/protocol/panel-address.ts'

const embedToken = `eyJ2Ijox.${'0a'.repeat(32)}`
const manifest: Manifest = { renderMode: 'iframe', appUrl: 'https://a.example/app', installScope: 'region', slots: [] }
const home = { type: 'fullpage', path: 'home', label: 'Home' } as const
const orders = { type: 'order-detail', path: 'orders', label: 'Orders' } as const

const panel = (appUrl: string, path?: string) =>
  panelAddress({
    manifest: { ...manifest, appUrl, slots: path === undefined ? [orders] : [orders, { ...home, path }] },
    embedToken,
  })

describe('panelAddress', () => {
  it.each([
    ['EMB-032', 'https://a.example/app', 'home', 'https://a.example/app/home?'],
    ['EMB-032', 'https://a.example/app/', 'home', 'https://a.example/app/home?'],
    ['EMB-032', 'https://a.example', 'home/start', 'https://a.example/home/start?'],
    ['EMB-032', 'https://a.example/app', '', 'https://a.example/app?'],
    ['EMB-033', 'https://a.example/app', undefined, 'https://a.example/app?'],
    ['EMB-033', 'https://a.example', undefined, 'https://a.example/?'],
    ['EMB-035', 'https://a.example/app?a=1', undefined, 'https://a.example/app?a=1&'],
    ['EMB-035', 'https://a.example/app', 'home?b=2', 'https://a.example/app/home?b=2&'],
    ['EMB-035', 'https://a.example/app?a=1', 'home?b=2', 'https://a.example/app/home?a=1&b=2&'],
  ])('%s EMB-034 appends the token to %s and %j', (_, ...[appUrl = '', path, expected]) => {
    expect(panel(appUrl, path)).toBe(`${expected}embed_token=${embedToken}`)
  })

  it('puts the token into the query, which the server receives, even if appUrl has a fragment (EMB-034)', () => {
    expect(panel('https://a.example/app#top')).toBe(`https://a.example/app?embed_token=${embedToken}#top`)
  })
})

describe('slotAddress', () => {
  it('points to the slot below appUrl, never with a token (EMB-028 EMB-046)', () => {
    expect(slotAddress(manifest, orders)).toBe('https://a.example/app/orders')
  })
})
