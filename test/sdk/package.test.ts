import { execFile, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { serve } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import { buildLibrary, writeLibraryTypes, type BuiltFile } from '../../scripts/build/library.ts'
import { createClient } from '../../src/sdk/client.ts'
import { writtenTypes } from '../../src/sdk/written-types/written-types.ts'
import { makeShop } from '../emulator/api/shop.ts'
import { testsOfDocs } from '../support/template/tests-of-docs.ts'

const repository = join(import.meta.dirname, '..', '..')
let project: string
let built: readonly BuiltFile[]

/** A project whose node_modules has what is published of the library, and the types of Node and of what programs of the documents import. */
beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'svcapp-library-'))
  said = null
  const installed = join(project, 'node_modules/svcapp')
  mkdirSync(join(installed, 'dist'), { recursive: true })
  copyFileSync(join(repository, 'package.json'), join(installed, 'package.json'))
  for (const file of ['openapi.json', 'asyncapi.json']) copyFileSync(join(repository, file), join(installed, file))
  built = await buildLibrary(join(installed, 'dist'))
  writeLibraryTypes(join(installed, 'dist'))
  mkdirSync(join(project, 'node_modules/@types'))
  for (const name of ['@types/node', 'undici-types', 'vitest', 'playwright-core'])
    symlinkSync(join(repository, 'node_modules', name), join(project, 'node_modules', name))
  writeFileSync(join(project, 'package.json'), '{"type": "module", "private": true}\n')
})

afterAll(() => rmSync(project, { recursive: true, force: true }))

const strict =
  '--strict --noUncheckedIndexedAccess --exactOptionalPropertyTypes --noPropertyAccessFromIndexSignature --allowImportingTsExtensions --erasableSyntaxOnly --module nodenext --target es2024 --types node --skipLibCheck false --checkers 1 --noEmit'

/** Compiles files of the project as strictly as there is, its library's types too; answers with what the compiler says. */
function compile(files: readonly string[], options: readonly string[] = []): string {
  const argv = [...strict.split(' '), ...options, ...files]
  return spawnSync(join(repository, 'node_modules/.bin/tsc'), argv, { cwd: project, encoding: 'utf8' }).stdout
}

let said: string | null = null

/** What the compiler says of one of the programs: all are compiled at once, for most of the time goes into the types that they share. */
function saidOf(name: string): string {
  for (const [file, text] of Object.entries(programs())) writeFileSync(join(project, file), text)
  said ??= compile(Object.keys(programs()))
  // A message begins with its file; its further lines are indented. What begins otherwise is told of every program.
  const messages = said.split(/^(?=\S)/m)
  return messages.filter((message) => message.startsWith(name) || !/^[\w-]+\.ts\b/.test(message)).join('')
}

describe('the published package', () => {
  it('contains no CLI code, and SQLite only if a budget file needs it', () => {
    const byName = new Map(built.map((file) => [file.name, file]))
    const atOnce = new Set<string>()
    const walk = (name: string) => {
      if (atOnce.has(name)) return
      atOnce.add(name)
      for (const next of byName.get(name)?.imports ?? []) walk(next)
    }
    walk('sdk/client.js')
    const loaded = [...atOnce].flatMap((name) => byName.get(name)?.sources ?? [])
    const all = built.flatMap(({ sources }) => sources)

    expect(
      all.filter((source) => /oclif|^src\/(commands?|context|tasks|views|terminal|emulator|main)\b/.test(source)),
    ).toEqual([])
    expect(all.filter((source) => source.includes('node_modules'))).toEqual([])
    expect(loaded).toContain('src/client/client.ts')
    expect(loaded).not.toContain('src/storage/database.ts')
    expect(all).toContain('src/storage/database.ts')
    expect([...atOnce]).not.toContain('node:sqlite')
  })

  it('uses no type of a package that it does not contain', () => {
    const types = readFileSync(join(project, 'node_modules/svcapp/dist/types/sdk/resources.d.ts'), 'utf8')

    expect(types).not.toContain('zod')
    expect(types).toContain('/** Rows per page. */')
  })
})

const programOfTypes = `
import { answers, eventBodies, platformEvent, type Endpoints, type PlatformEvent, type Validator } from './platform-types.ts'

/** As standardschema.dev has it. */
interface StandardSchema<Input, Output> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) =>
      | { readonly value: Output; readonly issues?: undefined }
      | { readonly issues: readonly { readonly message: string; readonly path?: readonly PropertyKey[] | undefined }[] }
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
  }
}

export const asStandard: StandardSchema<unknown, PlatformEvent> = platformEvent

export function orderOf(event: PlatformEvent): number | null {
  switch (event.topic) {
    case 'order.created':
    case 'order.paid':
      return event.data?.orderId ?? null
    case 'app.uninstalled':
      // @ts-expect-error -- this event tells of no order
      return event.data.orderId.toFixed()
    default:
      return null
  }
}

export const pageSize: Endpoints['orders.list']['answer']['pageSize'] = 20
export const ofOrders: Validator<Endpoints['orders.list']['answer']> = answers['orders.list']
// @ts-expect-error -- there is no such topic
export const none = eventBodies['order.payed']
`

it('the output of `app types` compiles strictly, also with Standard Schema (VER-005)', () => {
  const messages = ['types-program.ts', 'platform-types.ts', 'exact-types.ts'].map(saidOf)

  expect(messages.join('')).toBe('')
})

/** The emulator behind a real socket, with an app installed. */
async function listeningShop() {
  const shop = await makeShop()
  const { token } = await shop.installWide()
  const server = serve({
    fetch: (request) => shop.emulator.fetch(request, { site: 'api' }),
    port: 0,
    hostname: '127.0.0.1',
  })
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  return { baseUrl: `http://127.0.0.1:${port}`, token }
}

const program = `
import { AppError, createClient, type OrdersListAnswer, type RowsResult } from 'svcapp/client'

const client = createClient({ baseUrl: process.env['BASE_URL'] ?? '', token: process.env['TOKEN'] ?? '', region: 'tr' })
const page: OrdersListAnswer = await client.orders.list({ query: { pageSize: 1 } })
const names: string[] = []
for await (const product of client.products.iterate({ limit: 2 })) names.push(product.name)
const cost = await client.orderCosts.put({
  params: { id: page.items[0]?.id ?? 0 },
  body: { externalRef: 'a', costType: 'cod_fee', amount: 1.5 },
})
const refusal = await client.products.get({ params: { id: 999999 } }).catch((error: unknown) => error)
export type Rows = RowsResult<null>
console.log(JSON.stringify({
  orders: page.items.length,
  names: names.length,
  updated: cost.updated,
  refusal: refusal instanceof AppError ? refusal.code : null,
}))
client.close()
`

/** A program that names every call of the library: those that are there when it runs must be in the published types. */
function everyCall(): string {
  const { close: _, ...resources } = createClient({ baseUrl: 'http://127.0.0.1:4800', token: '' })
  const calls = Object.entries(resources).flatMap(([name, verbs]) =>
    Object.keys(verbs).map((verb) => `client.${name}.${verb}`),
  )
  return `import { createClient } from 'svcapp/client'
const client = createClient({ baseUrl: '', token: '' })
export const calls = [${calls.join(', ')}]
`
}

describe('a program that uses the package', () => {
  it('compiles strictly, and runs against the emulator over a socket', async () => {
    const { baseUrl, token } = await listeningShop()

    expect(saidOf('program.ts') + saidOf('every-call.ts')).toBe('')
    const { stdout, stderr } = await promisify(execFile)(process.execPath, ['program.ts'], {
      cwd: project,
      env: { BASE_URL: baseUrl, TOKEN: token },
    })

    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual({ orders: 1, names: 2, updated: false, refusal: 'api.error' })
  })

  it('a wrong field, value, path or call does not compile', () => {
    for (const [at, [expression, message]] of wrongs.entries())
      expect(saidOf(`wrong-${at}.ts`), expression).toContain(message)
  })
})

const wrongs = [
  ['client.orders.list({ query: { pagesize: 1 } })', "'pagesize' does not exist"],
  ['client.orders.import({ body: { items: [] } })', "'externalOrderId' is missing"],
  ["client.orders.list({ query: { page: 'two' } })", "'string' is not assignable to type 'number"],
  [
    "client.orders.import({ body: { externalOrderId: 'a', items: [], externalStatus: 'lost' } })",
    `"lost"' is not assignable`,
  ],
  ['client.orders.get({ params: {} })', "'id' is missing"],
  ['client.orders.get()', 'Expected 1 arguments'],
  ['(await client.orders.list()).rows', "'rows' does not exist"],
  ['client.coupons.list()', "'coupons' does not exist"],
] as const

/** Every program of this file, by its name. */
function programs(): Readonly<Record<string, string>> {
  const wrong = wrongs.map(([expression], at) => [`wrong-${at}.ts`, wrongProgram(expression)] as const)
  return {
    'platform-types.ts': writtenTypes(),
    'exact-types.ts': writtenTypes({ hasExactIds: true }),
    'types-program.ts': programOfTypes,
    'program.ts': program,
    'every-call.ts': everyCall(),
    ...Object.fromEntries(wrong),
  }
}

function wrongProgram(expression: string): string {
  return `import { createClient } from 'svcapp/client'\nconst client = createClient({ baseUrl: '', token: '' })\nexport const wrong = await ${expression}\n`
}

it('the tests of docs/testing.md compile in the strictest mode', () => {
  const tests = testsOfDocs()
  for (const [file, text] of Object.entries(tests)) writeFileSync(join(project, file), text)

  expect(compile(Object.keys(tests), ['--lib', 'esnext,dom'])).toBe('')
})
