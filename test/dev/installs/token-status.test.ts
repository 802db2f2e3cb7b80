import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import type { DevContext } from '../../../src/dev/context.ts'
import { watchTokens } from '../../../src/dev/installs/token-status.ts'
import type { TokenUse } from '../../../src/gateway/calls/call-writer.ts'
import { withInstalls, type Install } from '../../../src/project/installs.ts'
import { statePaths } from '../../../src/project/paths.ts'

const at = new Date('2026-11-21T12:00:00.000Z')
const app = { identity: 'live', appKey: 'app.acme.loyalty' }
const use: TokenUse = { scope: null, isAccepted: false, begunAt: at, isPinned: false }

/** A watch of two installs: one for a region, one for a whole store. */
function makeWatch() {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-token-status-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const paths = statePaths({ env: {}, dataDir: dir })
  const install = (storeId: number, regionId: number | null): Install => ({
    ...app,
    storeId,
    regionId,
    storeCode: null,
    storeName: 'Demo',
    storeDomain: 'demo.example',
    installScope: regionId === null ? 'store' : 'region',
    scopes: [],
    regions: [],
    installedAt: at.toISOString(),
  })
  withInstalls(paths, ({ put }) => [install(1001, 1), install(1002, null)].map(put))
  const told: number[] = []
  const dev = { tools: { paths, now: () => at }, options: { project: { dir } } } as unknown as DevContext // what is read of it
  const watch = watchTokens(dev, app, {
    rejected: ({ storeId }) => told.push(storeId),
    accepted: () => {},
    renewed: () => {},
  })
  const refused = () =>
    withInstalls(paths, ({ list }) => list(app).flatMap(({ storeId, refusedAt }) => (refusedAt ? [storeId] : [])))
  return { watch, told, refused }
}

it('a rejected unknown token counts as dead for each install without a known token', () => {
  const { watch, told, refused } = makeWatch()

  watch.see(use)

  expect([told, refused()]).toEqual([
    [1001, 1002],
    [1001, 1002],
  ])
})

it('a rejected unknown token with a region does not affect a store-wide install', () => {
  const { watch, told, refused } = makeWatch()

  watch.see({ ...use, isPinned: true })

  expect([told, refused()]).toEqual([[1001], [1001]])
})
