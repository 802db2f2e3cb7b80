import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { makeContext } from '../support/context.ts'
import { isLong } from '../support/machine/long-run.ts'

const sources = [
  ['a file', '@rows.csv', 'rows.csv'],
  ['standard input', '-', null],
] as const

it.each(isLong ? sources : sources.slice(1))(
  'CSV rows from %s are written in requests of 500 with only a few requests in memory',
  (_, data, file) => {
    const { cwd } = makeContext()
    const output = writeMany({ cwd, data, file, count: 100_000 })

    expect(output).toMatchObject({
      requests: 200,
      first: '{"externalRef":"mug-0","title":"Mug \\"0\\"","price":1.10}',
      last: '{"externalRef":"mug-99999","title":"Mug \\"99999\\"","price":1.10}',
      body: { success: false, total: 100_000, failed: 200, results: { length: 200 } },
    })
    const left = JSON.parse(readFileSync(join(cwd, 'failed.json'), 'utf8')) as { externalRef: string }[]
    expect(left.map(({ externalRef }) => externalRef)).toEqual(
      Array.from({ length: 200 }, (_row, at) => `mug-${at * 500}`),
    )
  },
)

it.runIf(process.platform === 'linux')('standard input leaves no temporary file if the command is killed', async () => {
  const { cwd } = makeContext()
  const module = JSON.stringify(new URL('../../src/call/input/read-data.ts', import.meta.url).href)
  const code = `(await import(${module})).openData('-', '.')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    env: { TMPDIR: cwd },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const ended = once(child, 'exit')
  // Its end closes the pipe while part of the data is unwritten.
  child.stdin.on('error', () => {})
  child.stdin.write(Buffer.alloc(3_000_000, 'a'))
  const files = () => {
    try {
      return readdirSync(`/proc/${child.pid}/fd`).flatMap((fd) => readlinkOf(`/proc/${child.pid}/fd/${fd}`))
    } catch {
      return []
    }
  }
  await expect.poll(files).toContainEqual(expect.stringMatching(/svcapp-data-.*\(deleted\)$/))

  child.kill('SIGKILL')
  await ended

  expect(readdirSync(cwd)).toEqual([])
})

/** Writes CSV rows in a separate process whose heap holds a few thousand rows; the first of each request fails. */
function writeMany({ cwd, data, file, count }: { cwd: string; data: string; file: string | null; count: number }) {
  const at = (path: string) => JSON.stringify(new URL(`../../src/${path}`, import.meta.url).href)
  const code = `
    const { assembleInput } = await import(${at('call/input/input.ts')})
    const { writeRows } = await import(${at('call/send/write-rows.ts')})
    const { products } = await import(${at('catalog/resources/products.ts')})
    const cwd = process.cwd()
    const asked = assembleInput(products.bulk, { args: {}, flags: { data: ${JSON.stringify(data)} }, cwd })
    const seen = { requests: 0 }
    const client = {
      async call(endpoint, { body }) {
        const { items } = JSON.parse(body)
        seen.requests++
        seen.first ??= body.slice(body.indexOf('{', 1), body.indexOf('}') + 1)
        seen.last = body.slice(body.lastIndexOf('{'), -2)
        const results = items.map(({ externalRef }, at) => ({ externalRef, success: at !== 0 }))
        return { status: 200, headers: {}, bytes: Buffer.from(''), body: { results }, failure: null }
      },
    }
    const call = {
      facts: { known: products.bulk },
      asked,
      options: { chunkRows: 500, failedOut: 'failed.json', format: 'json' },
      context: { cwd, interrupted: new AbortController().signal },
    }
    for await (const { result } of writeRows(call).answers({ client }, { asked, head: { show() {} } })) {
      const { results, ...counts } = result.body
      seen.body = { ...counts, results: { length: results.length } }
    }
    console.log(JSON.stringify(seen))`
  const line = (row: number) => `mug-${row},"Mug ""${row}""",1.10\r\n`
  const text = `externalRef,title,price\r\n${Array.from({ length: count }, (_, row) => line(row)).join('')}`
  if (file !== null) writeFileSync(join(cwd, file), text)
  const flags = ['--max-old-space-size=30', '--input-type=module', '-e', code]
  const { stdout, stderr } = spawnSync(process.execPath, flags, {
    cwd,
    encoding: 'utf8',
    ...(file === null ? { input: text } : {}),
  })
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout) as unknown
}

/** The file behind a descriptor; none if it was closed meanwhile. */
function readlinkOf(path: string): string[] {
  try {
    return [readlinkSync(path)]
  } catch {
    return []
  }
}
