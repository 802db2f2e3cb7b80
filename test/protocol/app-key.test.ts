import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { parseAppKey } from '../../src/protocol/app-key.ts'
import { runs } from './support/runs.ts'

describe('parseAppKey', () => {
  it.each([
    ['app.acme.sync', 'acme', 'sync'],
    ['app.a.b', 'a', 'b'],
    ['app.acme-2.order-sync-1', 'acme-2', 'order-sync-1'],
  ])('reads %s (APP-005)', (key, company, name) => {
    expect(parseAppKey(key)).toEqual({ ok: true, key, company, name })
  })

  it.each([
    ['acme.sync', 'prefix'],
    ['App.acme.sync', 'prefix'],
    ['', 'prefix'],
    [' app.acme.sync', 'prefix'],
    ['app', 'prefix'],
    ['app.acme', 'parts'],
    ['app..x', 'parts'],
    ['app.x.', 'parts'],
    ['app.acme.sync.more', 'parts'],
    ['app.acme.sync.', 'parts'],
    ['app.Acme.sync', 'characters'],
    ['app.acme.sync_1', 'characters'],
    ['app.acme.sync\n', 'characters'],
    ['app.acme.../x', 'parts'],
    ['app.acme.x/../y', 'parts'],
    ['app.acme.a/b', 'characters'],
    ['app.acme!.sync', 'characters'],
    ['app.!acme.sync', 'characters'],
    ['app.acme.$(id)', 'characters'],
    ['app.acme.é', 'characters'],
    ['app.acme.\u212a', 'characters'],
    [null, 'not-text'],
    [undefined, 'not-text'],
    [['app.acme.sync'], 'not-text'],
  ])('rejects %j: %s (APP-005 T27)', (text, reason) => {
    expect(parseAppKey(text)).toEqual({ ok: false, reason })
  })

  it('accepts exactly the documented pattern, and never throws (APP-005)', () => {
    const near = fc.stringMatching(/^(app\.)?[a-z0-9.A-Z_-]{0,12}\.?[a-z0-9-]{0,4}$/)
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.string(), near), (text) => {
        const matches = typeof text === 'string' && /^app\.[a-z0-9-]+\.[a-z0-9-]+$/.test(text)
        expect(parseAppKey(text).ok).toBe(matches)
      }),
      runs,
    )
  })
})
