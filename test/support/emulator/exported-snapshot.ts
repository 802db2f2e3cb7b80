import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { onTestFinished } from 'vitest'

import { exportSnapshot } from '../../../src/emulator/snapshots/travel/export-snapshot.ts'
import { makeEmulator } from '../emulator.ts'

/** Creates a folder that is removed with the test. */
export function makeFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-travel-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** Creates a snapshot with every kind of secret, and exports it to a file. */
export async function makeExported(seed: 'none' | 'small' = 'none') {
  const home = makeFolder()
  const dir = join(home, 'emulator')
  const made = makeEmulator({ dir })
  const app = await made.registerApp({
    requested_scopes: ['orders.read', 'products.read', 'products.write'],
    webhook_url: 'http://127.0.0.1:9/in',
    webhook_topics: ['order.created'],
  })
  const store = await made.openStore({ appKey: app.appKey, seed })
  await made.openStore({ name: 'Empty', seed: 'none' })
  const { token } = await made.installApp({ app, store })
  const unused = await made.approve({ app, store, region: 'de' })
  const act = (path: string, body: unknown = {}) => made.control('POST', path, body)
  const { product } = await made.control<{ product: { id: number } }>('POST', '/stores/demo/products', {
    name: 'Lamp',
    prices: { tr: '10', de: '9.90' },
  })
  await made.emulator.queue.stop()
  await act('/stores/demo/orders', { items: [{ productId: product.id, quantity: 2 }] })
  await act('/stores/demo/checkpoint')
  await act('/clock/advance', { ms: 60_000 })
  await made.control('PUT', '/settings', { importEmits: true })
  const { url } = await made.control<{ url: string }>('POST', '/stores/demo/sign-in', {})
  await act('/snapshots', { name: 'base' })
  const file = join(home, 'base.snapshot')
  await exportSnapshot(dir, 'base', file)
  return { ...made, home, dir, app, store, token, unused, ticket: url.split('=').at(-1) ?? '', file }
}

export type Exported = Awaited<ReturnType<typeof makeExported>>

/** Returns the tools for an import into `home`. */
export const importTools = (home: string) => ({
  dir: join(home, 'emulator'),
  randomBytes: (size: number) => Buffer.alloc(size, 7),
  now: () => new Date(),
  version: '0.0.0-test',
})
