import { describe, expect, it } from 'vitest'

import type { RegistrationInput } from '../../src/control/contract.ts'
import { parseAppToml } from '../../src/project/app-toml.ts'
import { registrationWarnings } from '../../src/project/registration-warnings.ts'
import { registrationOf } from '../../src/project/registration.ts'

function config(extra = '') {
  return parseAppToml(`key = "app.acme.loyalty"\nname = "Loyalty"\n${extra}`, 'app.toml')
}

const panel = '[[manifest.slots]]\ntype = "fullpage"\npath = "panel"\nlabel = "Loyalty"\n'

const codes = (extra: string, facts: { isNew?: boolean; adminOrigin?: string } = {}) =>
  registrationWarnings({ config: config(extra), adminOrigin: null, isNew: false, ...facts }).map(({ code }) => code)

describe('the registration from an app.toml', () => {
  it('has the documented fields (INST-022 INST-023 EMB-003)', () => {
    const input: RegistrationInput = registrationOf(
      config(`install_scope = "store"
countries = ["TR"]
price = "9.90 EUR a month"
[scopes]
required = ["orders.read"]
optional = ["customers.read"]
[webhooks]
topics = ["order.paid"]
${panel}`),
    )

    expect(input).toEqual({
      name: 'Loyalty',
      requested_scopes: ['orders.read', 'customers.read'],
      optional_scopes: ['customers.read'],
      redirect_uris: ['http://127.0.0.1:3000/auth/callback'],
      install_scope: 'store',
      webhook_url: 'http://127.0.0.1:3000/webhooks',
      webhook_topics: ['order.paid'],
      admin_manifest_json: expect.any(String),
      countries: ['TR'],
      price: '9.90 EUR a month',
    })
  })

  it.each(['region', 'store'])('repeats the install scope %s in the manifest (EMB-018)', (scope) => {
    const input = registrationOf(config(`install_scope = "${scope}"\n${panel}`))

    expect(JSON.parse(input.admin_manifest_json ?? '')).toEqual({
      renderMode: 'iframe',
      appUrl: 'http://127.0.0.1:3000',
      installScope: scope,
      slots: [{ type: 'fullpage', path: 'panel', label: 'Loyalty' }],
    })
  })

  it('has no manifest for an app without a manifest table', () => {
    expect(registrationOf(config()).admin_manifest_json).toBeNull()
  })

  it('prefers webhooks.url to the address on this machine, and a given address to both', () => {
    const own = config('[webhooks]\npath = "/hooks"\nurl = "https://app.example/hooks"')

    expect(registrationOf(own).webhook_url).toBe('https://app.example/hooks')
    expect(registrationOf(own, { webhookUrl: 'http://127.0.0.1:4810/hooks' }).webhook_url).toBe(
      'http://127.0.0.1:4810/hooks',
    )
  })

  it('uses the address of the gateway for the panel', () => {
    const input = registrationOf(config(panel), { appUrl: 'http://127.0.0.1:4810' })

    expect(JSON.parse(input.admin_manifest_json ?? '')).toMatchObject({ appUrl: 'http://127.0.0.1:4810' })
  })
})

describe('the silent pitfalls of an app.toml', () => {
  it.each([
    ['nothing', '', []],
    [
      'SCOPE-010 webhooks.manage, which opens nothing yet',
      '[scopes]\nrequired = ["webhooks.manage"]',
      ['scope-announced'],
    ],
    [
      'inventory.write without products.read (A38)',
      '[scopes]\nrequired = ["inventory.write"]',
      ['inventory-without-products'],
    ],
    [
      'inventory.write with products.read',
      '[scopes]\nrequired = ["inventory.write"]\noptional = ["products.read"]',
      [],
    ],
    ['EVT-030 a topic without its scope', '[webhooks]\ntopics = ["order.paid"]', ['topic-scope-missing']],
    [
      'EVT-030 a topic whose scope may be switched off',
      '[scopes]\noptional = ["orders.read"]\n[webhooks]\ntopics = ["order.paid"]',
      ['topic-scope-optional'],
    ],
    ['a topic that needs no scope', '[webhooks]\ntopics = ["app.uninstalled"]', []],
    [
      'INST-026 a second redirect address',
      'redirect_uris = ["https://a.example", "https://b.example"]',
      ['redirect-unused'],
    ],
    ['an unknown slot type', '[[manifest.slots]]\ntype = "sidebar"\npath = "x"\nlabel = "X"', ['slot-type-unknown']],
  ])('are reported: %s', (_what, extra, expected) => {
    expect(codes(extra)).toEqual(expected)
  })

  it('include that countries are chosen now, when the app is created (APP-002)', () => {
    expect(codes('', { isNew: true })).toEqual(['countries-frozen'])
    expect(codes('countries = ["TR"]', { isNew: true })).toEqual(['countries-frozen'])
  })

  it('include a panel on the origin of the admin (EMB-013)', () => {
    expect(codes(panel, { adminOrigin: 'http://127.0.0.1:3000' })).toEqual(['app-url-same-origin'])
  })
})
