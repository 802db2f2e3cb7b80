import { expect, it } from 'vitest'

import { reportInstall } from '../../src/install/report.ts'

const plain = {
  asked: { required: ['orders.read'], optional: ['customers.read'] },
  granted: ['orders.read', 'customers.read'],
  topics: ['order.created', 'app.uninstalled'],
  replaced: false,
  isPaymentPending: false,
}

it('reports nothing if an install received everything it requested', () => {
  expect(reportInstall(plain)).toEqual({ notGranted: [], missingSubscriptions: [], hints: [] })
})

it('lists the scopes that were requested but not granted, and explains that scopes are frozen (INST-021)', () => {
  const { notGranted, hints } = reportInstall({ ...plain, granted: ['orders.read'] })

  expect(notGranted).toEqual(['customers.read'])
  expect(hints.join()).toMatch(/customers\.read.*frozen/)
})

it('lists the subscriptions that the platform silently omits (INST-077 INST-078 INST-079)', () => {
  const { missingSubscriptions, hints } = reportInstall({
    ...plain,
    granted: [],
    topics: ['order.paid', 'app.uninstalled', 'order.invented'],
  })

  expect(missingSubscriptions).toEqual([
    { topic: 'order.paid', scope: 'orders.read' },
    { topic: 'order.invented', scope: null },
  ])
  expect(hints.join()).toContain('(assumed)')
})

it('reports a replaced token and a pending payment (TOK-014 INST-075)', () => {
  const { hints } = reportInstall({ ...plain, replaced: true, isPaymentPending: true })

  expect(hints.join()).toMatch(/revoked.*402/)
})

it.each([
  [
    'app',
    'emulator',
    "Your app's token for this store and region is revoked, so its calls there now fail with 401.",
    'start `app dev`',
  ],
  [
    undefined,
    'live',
    'If your app or a colleague had a token for this store and region, that token is now revoked.',
    'start `app dev --target live`',
  ],
] as const)(
  'explains what a token for this tool means if %s had one before, on %s',
  (heldBefore, target, lost, dev) => {
    const { hints } = reportInstall({ ...plain, holder: 'cli', heldBefore, target })

    expect(hints).toEqual([expect.stringContaining(lost)])
    expect(hints[0]).toContain(dev)
  },
)
