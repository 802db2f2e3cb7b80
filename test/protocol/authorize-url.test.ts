import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { authorizeUrl } from '../../src/protocol/authorize-url.ts'
import { runs } from './support/runs.ts'

const parts = {
  adminUrl: 'http://localhost:4801',
  appKey: 'app.acme.sync',
  clientId: 'cli_0123',
  scopes: ['orders.read', 'products.read'],
  state: 'abc-_123',
}

describe('authorizeUrl', () => {
  it('returns exactly the documented address (INST-005 INST-006 INST-008 INST-009 INST-010)', () => {
    expect(authorizeUrl(parts)).toBe(
      'http://localhost:4801/admin/plugins/install/app.acme.sync' +
        '?response_type=code&client_id=cli_0123&scope=orders.read%20products.read&state=abc-_123',
    )
  })

  it.each(['https://shop.example/base', 'https://shop.example/base/'])(
    'keeps the path of an admin that is not at the root (%s) (INST-005)',
    (adminUrl) => {
      const url = new URL(authorizeUrl({ ...parts, adminUrl }))

      expect(url.pathname).toBe('/base/admin/plugins/install/app.acme.sync')
    },
  )

  it.each(['https://shop.example', 'https://shop.example/', new URL('https://shop.example')])(
    'has the origin of the store admin and exactly the documented path (%s) (INST-005)',
    (adminUrl) => {
      const url = new URL(authorizeUrl({ ...parts, adminUrl }))

      expect(url.origin + url.pathname).toBe('https://shop.example/admin/plugins/install/app.acme.sync')
    },
  )

  it('has no redirect_uri, no shop, and nothing else (INST-017 INST-038)', () => {
    const names = [...new URL(authorizeUrl(parts)).searchParams.keys()]

    expect(names).toEqual(['response_type', 'client_id', 'scope', 'state'])
  })

  it('writes neither a comma nor a plus sign between scopes (INST-011 INST-012)', () => {
    const url = authorizeUrl({ ...parts, scopes: ['a.read', 'b.read', 'c.write'] })

    expect(url).toContain('scope=a.read%20b.read%20c.write&')
    expect(url).not.toMatch(/[+,]|%2B|%2C/i)
  })

  it('sends the scope parameter even without scopes (INST-009)', () => {
    expect(authorizeUrl({ ...parts, scopes: [] })).toContain('&scope=&')
  })

  it('escapes every value, so that it arrives unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (state, clientId) => {
        const { searchParams } = new URL(authorizeUrl({ ...parts, state, clientId }))
        expect(searchParams.get('state')).toBe(state)
        expect(searchParams.get('client_id')).toBe(clientId)
        expect(searchParams.size).toBe(4)
      }),
      runs,
    )
  })

  it('does not throw on half of a surrogate pair', () => {
    expect(authorizeUrl({ ...parts, state: 'a\ud800' })).toContain('state=a%EF%BF%BD')
  })

  it('rejects an invalid admin address', () => {
    expect(() => authorizeUrl({ ...parts, adminUrl: 'shop.example' })).toThrow(TypeError)
  })
})
