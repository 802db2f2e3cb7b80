import { describe, expect, it } from 'vitest'

import { parseAppToml } from '../../../src/project/app-toml.ts'
import type { Install } from '../../../src/project/installs.ts'
import {
  consoleFields,
  consoleRegistration,
  localSettings,
  registeredOrigin,
} from '../../../src/project/live/console-fields.ts'

const config = (more = '') => parseAppToml(`key = "app.acme.loyalty"\nname = "Loyalty"\n${more}`, 'app.toml')
const at = (more: string, origin: string | null = 'https://a.example') => consoleRegistration(config(more), { origin })

const PANEL =
  '[manifest]\napp_url = "https://app.example"\n[[manifest.slots]]\ntype = "fullpage"\npath = "panel"\nlabel = "Points"\n'

describe('the registration required in the console', () => {
  it('moves the addresses of this machine to the public origin, with the path unchanged', () => {
    const toml = `redirect_uris = ["http://127.0.0.1:3000/auth/callback?x=1", "http://localhost/b"]\n[webhooks]\npath = "/hooks"\n[manifest]\n`

    expect(at(toml)).toMatchObject({
      webhook_url: 'https://a.example/hooks',
      redirect_uris: ['https://a.example/auth/callback?x=1', 'http://localhost/b'],
      admin_manifest_json: expect.stringContaining('"appUrl":"https://a.example"') as string,
    })
    expect(at('[manifest]\napp_url = "http://localhost:3000/panel/"\n').admin_manifest_json).toContain(
      '"appUrl":"https://a.example/panel/"',
    )
  })

  it('leaves other addresses unchanged, and has no manifest for an app without pages', () => {
    expect(at('redirect_uris = ["https://app.example/cb"]\n')).toMatchObject({
      redirect_uris: ['https://app.example/cb'],
      admin_manifest_json: null,
    })
    expect(at(PANEL).admin_manifest_json).toContain('"appUrl":"https://app.example"')
  })

  it('lists the settings whose address the platform cannot reach', () => {
    expect(localSettings(at('[manifest]\n', null))).toEqual(['webhooks.url', 'manifest.app_url'])
    expect(localSettings(at('[webhooks]\nurl = "https://app.example/hooks"\n', null))).toEqual([])
    expect(localSettings(at('[manifest]\n'))).toEqual([])
  })

  it('uses the tunnel if the production address is missing or development was requested', () => {
    const tunnel = '[targets.live]\ntunnel_url = "https://dev.example"\n'
    const both = `[webhooks]\nurl = "https://app.example/hooks"\n${tunnel}`

    expect(registeredOrigin(config(tunnel), { isDev: false })).toBe('https://dev.example')
    expect(registeredOrigin(config(both), { isDev: false })).toBeNull()
    expect(registeredOrigin(config(both), { isDev: true })).toBe('https://dev.example')
    expect(registeredOrigin(config(), { isDev: true })).toBeNull()
  })
})

const install: Install = {
  identity: 'https://api.example',
  appKey: 'app.acme.loyalty',
  storeId: 1001,
  regionId: 7,
  storeCode: 'demo',
  storeName: 'Demo',
  storeDomain: 'demo.example',
  installScope: 'region',
  scopes: [],
  regions: [{ id: 7, code: 'tr', currency: 'TRY' }],
  installedAt: '2026-11-21T12:00:00Z',
}

/** The fields that differ after `before` was confirmed, with what the change does. */
function changed(before: string, now: string, installs: Install[] = []) {
  const fields = consoleFields(at(now), { confirmed: { ...at(before) }, installs })
  return fields
    .filter(({ differs }) => differs)
    .map(({ field, before: was, consequences }) => [field, was, consequences] as const)
}

describe('the fields of the console', () => {
  it('are ten, and all differ until they are confirmed', () => {
    const fields = consoleFields(at(PANEL), { confirmed: null, installs: [] })

    expect(fields).toHaveLength(10)
    expect(fields.every(({ differs, before }) => differs && before === null)).toBe(true)
    expect(fields.flatMap(({ consequences }) => consequences)).toEqual([
      'If the app is published, a changed appUrl or slot sends it back to review.',
    ])
  })

  it('do not differ if only the order of a list or the formatting of the manifest changes', () => {
    const now = at(`${PANEL}[scopes]\nrequired = ["orders.read", "products.read"]\n`)
    const { admin_manifest_json: manifest, requested_scopes: scopes } = now
    const confirmed = {
      ...now,
      requested_scopes: scopes.toReversed(),
      admin_manifest_json: JSON.stringify(JSON.parse(manifest ?? ''), null, 2),
    }

    expect(consoleFields(now, { confirmed, installs: [] }).filter(({ differs }) => differs)).toEqual([])
  })

  it.each([
    ['the price', 'price = "1 EUR"\n', 'price = "2 EUR"\n', 'price', []],
    [
      'a scope (SCOPE-001)',
      '',
      '[scopes]\nrequired = ["orders.read"]\n',
      'requested_scopes',
      ['Existing installs keep the old value until the app is reinstalled.'],
    ],
    [
      'a topic (INST-070)',
      '',
      '[webhooks]\ntopics = ["order.paid"]\n',
      'webhook_topics',
      ['Existing installs keep the old value until the app is reinstalled.'],
    ],
    [
      'a country (APP-002)',
      '',
      'countries = ["TR"]\n',
      'countries',
      ['Countries are set when the app is created and cannot be changed later.'],
    ],
    [
      'the panel address (APP-026)',
      PANEL,
      PANEL.replace('//app.', '//new.'),
      'admin_manifest_json',
      ['appUrl was https://app.example. If the app is published, this change sends it back to review.'],
    ],
    [
      'the spelling of the panel address (APP-035)',
      PANEL,
      PANEL.replace('//app.', '//APP.'),
      'admin_manifest_json',
      [],
    ],
    [
      'a slot (APP-027)',
      PANEL,
      PANEL.replace('"panel"', '"other"'),
      'admin_manifest_json',
      ['The slots were fullpage panel "Points". If the app is published, this change sends it back to review.'],
    ],
    [
      'a new panel (APP-026)',
      '',
      PANEL,
      'admin_manifest_json',
      [
        'appUrl was not set. If the app is published, this change sends it back to review.',
        'The slots were none. If the app is published, this change sends it back to review.',
      ],
    ],
  ])('show the effect of changing %s', (_what, before, now, field, consequences) => {
    const [only, ...others] = changed(before, now)

    expect([only?.[0], only?.[2], others]).toEqual([field, consequences, []])
  })

  it('list the installs whose tokens become invalid with a new install scope (TOK-021)', () => {
    const wide = { ...install, regionId: null, installScope: 'store' } as const

    const [scope] = changed('', 'install_scope = "store"\n', [install, wide])

    expect(scope).toEqual([
      'install_scope',
      'region',
      [
        'After you save this value, the platform rejects the tokens of installs with the old install_scope (401): demo (region tr). Remove these installs in the store admin, then install the app again.',
      ],
    ])
  })

  it('treat a damaged note as empty', () => {
    const fields = consoleFields(at(PANEL), { confirmed: { admin_manifest_json: '{' }, installs: [] })

    expect(fields.find(({ field }) => field === 'admin_manifest_json')?.consequences).toHaveLength(2)
  })
})
