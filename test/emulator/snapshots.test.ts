import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import type { Delivery, EmulatorStatus } from '../../src/control/contract.ts'
import type { Snapshot } from '../../src/control/snapshot.ts'
import { createGate } from '../../src/emulator/gate.ts'
import { readSigningSecret } from '../../src/emulator/platform/apps.ts'
import { commitLoad, loadSteps, stageSnapshot } from '../../src/emulator/snapshots/load-snapshot.ts'
import { schemaVersions } from '../../src/emulator/snapshots/schema-versions.ts'
import { makeEmulator } from '../support/emulator.ts'

function makeFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-snapshots-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return join(dir, 'emulator')
}

/** An emulator in a folder, with an app that is installed into a store. */
async function makeInstalled(webhookUrl = 'http://127.0.0.1:9/in') {
  const dir = makeFolder()
  const test = makeEmulator({ dir })
  const app = await test.registerApp({
    requested_scopes: ['orders.read', 'orders.costs.write'],
    webhook_url: webhookUrl,
    webhook_topics: ['order.paid'],
  })
  const store = await test.openStore({ appKey: app.appKey })
  const { token } = await test.installApp({ app, store })
  const save = (name: string) => test.control<{ snapshot: Snapshot }>('POST', '/snapshots', { name })
  const load = (name: string) => test.control<{ snapshot: Snapshot }>('POST', `/snapshots/${name}/load`)
  const list = async () => (await test.control<{ snapshots: Snapshot[] }>('GET', '/snapshots')).snapshots
  return { ...test, dir, app, store, token, save, load, list }
}

describe('a snapshot', () => {
  it('contains the whole state: apps, stores, tokens, orders, sealed secrets, clock, settings and faults', async () => {
    const { control, api, token, save, load, app, store, registerApp, openStore, emulator } = await makeInstalled()
    await control('POST', '/clock/advance', { ms: 60_000 })
    await control('PUT', '/settings', { pin: 'documented-only' })
    await control('POST', '/faults', { kind: '500', path: '/nowhere' })
    const look = async () => ({
      status: { ...(await control<EmulatorStatus>('GET', '/status')), queue: null },
      settings: await control('GET', '/settings'),
      installs: await control('GET', '/installs'),
      orders: await (await api(token, '/orders?pageSize=100')).json(),
      secret: readSigningSecret(emulator.context, app.appKey),
    })
    const before = await look()

    const { snapshot } = await save('first')
    await control('POST', `/stores/${store.code}/orders`, { paid: true })
    await control('POST', `/apps/${app.appKey}/rotate`, { which: 'webhook_signing_secret' })
    await control('POST', `/stores/${store.code}/apps/${app.appKey}/uninstall`, {})
    await registerApp({ appKey: 'app.acme.second' })
    await openStore({ name: 'Second', seed: 'none' })
    await control('POST', '/clock/advance', { ms: 60_000 })
    await control('DELETE', '/settings')
    await control('DELETE', '/faults')
    expect((await api(token, '/orders')).status).toBe(401)
    const { registry } = emulator.context
    const loaded = await load('first')

    expect(await look()).toEqual(before)
    expect(registry.isOpen).toBe(false)
    expect(before.secret).toBe(app.secrets.webhook_signing_secret)
    expect(loaded.snapshot).toEqual(snapshot)
    expect(snapshot).toEqual({
      name: 'first',
      savedAt: '2026-11-21T12:00:00.000Z',
      apps: 1,
      stores: 1,
      bytes: expect.any(Number) as number,
      version: '0.0.0',
      schema: schemaVersions,
    })
    expect((await openStore({ name: 'Second', seed: 'none' })).store.id).toBe(1002)
  })

  it('can be loaded repeatedly, and each loaded state is writable', async () => {
    const { save, load, openStore, control } = await makeInstalled()
    await save('base')

    for (let round = 0; round < 3; round++) {
      await load('base')
      expect((await openStore({ name: 'New', seed: 'small' })).code).toBe('new')
      expect(await control<EmulatorStatus>('GET', '/status')).toMatchObject({ stores: 2 })
    }
  })

  it('survives a reset, and the loaded state survives a restart', async () => {
    const { save, load, control, dir, emulator, token, list } = await makeInstalled()
    await save('base')
    await control('POST', '/reset', {})
    expect((await list()).map(({ name }) => name)).toEqual(['base'])
    await load('base')
    await emulator.close()

    const again = makeEmulator({ dir })

    expect((await again.api(token, '/orders')).status).toBe(200)
  })

  it('is readable by this user only, whatever the umask', async () => {
    const before = process.umask(0)
    onTestFinished(() => void process.umask(before))
    const { save, load, dir } = await makeInstalled()
    await save('base')
    const kept = join(dir, 'snapshots', 'base', 'registry.db')
    chmodSync(kept, 0o644)
    await load('base')
    chmodSync(kept, 0o600)

    const seen = readdirSync(dir, { recursive: true, withFileTypes: true }).map((entry) => {
      const mode = statSync(join(entry.parentPath, entry.name)).mode & 0o777
      return [entry.name, entry.isDirectory() ? mode === 0o700 : mode === 0o600]
    })

    expect(seen.length).toBeGreaterThan(8)
    expect(seen.filter(([, isPrivate]) => isPrivate === false)).toEqual([])
  })

  it('is saved at one instant, while requests arrive and deliveries are sent', async () => {
    const { save, load, control, api, token, store, dir } = await makeInstalled()
    const calls = Array.from({ length: 60 }, async (_, at) => {
      if (at % 20 === 10) return void (await save(`at-${at}`))
      if (at % 2 === 0) return void (await control('POST', `/stores/${store.code}/orders`, { paid: true }))
      return void (await api(token, '/orders'))
    })
    await Promise.all(calls)

    for (const name of ['at-10', 'at-30', 'at-50']) {
      await load(name)
      const again = makeEmulator({ dir })
      const count = (sql: string) => Number(again.emulator.context.registry.prepare(sql).get()?.['n'])
      const store1 = again.emulator.context.storeDb(1001)
      const events = Number(store1.prepare("SELECT count(*) AS n FROM events WHERE topic = 'order.paid'").get()?.['n'])
      expect(count('SELECT count(*) AS n FROM deliveries')).toBe(events)
      expect(store1.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
      await again.emulator.close()
    }
  })

  it('is loaded during requests, and each response comes from the old state or the new one', async () => {
    const { save, load, api, token, control, app, store } = await makeInstalled()
    await save('base')

    const answers = await Promise.all(
      Array.from({ length: 80 }, async (_, at) => {
        if (at % 20 === 5) return void (await load('base'))
        if (at % 20 === 15) return void (await control('POST', '/clock/advance', { ms: 1 }))
        const body = JSON.stringify({
          externalOrderId: `x-${at}`,
          items: [{ productId: 1, quantity: 1, unitPrice: 1, title: 'x' }],
        })
        const init = at % 2 === 0 ? {} : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }
        return (await api(token, '/orders', init)).status
      }),
    )

    expect(new Set(answers.filter((status) => status !== undefined))).toEqual(new Set([200, 403]))
    expect(app.appKey).toBe('app.acme.loyalty')
    expect(store.store.id).toBe(1001)
  })

  it('is loaded after a running request ends in the state in which it started', async () => {
    const { save, load, emulator, urls, token, api } = await makeInstalled()
    await save('base')
    const { items } = (await (await api(token, '/orders')).json()) as { items: { id: number }[] }
    const body = new TransformStream<Uint8Array, Uint8Array>()
    const writer = body.writable.getWriter()
    const request = new Request(`${urls.api}/api/apps/v1/orders/${items[0]?.id}/costs`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: body.readable,
      duplex: 'half',
    })
    const order: string[] = []

    const call = emulator.fetch(request).then((answer) => {
      order.push('call')
      return answer.status
    })
    const loading = load('base').then(() => void order.push('load'))
    await new Promise((resolve) => setTimeout(resolve, 50))
    await writer.write(Buffer.from('{"externalRef":"c1","costType":"cod_fee",'))
    await writer.write(Buffer.from('"amount":1}'))
    await writer.close()

    expect(await call).toBe(200)
    await loading
    expect(order).toEqual(['call', 'load'])
    const costs = await (await api(token, `/orders/${items[0]?.id}/costs`)).json()
    expect(JSON.stringify(costs)).not.toContain('c1')
  })

  it('is loaded without deliveries in flight, whose responses apply to no delivery of the new state', async () => {
    const seen: string[] = []
    const held = Promise.withResolvers<void>()
    const receiver = createServer((incoming, outgoing) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => void chunks.push(chunk))
      incoming.on('end', () => {
        const first = seen.length === 0
        seen.push((JSON.parse(Buffer.concat(chunks).toString()) as { eventId: string }).eventId)
        void (first ? held.promise : Promise.resolve()).then(() => outgoing.writeHead(first ? 500 : 200).end())
      })
    })
    await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void receiver.close())
    const { port } = receiver.address() as AddressInfo
    const { save, load, control, store } = await makeInstalled(`http://127.0.0.1:${port}/in`)
    await save('base')
    const pay = () => control('POST', `/stores/${store.code}/orders`, { paid: true })

    await pay()
    await expect.poll(() => seen).toHaveLength(1)
    await load('base')
    await pay()
    await expect.poll(() => seen).toHaveLength(2)
    held.resolve()
    await new Promise((resolve) => setTimeout(resolve, 100))

    const { deliveries } = await control<{ deliveries: Delivery[] }>('GET', '/deliveries')
    expect(deliveries).toMatchObject([{ eventId: seen[1], state: 'delivered', attempts: 1 }])
    expect(seen[0]).not.toBe(seen[1])
  })
})

describe('rejected operations', () => {
  it.each([
    '',
    '.',
    '..',
    '../x',
    'a/b',
    'a\\b',
    '.hidden',
    'A',
    'ä',
    'a b',
    'nul',
    'com1',
    '-a',
    'x'.repeat(65),
    'a\0',
    'a.db',
  ])('rejects the name %j for save, load and remove (T24)', async (name) => {
    const { rawControl, dir } = await makeInstalled()

    const saved = await rawControl('POST', '/snapshots', { name })
    const path = `/snapshots/${encodeURIComponent(name)}`
    const others = [await rawControl('POST', `${path}/load`, {}), await rawControl('DELETE', path)]

    expect(saved.status).toBe(400)
    for (const { status } of others) expect([400, 404]).toContain(status)
    expect(existsSync(join(dir, 'snapshots'))).toBe(false)
  })

  it.each([undefined, null, 7, ['a'], { a: 1 }])('rejects the name %j, which is not text', async (name) => {
    const { rawControl } = await makeInstalled()

    expect((await rawControl('POST', '/snapshots', { name })).status).toBe(400)
  })

  it('rejects a name in use and an unknown name, and changes nothing', async () => {
    const { save, rawControl, list, api, token } = await makeInstalled()
    await save('base')
    const before = await list()

    const taken = await rawControl('POST', '/snapshots', { name: 'base' })
    const load = await rawControl('POST', '/snapshots/other/load', {})
    const remove = await rawControl('DELETE', '/snapshots/other')

    expect([taken.status, load.status, remove.status]).toEqual([409, 404, 404])
    expect(await load.json()).toMatchObject({ error: { code: 'emulator.unknown-snapshot' } })
    expect(await list()).toEqual(before)
    expect((await api(token, '/orders')).status).toBe(200)
  })

  it('rejects a snapshot that is a link (T20)', async () => {
    const { save, rawControl, dir } = await makeInstalled()
    await save('base')
    symlinkSync(join(dir, 'snapshots', 'base'), join(dir, 'snapshots', 'link'))

    const load = await rawControl('POST', '/snapshots/link/load', {})

    expect(await load.json()).toMatchObject({ error: { code: 'storage.symlink' } })
  })

  it('does not load a damaged snapshot, and the current state keeps working', async () => {
    const { save, rawControl, dir, api, token } = await makeInstalled()
    await save('base')
    writeFileSync(join(dir, 'snapshots', 'base', 'registry.db'), 'no database at all'.repeat(100))

    const load = await rawControl('POST', '/snapshots/base/load', {})

    expect(await load.json()).toMatchObject({ error: { code: 'storage.broken' } })
    expect((await api(token, '/orders')).status).toBe(200)
    expect(readdirSync(dir).filter((name) => name.startsWith('.'))).toEqual([])
  })

  it('an emulator in memory has no snapshots', async () => {
    const { rawControl } = makeEmulator()

    for (const [method, path] of [
      ['GET', '/snapshots'],
      ['POST', '/snapshots'],
    ] as const) {
      const answer = await rawControl(method, path, method === 'POST' ? { name: 'a' } : undefined)
      expect(await answer.json()).toMatchObject({ error: { code: 'emulator.conflict' } })
    }
  })
})

describe('a removed snapshot', () => {
  it('is deleted, and its name is available', async () => {
    const { save, control, list, load } = await makeInstalled()
    await save('a')
    await save('b')

    await control('DELETE', '/snapshots/a')

    expect((await list()).map(({ name }) => name)).toEqual(['b'])
    await save('a')
    await load('a')
    expect((await list()).map(({ name }) => name).toSorted()).toEqual(['a', 'b'])
  })

  it('is no longer a snapshot, even if its removal was interrupted', async () => {
    const { save, list, dir, rawControl } = await makeInstalled()
    await save('a')
    rmSync(join(dir, 'snapshots', 'a', 'snapshot.json'))

    expect(await list()).toEqual([])
    expect((await rawControl('POST', '/snapshots/a/load', {})).status).toBe(404)
    expect((await save('a')).snapshot.name).toBe('a')
  })
})

describe('an interrupted load (P3)', () => {
  const steps = 7

  it.each(Array.from({ length: steps + 2 }, (_, at) => at))(
    'after step %i leaves the old state or the new one',
    async (at) => {
      const { save, dir, emulator, openStore, token } = await makeInstalled()
      await save('base')
      await openStore({ name: 'Later', seed: 'none' })
      await emulator.close()

      // 0: before it was committed. 1: committed only. Then one more step each.
      const staged = stageSnapshot(dir, 'base')
      if (at > 0) commitLoad(dir, staged)
      const all = loadSteps(dir, staged)
      expect(all).toHaveLength(steps)
      for (const step of all.slice(0, Math.max(0, at - 1))) step()

      const again = makeEmulator({ dir })
      expect(await again.control<EmulatorStatus>('GET', '/status')).toMatchObject({ stores: at === 0 ? 2 : 1 })
      const orders = (await (await again.api(token, '/orders')).json()) as { totalCount: number }
      expect(orders.totalCount).toBeGreaterThan(0)
      expect(readdirSync(dir).filter((name) => name.startsWith('.') || name === 'loading.json')).toEqual([])
    },
  )

  it('does not read an old journal into the new registry', async () => {
    const { save, dir, emulator, openStore } = await makeInstalled()
    await save('base')
    await openStore({ name: 'Later', seed: 'none' })
    const journal = join(dir, 'registry.db-wal')
    copyFileSync(journal, `${journal}-old`)
    await emulator.close()
    copyFileSync(`${journal}-old`, journal)
    rmSync(`${journal}-old`)

    commitLoad(dir, stageSnapshot(dir, 'base'))

    const again = makeEmulator({ dir })
    expect(await again.control<EmulatorStatus>('GET', '/status')).toMatchObject({ stores: 1 })
    expect(again.emulator.context.registry.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
  })

  it('the next start deletes leftovers of an interrupted save', async () => {
    const { save, dir, emulator, list } = await makeInstalled()
    await save('base')
    await emulator.close()
    mkdirSync(join(dir, 'snapshots', '.saving-1'))

    const again = makeEmulator({ dir })

    expect(readdirSync(join(dir, 'snapshots'))).toEqual(['base'])
    expect(await again.control('GET', '/snapshots')).toEqual({ snapshots: await list() })
  })
})

describe('the gate', () => {
  it('waits for running requests and blocks new ones meanwhile', async () => {
    const gate = createGate()
    const seen: string[] = []
    const first = Promise.withResolvers<void>()
    const inside = gate.pass(async () => first.promise.then(() => void seen.push('inside')))
    const work = gate.whileEmpty(() => void seen.push('work'))
    const late = gate.pass(() => void seen.push('late'))
    const second = gate.whileEmpty(() => void seen.push('second'))
    await Promise.resolve()
    expect(seen).toEqual([])

    first.resolve()
    await Promise.all([inside, work, late, second])

    expect(seen.slice(0, 2)).toEqual(['inside', 'work'])
    expect(seen.slice(2).toSorted()).toEqual(['late', 'second'])
  })

  it('reopens after failed work', async () => {
    const gate = createGate()

    await expect(gate.whileEmpty(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await gate.pass(() => 'in')).toBe('in')
    await expect(gate.pass(() => Promise.reject(new Error('out')))).rejects.toThrow('out')
    expect(await gate.whileEmpty(() => 'empty')).toBe('empty')
  })
})
