import { describe, expect, it } from 'vitest'

import { endpoints } from '../../src/catalog/catalog.ts'
import Settings from '../../src/commands/emulator/settings/set.ts'
import { makeCalls } from '../commands/call/support.ts'
import { runCommand } from '../support/command/command.ts'
import { commandOfEndpoint } from '../types/endpoint-commands.ts'

const scopes = [
  'orders.read',
  'orders.write',
  'orders.costs.write',
  'products.read',
  'products.write',
  'inventory.write',
]

type Id = keyof typeof commandOfEndpoint
type Calls = Awaited<ReturnType<typeof makeCalls>>

const tr = ['--region', 'tr']

async function run({ call }: Calls, id: Id, argv: readonly string[]) {
  const { default: Class } = await commandOfEndpoint[id]()
  return call(Class, argv)
}

async function answerOf(calls: Calls, id: Id, argv: readonly string[]) {
  const { stdout, stderr, exit } = await run(calls, id, [...argv, '--json'])
  if (exit !== 0) throw new Error(`${id} ended with ${exit}: ${stderr}${stdout}`)
  return JSON.parse(stdout) as Record<string, unknown> & { items: Record<string, unknown>[] }
}

/** A product of this app, made by the example of that endpoint. */
async function ownProduct(calls: Calls) {
  const { stdout } = await run(calls, 'products.create', ['--example'])
  return String((await answerOf(calls, 'products.create', [...tr, '--data', stdout]))['id'])
}

interface Own {
  /** Arguments of the command. */
  readonly args?: readonly string[]
  /** What the example itself says that must be replaced, by its path. */
  readonly values?: Readonly<Record<string, unknown>>
}

/** What stands in a store of one's own, for each example that names something of a store. */
const own: Partial<Record<Id, (calls: Calls) => Promise<Own>>> = {
  'order-costs.put': async () => ({ args: ['1'] }),
  'orders.import': async () => ({ values: { 'items[].productId': 1 } }),
  'products.update': async (calls) => ({ args: [await ownProduct(calls)] }),
  'prices.set': async (calls) => ({ values: { productId: Number(await ownProduct(calls)) } }),
  'prices.bulk': async (calls) => ({ values: { 'items[].productId': Number(await ownProduct(calls)) } }),
  'inventory.adjust': async (calls) => {
    const { id } = await answerOf(calls, 'warehouses.create', [...tr, '--name', 'Mine'])
    return { values: { productId: Number(await ownProduct(calls)), warehouseId: id } }
  },
  'reconciliation.adopt': async (calls) => {
    const { items } = await answerOf(calls, 'reconciliation.list', tr)
    return { args: [String(items.at(-1)?.['id'])], values: { 'proof.gtin': items.at(-1)?.['gtin'] } }
  },
  'reconciliation.regenerate-sku': async (calls) => {
    const id = await ownProduct(calls)
    const context = await answerOf(calls, 'reconciliation.refresh-context', [...tr, id, '--external-ref', 'mug-1'])
    return { args: [id], values: { externalRef: 'mug-1', evidenceDigest: context['evidenceDigest'] } }
  },
  'media.generate': async ({ context }) => {
    await runCommand(Settings, ['mediaGenerator', 'fake'], context())
    return {}
  },
  'categories.move': async (calls) => {
    const { items } = await answerOf(calls, 'categories.list', tr)
    const child = items.find(({ parentId }) => parentId !== null)
    return { args: [String(child?.['id'])], values: { expectedCurrent: { id: child?.['parentId'] } } }
  },
  'categories.set-content': async (calls) => {
    const { contentDigest } = await answerOf(calls, 'categories.content', [...tr, '2'])
    return { args: ['2'], values: { expectedCurrentDigest: contentDigest } }
  },
  'categories.bind-attributes': async (calls) => {
    const { items } = await answerOf(calls, 'attributes.list', tr)
    const bound = await answerOf(calls, 'categories.attributes', [...tr, '4'])
    const isFree = ({ key, attrType }: Record<string, unknown>) =>
      attrType === 'attribute' && bound.items.every((other) => other['key'] !== key)
    return { args: ['4'], values: { 'items[].key': items.find(isFree)?.['key'] } }
  },
}

/** The body with one's own values at their paths. */
function withOwn(body: Record<string, unknown>, values: Readonly<Record<string, unknown>>) {
  for (const [path, value] of Object.entries(values)) put(body, path.split('.'), value)
  return body
}

function put(target: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    if (!(name in target)) throw new Error(`The example has no ${name}.`)
    target[name] = value
    return
  }
  const inner = target[name.replace('[]', '')]
  for (const each of Array.isArray(inner) ? inner : [inner]) put(each as Record<string, unknown>, rest, value)
}

const writing = endpoints.filter((endpoint) => endpoint.body !== undefined)

describe('--example', () => {
  it('is available for every endpoint that accepts a body', () => {
    expect(writing).toHaveLength(17)
    expect(writing.filter((endpoint) => endpoint.example === undefined).map(({ id }) => id)).toEqual([])
  })

  it.each(writing.map(({ id }) => id as Id))('%s prints a body that the emulator accepts', async (id) => {
    const calls = await makeCalls({ requested_scopes: scopes })
    const { args = [], values = {} } = (await own[id]?.(calls)) ?? {}
    const before = calls.calls().length

    const { stdout, stderr, exit } = await run(calls, id, ['--example'])
    const asked = calls.calls().length
    const body = withOwn(JSON.parse(stdout) as Record<string, unknown>, values)
    const sent = await run(calls, id, [...args, ...tr, '--data', JSON.stringify(body), '--json'])

    expect([exit, asked - before]).toEqual([0, 0])
    // Whatever has to be replaced is said, and nothing else had to be.
    expect([...stderr.matchAll(/^Replace (\S+) with/gm)].map(([, path]) => path)).toEqual(
      expect.arrayContaining(Object.keys(values)),
    )
    expect(stderr.match(/^Replace/gm) ?? []).toHaveLength(Object.keys(values).length)
    expect([sent.exit, sent.stderr.replace(/^Hint.*\n/m, '')]).toEqual([0, ''])
    expect(JSON.parse(sent.stdout)).toMatchObject({ success: true })
  })
})
