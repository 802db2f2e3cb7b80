import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it, vi } from 'vitest'

import ProductsCreate from '../../../src/commands/call/products/create.ts'
import ProductsDelta from '../../../src/commands/call/products/delta.ts'
import EmulatorClockAdvance from '../../../src/commands/emulator/clock/advance.ts'
import { createTerminal } from '../../../src/terminal/terminal.ts'
import { runCommand } from '../../support/command/command.ts'
import type { ContextOverrides } from '../../support/context.ts'
import { documentsOf, linesOf, makeCalls } from './support.ts'

const tr = ['--region', 'tr']
const since = ['--since', '2000-01-01T00:00:00Z']

async function makeDelta() {
  const platform = await makeCalls()
  const path = join(platform.cwd, 'cursor.json')
  return {
    ...platform,
    path,
    kept: () => JSON.parse(readFileSync(path, 'utf8')) as { cursor: string; regionId: number },
    delta: (argv: readonly string[], more: ContextOverrides = {}) =>
      platform.call(ProductsDelta, [...tr, ...argv], more),
    write: async (ref: string) => {
      platform.made.clock.advance(1_000)
      await platform.call(ProductsCreate, [...tr, '--external-ref', ref, '--title', `Thing ${ref}`])
      platform.sent.length = 0
    },
  }
}

const file = ['--cursor-file', 'cursor.json']

describe('products delta', () => {
  it.each([[[]], [file]])('--include prints the heads of a stream to stderr, with %j too', async (kept) => {
    const { delta, write } = await makeDelta()
    await write('a')

    const { stdout, stderr } = await delta([...since, ...kept, '--include'])

    expect(stderr).toMatch(/^HTTP\/1\.1 200$/m)
    expect(stdout).toContain('Thing a')
    expect(stdout).not.toContain('HTTP/1.1')
  })

  it.each([[[]], [['--json']], [['--dry-run']], [['--page-size', '10']]])(
    'sends nothing without a start position: %j',
    async (flags) => {
      const { delta, calls } = await makeDelta()

      const { exit, error } = await delta(flags)

      expect([exit, error?.code, calls()]).toEqual([2, 'usage.missing', []])
      expect(error?.suggestions?.[0]).toContain('--since')
    },
  )

  it('--dry-run and --curl show the first request from --since, then from the saved cursor (DELTA-012)', async () => {
    const { delta, calls, kept } = await makeDelta()
    const shown = async () => new URL(linesOf((await delta([...since, ...file, '--dry-run'])).stdout)[0]!.slice(4))

    const first = await shown()
    const before = calls().length
    await delta([...since, ...file])
    const next = await shown()
    const command = await delta([...file, '--curl'])

    expect([first.searchParams.get('updatedAfter'), before]).toEqual(['2000-01-01T00:00:00.000Z', 0])
    expect([...next.searchParams]).toEqual([['cursor', kept().cursor]])
    expect(command.stdout).toContain(encodeURIComponent(kept().cursor))
    const following = await delta(['--follow', '--dry-run'])
    expect(following.stdout).toContain('updatedAfter=2026-11-21T12')
    expect(following.stderr).toMatch(/since 2026-11-21T12:00:00.000Z\. To see earlier changes, set --since/)
  })

  it('reads a whole round in one run, and continues where it stopped (DELTA-019 DELTA-009 DELTA-012)', async () => {
    const { delta, calls, kept, write, made } = await makeDelta()
    const start = ['--since', made.clock.now().toISOString(), ...file, '--page-size', '2', '--ndjson']
    for (const ref of ['a', 'b', 'c', 'd', 'e']) await write(ref)

    const first = await delta(start)
    const asked = calls().map(({ url }) => [url.searchParams.has('updatedAfter'), url.searchParams.has('cursor')])
    await write('f')
    const second = await delta([...file, '--ndjson'])
    const third = await delta([...file, '--ndjson'])

    expect(documentsOf(first.stdout)).toHaveLength(5)
    expect(asked).toEqual([
      [true, false],
      [false, true],
      [false, true],
    ])
    expect(documentsOf(second.stdout)).toMatchObject([{ product: { name: 'Thing f' } }])
    expect([third.stdout, third.exit]).toEqual(['', 0])
    expect(kept().cursor).toContain('|')
  })

  it('saves the response cursor byte for byte, with its store and region (DELTA-018)', async () => {
    const { delta, path, kept, store } = await makeDelta()
    const send = async () => ({
      status: 200,
      headers: {},
      body: Buffer.from('{"items":[],"nextCursor":"öpaque|\\"x\\"","hasMore":false}'),
    })

    await delta([...since, ...file], { send })

    expect(kept()).toMatchObject({
      cursor: 'öpaque|"x"',
      storeId: store.store.id,
      regionId: store.store.regions[0]?.id,
    })
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('saves the position only after the batch was delivered, so that a crash repeats at most one batch', async () => {
    const platform = await makeDelta()
    await platform.write('a')
    await platform.write('b')
    const context = platform.context()
    const seen: (string | null)[] = []
    const flushed = async () => void seen.push(existsSync(platform.path) ? platform.kept().cursor : null)

    await runCommand(ProductsDelta, [...tr, ...since, ...file, '--page-size', '1', '--ndjson'], {
      ...context,
      terminal: { ...context.terminal, flushed },
    })

    expect(seen[0]).toBeNull()
    const printed = documentsOf<{ updatedAt: string; id: number }>(context.captured.stdout())
    const after = printed.map(({ updatedAt, id }) => `${updatedAt}|${id}`)
    expect(seen.slice(1, printed.length)).toEqual(after.slice(0, -1))
    expect(platform.kept().cursor).toBe(after.at(-1))
  })

  it('saves nothing if the output fails before accepting the batch', async () => {
    const platform = await makeDelta()
    const context = platform.context()
    const flushed = async () => {
      throw new Error('no space left')
    }

    await runCommand(ProductsDelta, [...tr, ...since, ...file, '--ndjson'], {
      ...context,
      terminal: { ...context.terminal, flushed },
    })

    expect(existsSync(platform.path)).toBe(false)
  })

  it.each([
    ['no space', 'ENOSPC'],
    ['no reader', 'EPIPE'],
  ])('saves the position of the rows that stdout accepted, and no later position: %s', async (_, code) => {
    const platform = await makeDelta()
    for (const ref of ['a', 'b', 'c']) await platform.write(ref)
    const context = platform.context()
    let rows = 0
    const stdout = {
      write: (chunk: string | Uint8Array, taken?: (error?: Error | null) => void) => {
        const isLost = chunk.length > 0 && ++rows > 1
        taken?.(isLost ? Object.assign(new Error(code), { code }) : null)
        if (chunk.length > 0 && !isLost) context.terminal.out(String(chunk).trimEnd())
      },
    }
    const stderr = { write: (chunk: string | Uint8Array) => context.terminal.note(String(chunk).trimEnd()) }
    const terminal = createTerminal({ stdin: {}, stdout, stderr, env: {}, interrupted: () => context.interrupted })

    const run = await runCommand(ProductsDelta, [...tr, ...since, ...file, '--page-size', '1', '--ndjson'], {
      ...context,
      terminal,
    })

    const [row] = documentsOf<{ updatedAt: string; id: number }>(run.stdout)
    expect(documentsOf(run.stdout)).toHaveLength(1)
    expect(platform.kept().cursor).toBe(`${row?.updatedAt}|${row?.id}`)
    expect([run.exit, run.error?.code]).toEqual(code === 'EPIPE' ? [130, 'cli.interrupted'] : [3, 'cli.output-lost'])
  })

  it('reports that the position can no longer be saved because its folder was deleted', async () => {
    const { delta, write, made, cwd } = await makeDelta()
    const start = made.clock.now().toISOString()
    const folder = join(cwd, 'places')
    mkdirSync(folder)
    const sleep = async () => {
      rmSync(folder, { recursive: true })
      await write('later')
    }

    const run = await delta(['--since', start, '--cursor-file', 'places/c.json', '--follow', '--ndjson'], { sleep })

    expect([run.exit, run.error?.code]).toEqual([3, 'storage.unwritable'])
    expect(run.error?.message).toBe(
      `The cursor could not be saved in --cursor-file ${join(folder, 'c.json')}: its folder was deleted.`,
    )
    expect(run.stderr).toContain(`Create the folder ${folder} again`)
    expect(documentsOf(run.stdout)).toHaveLength(1)
  })

  it('is one JSON document, and saves the position only if the document is complete', async () => {
    const { delta, kept, path } = await makeDelta()
    const answers = [
      '{"items":[{"id":1.0}],"nextCursor":"c1","hasMore":true}',
      '{"items":[{"id":2}],"nextCursor":"c2","hasMore":false}',
    ]
    const makeSend = (failAt: number) => {
      let asked = 0
      return async () => ({
        status: ++asked === failAt ? 404 : 200,
        headers: {},
        body: Buffer.from(answers[asked - 1] ?? ''),
      })
    }

    const broken = await delta([...since, ...file, '--json'], { send: makeSend(2) })
    expect(existsSync(path)).toBe(false)
    const whole = await delta([...since, ...file, '--json'], { send: makeSend(0) })

    expect(whole.stdout).toBe('{"items":[{"id":1.0},{"id":2}],"nextCursor":"c2","hasMore":false}\n')
    expect(JSON.parse(broken.stdout)).toMatchObject({ items: [{ id: 1 }], error: { code: 'api.error' } })
    expect(kept().cursor).toBe('c2')
  })

  it('accepts --since only without a cursor file', async () => {
    const { delta, calls } = await makeDelta()
    await delta([...since, ...file, '--ndjson'])
    const before = calls().length

    await delta(['--since', '2001-01-01', ...file, '--ndjson'])

    expect(calls()[0]?.url.searchParams.get('updatedAfter')).toBe('2000-01-01T00:00:00.000Z')
    expect(calls()[before]?.url.searchParams.has('updatedAfter')).toBe(false)
  })

  it.each([
    ['2026-11-01', '2026-11-01T00:00:00.000Z'],
    ['2026-11-01T12:00:00+03:00', '2026-11-01T09:00:00.000Z'],
    ['2026-11-01T12:00Z', '2026-11-01T12:00:00.000Z'],
    ['now', '2026-11-21T12:00:00.000Z'],
  ])('reads --since %s as %s in any time zone', async (given, sent) => {
    vi.stubEnv('TZ', 'America/Los_Angeles')
    const { delta, calls } = await makeDelta()

    await delta(['--since', given, '--ndjson'])

    expect(calls()[0]?.url.searchParams.get('updatedAfter')).toBe(sent)
  })

  it("reads now from the emulator's clock, which the rows use, if it was advanced", async () => {
    const { delta, calls, write, context } = await makeDelta()
    await write('before')
    await runCommand(EmulatorClockAdvance, ['1d'], context())
    await write('a day later')

    const since = await delta(['--since', 'now', '--ndjson'])
    const following = await delta(['--follow', '--dry-run'])

    expect(calls()[0]?.url.searchParams.get('updatedAfter')).toBe('2026-11-22T12:00:02.000Z')
    expect([since.stdout, since.exit]).toEqual(['', 0])
    expect(following.stderr).toContain('changes since 2026-11-22T12:00:02.000Z.')
  })

  it.each([
    [['--since', 'yesterday'], 'usage.invalid'],
    [['--since', '2026-11-01T12:00:00'], 'usage.invalid'],
    [['--since', '2026-13-01'], 'usage.invalid'],
    [['--since', '2026-02-30'], 'usage.invalid'],
    [['--since', '2026-02-30T12:00:00Z'], 'usage.invalid'],
    [[...file], 'usage.missing'],
    [['--follow', '--json', ...since], 'usage.invalid'],
    [['--cursor', 'x', ...file], 'usage.invalid'],
    [[...since, '--cursor-file', 'no/such/folder/c.json'], 'usage.invalid'],
    [[...since, '--cursor-file', '.'], 'usage.invalid'],
    [[...since, '--cursor-file', '-'], 'usage.invalid'],
    [['--updated-after', '2026-11-01T00:00:00Z', ...since], 'usage.invalid'],
    [['--follow', ...since, '--interval', 'soon'], 'usage.invalid'],
    [['--follow', ...since, '--interval', '25d'], 'usage.invalid'],
  ])('rejects %j with %s and sends nothing', async (argv, code) => {
    const { delta, calls } = await makeDelta()

    const { error, exit } = await delta(argv)

    expect([error?.code, exit, calls().length]).toEqual([code, 2, 0])
  })

  it('rejects all regions together, because a cursor belongs to one region', async () => {
    const { call, calls } = await makeCalls()

    const { error } = await call(ProductsDelta, ['--region', 'all', '--all', ...since])

    expect([error?.code, calls().length]).toEqual(['usage.invalid', 0])
  })

  it.each([
    ['another region', (kept: object) => ({ ...kept, regionId: 999 })],
    ['another store', (kept: object) => ({ ...kept, storeId: 999 })],
    ['another target', (kept: object) => ({ ...kept, target: 'https://elsewhere.example' })],
    ['another app', (kept: object) => ({ ...kept, appKey: 'app.other.one' })],
    ['no cursor', (kept: object) => ({ ...kept, cursor: 1 })],
    ['no object', () => null],
  ])('rejects a cursor file of %s', async (_, change) => {
    const { delta, path, kept, calls } = await makeDelta()
    await delta([...since, ...file, '--ndjson'])
    writeFileSync(path, JSON.stringify(change(kept())))
    const before = calls().length

    const { error } = await delta([...file, '--ndjson'])

    expect([error?.code, calls().length]).toEqual(['usage.invalid', before])
  })

  it('reports a cursor that the platform rejects (DELTA-016)', async () => {
    const { delta, path, kept } = await makeDelta()
    await delta([...since, ...file, '--ndjson'])
    writeFileSync(path, JSON.stringify({ ...kept(), cursor: 'garbage' }))

    const { error, exit } = await delta([...file, '--ndjson'])

    expect([error?.code, exit]).toEqual(['api.error', 12])
    expect(kept().cursor).toBe('garbage')
  })

  it('follows with a pause, through temporary failures, until interrupted, then saves its position and exits with 130', async () => {
    const { delta, write, kept, made } = await makeDelta()
    const start = made.clock.now().toISOString()
    const interrupted = new AbortController()
    const pauses: number[] = []
    const sleep = async (ms: number) => {
      pauses.push(ms)
      if (pauses.length === 4) {
        interrupted.abort('SIGINT')
        throw new Error('SIGINT')
      }
      await write(`n${pauses.length}`)
    }

    const run = await delta(['--since', start, ...file, '--follow', '--interval', '7s', '--ndjson'], {
      sleep,
      interrupted: interrupted.signal,
    })

    expect(run.exit).toBe(130)
    expect(pauses).toEqual([7_000, 7_000, 7_000, 7_000])
    const rows = documentsOf<{ id: number; updatedAt: string; product: { name: string } }>(run.stdout)
    expect(rows.map(({ product }) => product.name)).toEqual(['Thing n1', 'Thing n2', 'Thing n3'])
    expect(kept().cursor).toBe(`${rows[2]?.updatedAt}|${rows[2]?.id}`)
  })

  it('shows a deleted product as a row like other rows (DELTA-021 DELTA-023)', async () => {
    const { delta } = await makeDelta()
    const body =
      '{"items":[{"id":7,"status":"D","updatedAt":"2026-11-21T12:00:00Z","product":null}],"nextCursor":"c","hasMore":false}'
    const send = async () => ({ status: 200, headers: {}, body: Buffer.from(body) })

    const table = await delta([...since, ...file], { send })
    const lines = await delta(['--all', '--cursor', 'x', '--ndjson'], { send })

    expect([table.exit, lines.exit]).toEqual([0, 0])
    expect(linesOf(table.stdout)[0]).toMatch(/^7\tD/)
    expect(documentsOf(lines.stdout)).toEqual([
      { id: 7, status: 'D', updatedAt: '2026-11-21T12:00:00Z', product: null },
    ])
  })
})
