import { createHash } from 'node:crypto'
import { copyFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

import { describe, expect, it } from 'vitest'

import { registrySchema } from '../../../src/emulator/db/registry-schema.ts'
import { storeSchema } from '../../../src/emulator/db/store-schema.ts'
import { exportSnapshot } from '../../../src/emulator/snapshots/travel/export-snapshot.ts'
import { importSnapshot } from '../../../src/emulator/snapshots/travel/import-snapshot.ts'
import { doesTravel, isSecret } from '../../../src/emulator/snapshots/travel/what-travels.ts'
import { openDatabase } from '../../../src/storage/database.ts'
import { makeEmulator } from '../../support/emulator.ts'
import { dumpState } from '../../support/emulator/dump.ts'
import { importTools, makeExported, makeFolder, type Exported } from '../../support/emulator/exported-snapshot.ts'

/** What of a dump travels. */
function travelling(context: Exported['emulator']['context']): unknown {
  const dump = dumpState(context) as Record<string, Record<string, string[]>>
  return Object.fromEntries(
    Object.entries(dump).map(([name, tables]) => {
      const home = name === 'registry' ? 'registry' : 'store'
      if (typeof tables !== 'object' || name === 'settings') return [name, tables]
      const kept = Object.entries(tables).filter(
        ([table]) =>
          (doesTravel(home, table) || /counts|listed/.test(table)) &&
          !['schema', 'watching', 'meta', 'deliveries'].includes(table),
      )
      return [
        name,
        Object.fromEntries(kept.map(([table, rows]) => [table, rows.map((row) => withoutSecrets(table, row))])),
      ]
    }),
  )
}

function withoutSecrets(table: string, row: string): unknown {
  const columns = Object.entries(JSON.parse(row) as Record<string, unknown>)
  return Object.fromEntries(columns.filter(([column]) => !isSecret(table, column)))
}

describe('an exported snapshot', () => {
  it('has the same state on another machine, except for secrets and deliveries in flight', async () => {
    const here = await makeExported('small')
    const there = makeFolder()

    const { snapshot, from, left } = await importSnapshot(importTools(there), here.file)
    const { emulator, control } = makeEmulator({ dir: join(there, 'emulator') })
    const { id } = emulator.context
    await control('POST', '/snapshots/base/load')

    expect(travelling(emulator.context)).toEqual(travelling(here.emulator.context))
    expect(snapshot).toMatchObject({ name: 'base', apps: 1, stores: 2, version: '0.0.0-test' })
    expect(from).toBe('0.0.0')
    expect(left).toEqual({ apps: ['app.acme.loyalty'], stores: ['demo', 'empty'], installs: 1, deliveries: 1 })
    const { deliveries } = await control<{ deliveries: unknown[] }>('GET', '/deliveries')
    expect(deliveries).toMatchObject([
      { state: 'dead_letter', attempts: 0, lastError: 'Not sent: the snapshot was imported.' },
    ])
    // The emulator stays the one that it was.
    expect(emulator.context.id).toBe(id)
    expect(emulator.context.registry.prepare("SELECT value FROM meta WHERE key = 'id'").get()).toEqual({ value: id })
  })

  it('contains no secret, token, password or other credential, and no digest or sealed form of one (T35)', async () => {
    const { file, app, store, token, unused, ticket, emulator, dir } = await makeExported()
    const { registry } = emulator.context
    const held = (sql: string) => Object.values(registry.prepare(sql).get() ?? {})
    const plain = [...Object.values(app.secrets).slice(1), token, unused, ticket, store.manager.password]
    const sealed = [
      ...held('SELECT client_secret_digest, sealed_signing_secret FROM apps'),
      ...held('SELECT sealed_signing_secret FROM installs'),
      ...held('SELECT password_salt, password_digest FROM managers'),
      ...held('SELECT digest FROM sessions'),
      ...held('SELECT tied_to FROM sessions WHERE tied_to IS NOT NULL'),
      readFileSync(join(dir, 'sealing.key')),
    ]
    const digests = [...plain, 'x'].map((secret) => createHash('sha256').update(secret).digest())
    const needles = [...plain, ...sealed, ...digests]
      .filter((one) => one !== null)
      .flatMap((secret) => {
        const bytes = typeof secret === 'string' ? Buffer.from(secret) : Buffer.from(secret as Uint8Array)
        return [
          bytes,
          Buffer.from(bytes.toString('hex')),
          Buffer.from(bytes.toString('base64')),
          Buffer.from(bytes.toString('base64url')),
        ]
      })

    const raw = readFileSync(file)
    const whole = Buffer.concat([raw, gunzipSync(raw)])

    expect(needles.length).toBeGreaterThan(50)
    expect(needles.filter((needle) => whole.includes(needle)).map(String)).toEqual([])
    expect(whole.includes(app.appKey)).toBe(true)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('replaces the secrets, so that the old ones are invalid, and new ones are created as usual', async () => {
    const here = await makeExported()
    const there = makeFolder()
    await importSnapshot(importTools(there), here.file)
    const { control, api, exchange, exchangeBody, installApp, openStore } = makeEmulator({
      dir: join(there, 'emulator'),
    })
    await control('POST', '/snapshots/base/load')

    expect((await api(here.token, '/orders')).status).toBe(401)
    expect((await exchange(exchangeBody(here.app, here.unused))).status).toBe(401)
    const { secret } = await control<{ secret: string }>('POST', '/apps/app.acme.loyalty/rotate', {
      which: 'client_secret',
    })
    const app = { ...here.app, secrets: { ...here.app.secrets, client_secret: secret } }
    const { token } = await installApp({ app, store: here.store })
    expect((await api(token, '/orders')).status).toBe(200)
    expect((await openStore({ name: 'Demo', seed: 'none' })).code).toBe('demo-2')
    const { deliveries } = await control<{ deliveries: unknown[] }>('GET', '/deliveries')
    expect(deliveries).toHaveLength(1)
  })

  it('excludes every column that sounds like a secret, except harmless ones', () => {
    const harmless = ['audits.evidence_digest']
    const found = (['registry', 'store'] as const).flatMap((home) => {
      const db = openDatabase({ path: ':memory:', ...(home === 'registry' ? registrySchema : storeSchema) })
      const columns = db
        .prepare(
          "SELECT t.name AS tab, c.name AS col FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table'",
        )
        .all()
      return columns
        .map(({ tab, col }) => [String(tab), String(col)] as const)
        .filter(([table]) => doesTravel(home, table))
        .filter(([, column]) => /secret|digest|password|salt|sealed|token|tied|session|ticket/.test(column))
    })

    const named = found.map((one) => one.join('.'))
    expect(named).toContain('apps.client_secret_digest')
    expect(
      found
        .filter(([table, column]) => !isSecret(table, column))
        .map((one) => one.join('.'))
        .filter((one) => !harmless.includes(one)),
    ).toEqual([])
  })

  it('rejects an existing file and a name in use, and writes nothing', async () => {
    const { dir, file, home } = await makeExported()

    await expect(exportSnapshot(dir, 'base', file)).rejects.toMatchObject({ code: 'emulator.conflict' })
    await expect(exportSnapshot(dir, 'nope', join(home, 'x'))).rejects.toMatchObject({
      code: 'emulator.unknown-snapshot',
    })
    await expect(importSnapshot(importTools(home), file)).rejects.toMatchObject({ code: 'emulator.conflict' })
    const cutOff = join(home, 'truncated')
    writeFileSync(cutOff, readFileSync(file).subarray(0, -200))
    await expect(importSnapshot(importTools(home), cutOff)).rejects.toMatchObject({
      code: 'emulator.snapshot-unreadable',
    })
    await expect(importSnapshot(importTools(home), file, '../x')).rejects.toMatchObject({
      code: 'emulator.bad-request',
    })
    await expect(importSnapshot(importTools(home), join(home, 'nope'))).rejects.toMatchObject({ code: 'usage.invalid' })
    await expect(importSnapshot(importTools(home), home)).rejects.toMatchObject({ code: 'usage.invalid' })

    expect(readdirSync(join(dir, 'snapshots'))).toEqual(['base'])
    expect((await importSnapshot(importTools(home), file, 'second')).snapshot.name).toBe('second')
  })

  it('suggests a command that does not execute the path', async () => {
    const { home, file } = await makeExported('small')
    const path = join(makeFolder(), '$(id)')
    copyFileSync(file, path)

    const refusal = await importSnapshot(importTools(home), path).catch((error: unknown) => error)

    expect(refusal).toMatchObject({ suggestions: [`app emulator snapshot import '${path}' --name another`] })
  })
})
