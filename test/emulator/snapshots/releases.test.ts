import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'

import { expect, it, onTestFinished } from 'vitest'

import manifest from '../../../package.json' with { type: 'json' }
import type { EmulatorStatus, Store } from '../../../src/control/contract.ts'
import { schemaVersions } from '../../../src/emulator/snapshots/schema-versions.ts'
import { exportSnapshot } from '../../../src/emulator/snapshots/travel/export-snapshot.ts'
import { importSnapshot } from '../../../src/emulator/snapshots/travel/import-snapshot.ts'
import { makeEmulator } from '../../support/emulator.ts'

const releases = join(import.meta.dirname, 'releases')
const versions = readdirSync(releases)

function makeFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-releases-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** What each release has in its snapshot: an app, a store that sells one product in two regions, an order, a setting, a clock that was moved. */
async function writeRelease(version: string): Promise<void> {
  const dir = join(makeFolder(), 'emulator')
  const { registerApp, openStore, control, emulator } = makeEmulator({ dir })
  const app = await registerApp()
  await openStore({ appKey: app.appKey, seed: 'none' })
  await control('POST', '/stores/demo/products', { name: 'Lamp', prices: { tr: '10', de: '9.90' } })
  await control('POST', '/stores/demo/orders', { region: 'de', paid: true })
  await control('PUT', '/settings', { importEmits: true })
  await control('POST', '/clock/advance', { ms: 60_000 })
  await control('POST', '/snapshots', { name: 'base' })
  await emulator.close()
  const [from, to] = [join(dir, 'snapshots', 'base'), join(releases, version)]
  mkdirSync(to, { recursive: true })
  for (const [file, name] of [
    ['registry.db', 'registry.db.gz'],
    ['stores/demo.db', 'demo.db.gz'],
  ] as const)
    writeFileSync(join(to, name), gzipSync(readFileSync(join(from, file)), { level: 9 }))
  const facts = JSON.parse(readFileSync(join(from, 'snapshot.json'), 'utf8')) as object
  writeFileSync(join(to, 'snapshot.json'), `${JSON.stringify({ ...facts, version }, null, 2)}\n`)
  await exportSnapshot(dir, 'base', join(to, 'exported.snapshot'))
}

/** Puts the snapshot of a release into an emulator's folder, as it lay there. */
function putInto(dir: string, version: string): void {
  const from = join(releases, version)
  const to = join(dir, 'snapshots', 'old')
  mkdirSync(join(to, 'stores'), { recursive: true })
  writeFileSync(join(to, 'registry.db'), gunzipSync(readFileSync(join(from, 'registry.db.gz'))))
  writeFileSync(join(to, 'stores', 'demo.db'), gunzipSync(readFileSync(join(from, 'demo.db.gz'))))
  cpSync(join(from, 'snapshot.json'), join(to, 'snapshot.json'))
}

it('this release provides a snapshot for later releases', async () => {
  const isThere = existsSync(join(releases, manifest.version))
  if (!isThere && process.env['SVCAPP_WRITE_RELEASE'] === '1') await writeRelease(manifest.version)

  // SVCAPP_WRITE_RELEASE=1 writes one, once: what a release has left is never changed.
  expect(readdirSync(releases)).toContain(manifest.version)
})

it.each(
  versions.flatMap(
    (version) =>
      [
        [version, 'saved'],
        [version, 'exported'],
      ] as const,
  ),
)('loads the state of release %s, %s, and works with it', async (version, kind) => {
  const dir = join(makeFolder(), 'emulator')
  const { control, emulator } = makeEmulator({ dir })
  if (kind === 'saved') putInto(dir, version)
  else {
    const file = join(releases, version, 'exported.snapshot')
    await importSnapshot(
      { dir, randomBytes: emulator.context.randomBytes, now: () => new Date(), version: manifest.version },
      file,
      'old',
    )
  }

  await control('POST', '/snapshots/old/load')

  const { stores } = await control<{ stores: Store[] }>('GET', '/stores')
  expect(stores.map(({ code, regions }) => [code, regions.map((region) => region.code)])).toEqual([
    ['demo', ['tr', 'de', 'gb']],
  ])
  const { orders } = await control<{ orders: unknown[] }>('GET', '/stores/demo/orders')
  expect(orders).toMatchObject([{ id: 1, status: 'paid', currency: 'EUR' }])
  expect(await control<EmulatorStatus>('GET', '/status')).toMatchObject({ apps: 1, clock: { offsetMs: 60_000 } })
  expect(emulator.context.settings().importEmits).toBe(true)
  await control('POST', '/stores/demo/orders', { paid: true })
  await control('POST', '/stores/demo/products/1', { name: 'Another lamp' })
  await control('POST', '/undo', {})
  for (const db of [emulator.context.registry, emulator.context.storeDb(1001)])
    expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
})

it('rejects a snapshot of a later release by its version, or by its database schema if it has no version', async () => {
  const dir = join(makeFolder(), 'emulator')
  const { rawControl, control } = makeEmulator({ dir })
  putInto(dir, manifest.version)
  const facts = join(dir, 'snapshots', 'old', 'snapshot.json')
  const schema = { ...schemaVersions, store: schemaVersions.store + 1 }
  writeFileSync(
    facts,
    JSON.stringify({ savedAt: '2027-01-01T00:00:00.000Z', apps: 1, stores: 1, bytes: 1, version: '9.9.9', schema }),
  )

  const refused = await rawControl('POST', '/snapshots/old/load', {})

  expect(await refused.json()).toMatchObject({
    error: { code: 'storage.newer', message: expect.stringContaining('9.9.9') as string },
  })
  expect((await control<EmulatorStatus>('GET', '/status')).apps).toBe(0)
})
