import { mkdirSync, readFileSync, writeFileSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { endpoints } from '../../src/catalog/catalog.ts'
import { topicNames } from '../../src/catalog/topics.ts'
import Types from '../../src/commands/types.ts'
import { makeShop } from '../emulator/api/shop.ts'
import { runCommand } from '../support/command/command.ts'
import { makeContext } from '../support/context.ts'
import { writtenModule } from '../support/written-module.ts'

describe('app types', () => {
  it('writes a file without imports, and recognizes it later', async () => {
    const context = makeContext()
    const file = join(context.cwd, 'src/platform-types.ts')
    writeFileSync(join(context.cwd, 'tsconfig.json'), '{}')
    const run = (...flags: string[]) => runCommand(Types, flags, makeContext({ cwd: context.cwd }))

    const missing = await run('--check')
    const first = await run('--json')
    const again = await run()
    const check = await run('--check')
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replaceAll('\n', '\r\n'))
    const otherLineEnds = await run('--check')
    writeFileSync(file, text.replace("'order.paid'", "'order.payed'"))
    const changed = await run('--check')
    const exact = [await run('--exact-ids'), await run('--exact-ids', '--check'), await run('--check')]

    expect([missing.exit, missing.error?.code]).toEqual([11, 'types.stale'])
    expect(JSON.parse(first.stdout)).toEqual({
      file,
      written: true,
      topics: topicNames.length,
      endpoints: endpoints.length,
    })
    expect([again.stdout, check.exit, otherLineEnds.exit]).toEqual([expect.stringContaining('is up to date'), 0, 0])
    expect([changed.exit, changed.error?.code]).toEqual([11, 'types.stale'])
    expect(exact.map(({ exit }) => exit)).toEqual([0, 0, 11])
    expect(text).not.toMatch(/^import |\bfrom '/m)
    expect((await run()).stdout).toContain('was written')
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  it('writes nothing into a JavaScript project, unless --out sets the file', async () => {
    const { cwd } = makeContext()
    writeFileSync(join(cwd, 'server.js'), '')
    const run = (...flags: string[]) => runCommand(Types, flags, makeContext({ cwd }))

    const { exit, error } = await run()
    const before = readdirSync(cwd)
    const named = await run('--out', 'src/platform-types.ts')

    expect([exit, error?.code, before]).toEqual([2, 'usage.missing', ['server.js']])
    expect(error?.suggestions?.[0]).toBe('app types --out src/platform-types.ts')
    expect(named.exit).toBe(0)
    // From now on it is a project with TypeScript.
    expect((await run()).stdout).toContain('is up to date')
  })

  it('does not overwrite a file of another author', async () => {
    const { cwd } = makeContext()
    mkdirSync(join(cwd, 'src'))
    writeFileSync(join(cwd, 'src/platform-types.ts'), 'export {}\n')

    const { exit, error } = await runCommand(Types, [], makeContext({ cwd }))

    expect([exit, error?.code]).toEqual([2, 'usage.invalid'])
    expect(readFileSync(join(cwd, 'src/platform-types.ts'), 'utf8')).toBe('export {}\n')
  })
})

describe('app types --out', () => {
  it.each(['/proc/x/y.ts', '/proc/y.ts', 'file/x.ts', 'file/deep/x.ts'])(
    'rejects %s with advice about --out',
    async (out) => {
      const { cwd } = makeContext()
      writeFileSync(join(cwd, 'file'), '')

      const { exit, error } = await runCommand(Types, ['--out', out], makeContext({ cwd }))

      expect([exit, error?.code]).toEqual([3, 'storage.unwritable'])
      expect(error?.suggestions).toEqual(['Specify a file in another folder with --out.'])
    },
  )

  it.each(['link/x.ts', 'link/deep/x.ts', 'src/link/x.ts'])(
    'writes nothing through a linked folder: %s (T20)',
    async (out) => {
      const [{ cwd }, { cwd: elsewhere }] = [makeContext(), makeContext()]
      mkdirSync(join(cwd, 'src'))
      for (const link of ['link', 'src/link']) symlinkSync(elsewhere, join(cwd, link))

      const { exit, error } = await runCommand(Types, ['--out', out], makeContext({ cwd }))

      expect([exit, error?.code, readdirSync(elsewhere)]).toEqual([3, 'storage.symlink', []])
      expect(error?.suggestions).toEqual(['Specify a file in another folder with --out.'])
    },
  )
})

const withLongIds =
  '{"eventId":"e","storeId":9007199254740993,"regionId":7,"data":{"orderId":9007199254740995,"orderNumber":"N","status":"paid","currency":"TRY"}}'

describe('the validators of a written file', () => {
  it('accept a real response, also with extra fields, and reject another shape (VER-005)', async () => {
    const { answers } = await writtenModule()
    const shop = await makeShop()
    const { token } = await shop.install()
    await shop.control('POST', `/stores/${shop.store.code}/orders`, {})
    const { body } = await shop.call(token, '/orders')
    const look = (value: unknown) => answers['orders.list']?.['~standard'].validate(value)
    const [order] = body.items

    expect(order).toMatchObject({ id: expect.any(Number) })
    expect(look(body)).toEqual({ value: body })
    expect(look({ ...body, added: 1, items: [{ ...order, added: {} }] })?.issues).toBeUndefined()
    expect(look({ ...body, items: [{ ...order, id: 'one' }] })?.issues).toEqual([
      { message: 'must be integer, but is string', path: ['items', 0, 'id'] },
    ])
    expect(look({ items: [] })?.issues).toContainEqual({ message: 'is missing', path: ['totalCount'] })
    expect(Object.keys(answers).toSorted()).toEqual(endpoints.map(({ id }) => id).toSorted())
  })

  it.each([true, false])('reject an id that was rounded before (exact ids: %s)', async (hasExactIds) => {
    const { eventBodies } = await writtenModule({ hasExactIds })

    const validated = eventBodies['order.paid']?.['~standard'].validate(JSON.parse(withLongIds))

    expect(validated?.issues).toMatchObject([{ path: ['storeId'] }, { path: ['data', 'orderId'] }])
  })

  it('accept an id above 2^53 digit by digit if exact ids are enabled', async () => {
    const { eventBodies, parseJson } = await writtenModule({ hasExactIds: true })
    const exact = parseJson?.(withLongIds)

    expect(exact).toMatchObject({ storeId: 9007199254740993n, regionId: 7, data: { orderId: 9007199254740995n } })
    expect(eventBodies['order.paid']?.['~standard'].validate(exact)).toEqual({ value: exact })
    expect(parseJson?.('[1e400,-0,0.1,"9007199254740993",9007199254740991,-9007199254740993]')).toEqual([
      Infinity,
      -0,
      0.1,
      '9007199254740993',
      9007199254740991,
      -9007199254740993n,
    ])
  })

  it('distinguish events by their topic, and reject an unknown topic (EVT-008 EVT-014)', async () => {
    const { platformEvent } = await writtenModule()
    const look = (value: unknown) => platformEvent['~standard'].validate(value)
    const event = { topic: 'order.paid', eventId: 'e', storeId: 1, regionId: null }

    expect(look(event)).toEqual({ value: event })
    expect(look({ ...event, topic: 'order.payed' }).issues).toMatchObject([{ path: ['topic'] }])
    expect(look({ ...event, topic: 'toString' }).issues).toMatchObject([{ path: ['topic'] }])
    expect(look({ ...event, storeId: 1.5 }).issues).toMatchObject([{ path: ['storeId'] }])
    expect(look({ ...event, eventId: '' }).issues).toMatchObject([{ path: ['eventId'] }])
    expect(look(null).issues).toHaveLength(1)
  })
})
