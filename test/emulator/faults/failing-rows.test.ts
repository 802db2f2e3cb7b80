import { expect, it } from 'vitest'

import { endpoints } from '../../../src/catalog/catalog.ts'
import { makeInstalled } from '../../support/emulator/installed-app.ts'

const scopes = ['products.read', 'products.write', 'orders.read']
const mug = (n: number) => ({ externalRef: `mug-${n}`, title: `Mug ${n}`, price: 10 })

interface Rows {
  readonly success: boolean
  readonly total: number
  readonly failed: number
  readonly results: readonly { readonly success: boolean; readonly message?: string; readonly externalRef?: string }[]
}

async function makeWriter() {
  const test = await makeInstalled({ scopes })
  const write = async (path: string, body: unknown): Promise<{ status: number; body: Rows }> => {
    const headers = { 'Content-Type': 'application/json' }
    const response = await test.api(test.token, path, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: response.status, body: (await response.json()) as Rows }
  }
  return { ...test, write }
}

it('a 200 with failed rows skips only these rows, and the same seed fails the same rows (PROD-107)', async () => {
  const failing = async (seed: number) => {
    const { set, write, causes } = await makeWriter()
    await set({ kind: 'partial', seed })
    const items = Array.from({ length: 20 }, (_, n) => mug(n))

    const { status, body } = await write('/products/bulk', { items })

    const failed = body.results.filter(({ success }) => !success)
    expect([status, body.success, body.total, body.failed]).toEqual([200, true, 20, failed.length])
    expect(failed.length).toBeGreaterThan(0)
    expect(failed.length).toBeLessThan(20)
    expect(new Set(failed.map(({ message }) => message))).toEqual(
      new Set(['The row could not be written. Try again later.']),
    )
    expect((await causes())[0]).toBe('200 fault partial')
    const again = await write('/products/bulk', { items })
    expect(again.body.failed).toBe(0)
    return failed.map(({ externalRef }) => externalRef)
  }

  const first = await failing(3)

  expect(await failing(3)).toEqual(first)
  expect(await failing(4)).not.toEqual(first)
})

it.each(
  endpoints.filter(({ rows }) => rows === 'each').map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]),
)('%s can fail a row, even if it is the only one', async (_name, { path, example }) => {
  const { set, write, api, token } = await makeWriter()
  const categories = (await (await api(token, '/categories')).json()) as { items: { id: number }[] }
  const place = path.replace('{id}', String(categories.items[0]?.id))
  await set({ kind: 'partial' })

  const { status, body } = await write(place, { items: [rowOf(example?.body)] })

  expect([status, body.total, body.failed]).toEqual([200, 1, 1])
  expect(body.results).toMatchObject([{ success: false, message: 'The row could not be written. Try again later.' }])
})

it('the fault skips a call without rows, and a call whose whole input is rejected', async () => {
  const { set, write, statuses, faults } = await makeWriter()
  await set({ kind: 'partial', times: null })

  expect(await statuses('/orders', 2)).toEqual([200, 200])
  expect(await faults()).toMatchObject([{ hits: 0, matched: 0 }])
  expect((await write('/products/bulk', { items: [] })).status).toBe(400)
})

function rowOf(body: unknown): unknown {
  return (body as { items: readonly unknown[] }).items[0]
}
