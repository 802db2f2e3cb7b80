import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { resolveSlotPath, slotTypes } from '../../src/protocol/manifest-slots.ts'
import { checkManifest } from '../../src/protocol/manifest.ts'
import { runs } from './support/runs.ts'

const adminOrigin = 'http://localhost:4801'
const slot = { type: 'fullpage', path: 'home', label: 'Home' }
const good = { renderMode: 'iframe', appUrl: 'https://a.example/app', installScope: 'region', slots: [slot] }

const check = (changes: Readonly<Record<string, unknown>>) =>
  checkManifest({ manifest: { ...good, ...changes }, adminOrigin })

/** Where the manifest is wrong, and how, in a form that reads well in a table. */
const problemsOf = (verdict: ReturnType<typeof checkManifest>) =>
  verdict.ok ? [] : verdict.problems.map(({ path, code }) => `${path} ${code}`)

const warningsOf = (verdict: ReturnType<typeof checkManifest>) =>
  verdict.warnings.map(({ path, code }) => `${path} ${code}`)

describe('checkManifest', () => {
  it('accepts a complete manifest, parsed or as the text of admin_manifest_json (EMB-003 EMB-004 EMB-020)', () => {
    const expected = { ok: true, manifest: good, warnings: [] }

    expect(checkManifest({ manifest: good, adminOrigin })).toEqual(expected)
    expect(checkManifest({ manifest: JSON.stringify(good), adminOrigin: null })).toEqual(expected)
  })

  it.each([null, undefined, 7, [], '', '[]', '{', 'null'])(
    'rejects %j, which is not an object (EMB-003)',
    (manifest) => {
      expect(problemsOf(checkManifest({ manifest, adminOrigin }))).toEqual([' not-an-object'])
    },
  )

  it.each(['native', 'IFRAME', '', null, undefined])('rejects renderMode %j (EMB-004)', (renderMode) => {
    expect(problemsOf(check({ renderMode }))).toEqual(['renderMode render-mode'])
  })

  it.each([undefined, null, ''])('rejects a manifest without appUrl (%j) (EMB-006)', (appUrl) => {
    expect(problemsOf(check({ appUrl }))).toEqual(['appUrl app-url-missing'])
  })

  it.each([
    ['EMB-009', 'http://app.example', 'insecure'],
    ['EMB-009', 'http://localhost.evil.example', 'insecure'],
    ['EMB-011', 'http://127.1:3000', 'insecure'],
    ['EMB-013', 'http://localhost:4801', 'same-origin'],
    ['EMB-013', 'http://LOCALHOST:4801/panel', 'same-origin'],
    ['EMB-014', 'data:text/html,x', 'scheme'],
    ['EMB-015', 'blob:https://a/x', 'scheme'],
    ['EMB-016', 'javascript:alert(1)', 'scheme'],
    ['EMB-016', '  JavaScript:alert(1)', 'scheme'],
    ['EMB-017', 'about:blank', 'scheme'],
    ['EMB-017', 'file:///x', 'scheme'],
    ['EMB-006', 'a.example', 'not-absolute'],
    ['EMB-006', '/panel', 'not-absolute'],
    ['EMB-006', 5, 'not-absolute'],
    ['EMB-009', 'https://user:pw@a.example', 'credentials'],
    ['EMB-009', 'https://a.exa\nmple', 'characters'],
  ])('%s rejects appUrl %j: %s', (_, appUrl, reason) => {
    expect(problemsOf(check({ appUrl }))).toEqual([`appUrl app-url-${reason}`])
  })

  it.each([
    ['EMB-009', 'https://app.example'],
    ['EMB-010', 'http://localhost:3000'],
    ['EMB-011', 'http://127.0.0.1:3000'],
    ['EMB-012', 'http://[::1]:3000'],
    ['EMB-013', 'https://localhost:4801'],
  ])('%s accepts appUrl %s', (_, appUrl) => {
    expect(check({ appUrl }).ok).toBe(true)
  })

  it.each(['region', 'store'])('accepts installScope %s (EMB-018)', (installScope) => {
    expect(check({ installScope })).toMatchObject({ ok: true, manifest: { installScope }, warnings: [] })
  })

  it.each(['all', 'Region', '', 1])('rejects installScope %j (EMB-018)', (installScope) => {
    expect(problemsOf(check({ installScope }))).toEqual(['installScope scope'])
  })

  it('warns about a missing installScope, which the embed token mirrors (EMB-018 EMB-019)', () => {
    expect(warningsOf(check({ installScope: undefined }))).toEqual(['installScope scope-missing'])
  })

  it('warns about different scopes in manifest and registration (EMB-019 A16)', () => {
    const differs = checkManifest({ manifest: good, adminOrigin, registeredScope: 'store' })
    const agrees = checkManifest({ manifest: good, adminOrigin, registeredScope: 'region' })

    expect([differs.ok, warningsOf(differs)]).toEqual([true, ['installScope scope-differs']])
    expect(warningsOf(agrees)).toEqual([])
  })

  it('supports six slot types (EMB-021 EMB-022 EMB-023 EMB-024 EMB-025 EMB-026)', () => {
    expect(slotTypes).toEqual([
      'fullpage',
      'settings',
      'order-detail',
      'customer-detail',
      'product-detail',
      'storefront-block',
    ])
  })

  it.each(slotTypes)('accepts a slot of type %s (EMB-021 EMB-022 EMB-023 EMB-024 EMB-025 EMB-026)', (type) => {
    const slots = [{ ...slot, type }]

    expect(check({ slots })).toMatchObject({ ok: true, manifest: { slots }, warnings: [] })
  })

  it('drops a slot of unknown type and reports it (EMB-027)', () => {
    const verdict = check({ slots: [{ type: 'foo', path: 'https://other.example' }, slot] })

    expect(verdict).toMatchObject({ ok: true, manifest: { slots: [slot] } })
    expect(warningsOf(verdict)).toEqual(['slots[0].type slot-type-unknown'])
  })

  it.each([
    [{ path: 'x', label: 'X' }, ['slots[0].type slot-field']],
    [{ type: 'settings', label: 'X' }, ['slots[0].path slot-field']],
    [{ type: 'settings', path: 'x' }, ['slots[0].label slot-field']],
    [{ type: 'settings', path: 'x', label: ' ' }, ['slots[0].label slot-field']],
    [{ type: 'settings', path: 5, label: null }, ['slots[0].path slot-field', 'slots[0].label slot-field']],
    [null, ['slots[0].type slot-field', 'slots[0].path slot-field', 'slots[0].label slot-field']],
  ])('requires type, path and label of the slot %j (EMB-020)', (wrong, problems) => {
    expect(problemsOf(check({ slots: [wrong] }))).toEqual(problems)
  })

  it.each([
    ['EMB-029', 'https://other.example/x', 'absolute'],
    ['EMB-029', 'https://a.example/app/x', 'absolute'],
    ['EMB-029', 'javascript:alert(1)', 'absolute'],
    ['EMB-029', '/orders', 'absolute'],
    ['EMB-030', '//other.example/x', 'host'],
    ['EMB-031', 'https:other.example', 'absolute'],
    ['EMB-031', '\\\\other.example\\x', 'origin'],
    ['EMB-031', '\t//other.example/x', 'origin'],
    ['EMB-031', ' //other.example/x', 'origin'],
  ])('%s rejects the slot path %j: %s', (_, path, reason) => {
    expect(problemsOf(check({ slots: [{ ...slot, path }] }))).toEqual([`slots[0].path slot-path-${reason}`])
  })

  it.each(['orders', 'orders/new?tab=1', '', '?tab=1', 'a b'])(
    'accepts the relative slot path %j (EMB-028)',
    (path) => {
      expect(check({ slots: [{ ...slot, path }] }).ok).toBe(true)
    },
  )

  it('rejects slots that are not a list, and treats missing slots as an empty list (EMB-020)', () => {
    expect(problemsOf(check({ slots: { 0: slot } }))).toEqual(['slots slots'])
    expect(check({ slots: undefined })).toMatchObject({ ok: true, manifest: { slots: [] } })
  })

  it('warns about a second fullpage slot (EMB-032)', () => {
    expect(warningsOf(check({ slots: [slot, slot] }))).toEqual(['slots slot-fullpage-twice'])
  })

  it('reports all problems together', () => {
    const problems = problemsOf(check({ renderMode: 'native', appUrl: '', installScope: 'x', slots: [{}] }))

    expect(problems).toEqual([
      'renderMode render-mode',
      'appUrl app-url-missing',
      'installScope scope',
      'slots[0].type slot-field',
      'slots[0].path slot-field',
      'slots[0].label slot-field',
    ])
  })
})

describe('messages for the user', () => {
  const wrong: Readonly<Record<string, unknown>>[] = [
    { renderMode: 'native' },
    { appUrl: '' },
    { appUrl: 'http://a.example' },
    { appUrl: `${adminOrigin}/panel` },
    { installScope: 'all' },
    { installScope: null },
    { slots: 'none' },
    { slots: [{ ...slot, type: 'sidebar' }] },
    { slots: [{ ...slot, label: '' }] },
    { slots: [{ ...slot, path: '//evil.example' }] },
    { slots: [{ ...slot, path: 'https://evil.example' }] },
    { slots: [{ ...slot, path: '/home' }] },
    { slots: [{ ...slot, path: '\\\\evil.example' }] },
    { slots: [slot, { ...slot, path: 'other' }] },
  ]

  it.each(wrong)('reports each problem in a separate sentence: %j', (changes) => {
    const verdict = check(changes)

    const notes = [...(verdict.ok ? [] : verdict.problems), ...verdict.warnings]
    expect(notes).toHaveLength(1)
    for (const { message } of notes) expect(message).toMatch(/^\w.{20,}\.$/)
  })

  it('lists the valid slot types', () => {
    const { warnings } = check({ slots: [{ ...slot, type: 'sidebar' }] })

    for (const type of slotTypes) expect(warnings[0]?.message).toContain(type)
    expect(warnings[0]?.message).toContain(slotTypes.join(', '))
  })

  it('reports the value of the registration and the value of the manifest', () => {
    const { warnings } = checkManifest({ manifest: good, adminOrigin, registeredScope: 'store' })

    expect(warnings[0]?.message).toContain('The registration has install scope store, but the manifest has region')
  })
})

it.each([null, 'not an address', 'http://localhost:4802'])(
  'accepts appUrl if it is not on the given admin origin (%j) (EMB-010)',
  (origin) => {
    const manifest = { ...good, appUrl: `${adminOrigin}/app` }

    expect(checkManifest({ manifest, adminOrigin: origin }).ok).toBe(true)
  },
)

it('a panel next to slots of other types does not count as a second panel', () => {
  const slots = [slot, { type: 'settings', path: 'settings', label: 'Settings' }]

  expect(warningsOf(check({ slots }))).toEqual([])
})

it('a later colon in a path is not a scheme', () => {
  expect(problemsOf(check({ slots: [{ ...slot, path: 'orders/at:noon' }] }))).toEqual([])
})

it('puts the query of appUrl before the query of a path and drops its fragment', () => {
  const to = (path: string) => resolveSlotPath(new URL('https://a.example/app?x=1#top'), path)?.href

  expect(to('orders')).toBe('https://a.example/app/orders?x=1')
  expect(to('orders?y=2')).toBe('https://a.example/app/orders?x=1&y=2')
  expect(to('')).toBe('https://a.example/app?x=1#top')
})

describe('checkManifest, for any input (P24)', () => {
  it('never throws, and rejects a slot path that leaves appUrl (T15)', () => {
    const path = fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), fc.stringMatching(/^[\\/:.a-z\t ]{0,8}$/))
    const manifests = fc.record(
      {
        renderMode: fc.oneof(fc.constant('iframe'), fc.anything()),
        appUrl: fc.oneof(fc.webUrl(), fc.anything()),
        installScope: fc.oneof(fc.constant('store'), fc.anything()),
        slots: fc.oneof(
          fc.anything(),
          fc.array(fc.record({ type: fc.constant('settings'), path, label: fc.constant('x') })),
        ),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.oneof(manifests, fc.anything(), fc.json()), (manifest) => {
        const verdict = checkManifest({ manifest, adminOrigin })
        const { appUrl, slots } = verdict.ok ? verdict.manifest : { appUrl: 'https://none', slots: [] }
        for (const { path } of slots) expect(new URL(path, appUrl).origin).toBe(new URL(appUrl).origin)
        expect(verdict.ok || verdict.problems.length > 0).toBe(true)
      }),
      runs,
    )
  })
})
