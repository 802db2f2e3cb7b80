import { expect, it } from 'vitest'

import type { InstallRow } from '../../../src/control/contract.ts'
import type { DevContext } from '../../../src/dev/context.ts'
import type { DevEvent } from '../../../src/dev/events/dev-event.ts'
import { watchInstalls } from '../../../src/dev/installs/install-watch.ts'

const place = { storeId: 1001, regionId: 1 }
const remedy = { next: 'app install', key: 'i' }

/** A watch, what it has told, and the installs that the platform has. */
function makeWatch({ isLive = false, wasUninstalled = false } = {}) {
  const told: unknown[] = []
  let rows: InstallRow[] = []
  const dev = {
    emit: (event: DevEvent) => {
      const { event: name, reason } = event as { readonly event: string; readonly reason?: string }
      told.push(reason === undefined ? name : `${name} ${reason}`)
    },
    names: { of: () => ({ storeCode: 'demo', regionCode: 'tr' }) },
    options: { project: { config: { key: 'app.acme.loyalty' } } },
  } as unknown as DevContext // as much of it as is read
  const control = isLive ? null : { installs: async () => rows }
  return {
    watch: watchInstalls(dev, { control, remedy: () => remedy, wasUninstalled: () => wasUninstalled }),
    told,
    /** One install, made at this second; none for null. */
    has: (second: number | null, more: Partial<InstallRow> = {}) => {
      const installedAt = new Date(Date.UTC(2026, 10, 21, 12, 0, second ?? 0)).toISOString()
      const row = { ...place, installedAt, removedAt: null, hasToken: true, ...more } as InstallRow // what is read of it
      rows = second === null ? [] : [row]
    },
    settle: async () => new Promise<void>((resolve) => void setImmediate(resolve)),
  }
}

it('reports an uninstall once, whether a poll or a rejected call finds it', async () => {
  const { watch, told, has, settle } = makeWatch()
  has(1)
  await watch.look()

  has(null)
  watch.rejected(place)
  await settle()
  await watch.look()
  watch.rejected(place)
  await settle()

  expect(told).toEqual(['uninstalled'])
})

it.each([
  [true, 'uninstalled'],
  [false, 'token-invalid rejected'],
])('reports a rejected token on live, with app.uninstalled received before it: %s', async (wasUninstalled, event) => {
  const { watch, told, settle } = makeWatch({ isLive: true, wasUninstalled })

  watch.rejected(place)
  await settle()

  expect(told).toEqual([event])
})

it('reports a dead token if another user has installed the app, but not if the app has', async () => {
  const { watch, told, has } = makeWatch()
  has(1)
  await watch.look()

  has(2)
  await watch.look()
  watch.renewed(place)
  await watch.look()
  const afterOwn = [...told]
  has(3)
  await watch.look()
  const atFirst = [...told]
  await watch.look()
  await watch.look()

  expect([afterOwn, atFirst]).toEqual([[], []])
  expect(told).toEqual(['token-invalid replaced'])
})

it('an app that exchanged just before a poll gets no report of its own install', async () => {
  const { watch, told, has } = makeWatch()
  has(1)
  await watch.look()

  watch.renewed(place)
  has(2)
  await watch.look()
  await watch.look()

  expect(told).toEqual([])
})

it('the first install does not hide a later install by another user', async () => {
  const { watch, told, has } = makeWatch()
  await watch.look()
  has(1)
  watch.renewed(place)
  await watch.look()

  has(2)
  await watch.look()
  await watch.look()

  expect(told).toEqual(['token-invalid replaced'])
})

it('a rejection immediately reports that another install replaced the token, or that the token is rejected', async () => {
  const { watch, told, has, settle } = makeWatch()
  has(1)
  await watch.look()

  has(2)
  watch.rejected(place)
  await settle()
  watch.renewed(place)
  watch.rejected(place)
  await settle()

  expect(told).toEqual(['token-invalid replaced', 'token-invalid rejected'])
})

it('an install without a token counts as none, and is reported when restored with its token', async () => {
  const { watch, told, has } = makeWatch()
  has(1)
  await watch.look()

  has(1, { hasToken: false })
  await watch.look()
  has(1)
  await watch.look()
  await watch.look()

  expect(told).toEqual(['uninstalled', 'token-restored'])
})

it('an undone uninstall that the app accepted restores no token until a call succeeds', async () => {
  const { watch, told, has } = makeWatch()
  has(1)
  await watch.look()
  has(1, { removedAt: '2026-11-21T12:01:00.000Z' })
  await watch.look()

  has(1, { uninstallEvent: 'e-1' })
  await watch.look()
  await watch.look()
  const before = [...told]
  watch.accepted(place)

  expect(before).toEqual(['uninstalled', 'notice'])
  expect(told).toEqual(['uninstalled', 'notice', 'token-restored'])
})

it('reports an uninstall undone between two polls, but not one undone before the first poll', async () => {
  const { watch, told, has } = makeWatch()
  has(1, { uninstallEvent: 'e-1' })
  await watch.look()
  await watch.look()
  const first = [...told]

  has(1, { uninstallEvent: 'e-2' })
  await watch.look()
  await watch.look()

  expect(first).toEqual([])
  expect(told).toEqual(['uninstalled', 'notice'])
})

it('reports a token that works again, if it was reported as dead', async () => {
  const { watch, told, has, settle } = makeWatch()
  has(1)
  await watch.look()

  watch.accepted(place)
  watch.rejected(place)
  await settle()
  watch.accepted(place)
  watch.accepted(place)

  expect(told).toEqual(['token-invalid rejected', 'token-restored'])
})

it('reports rejections on the live platform, which cannot be polled', async () => {
  const { watch, told, settle } = makeWatch({ isLive: true })
  await watch.look()

  watch.rejected(place)
  watch.rejected(place)
  await settle()

  expect(told).toEqual(['token-invalid rejected'])
})
