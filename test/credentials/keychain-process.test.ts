import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { createKeychainProcess } from '../../src/credentials/keychain-process.ts'
import { makeFolder, processes, waitUntil } from './support.ts'

/** A stand-in for the keychain process: a real process that behaves as `body` says. */
function makeProgram(body: string, timeoutMs = 300) {
  const folder = makeFolder()
  const file = join(folder, 'stand-in.mjs')
  const starts = join(folder, 'starts')
  writeFileSync(
    file,
    `import { appendFileSync } from 'node:fs'
     appendFileSync(${JSON.stringify(starts)}, process.pid + '\\n')
     const say = (line) => process.stdout.write(JSON.stringify(line) + '\\n')
     ${body}`,
  )
  const program = createKeychainProcess({ nodePath: process.execPath, file, env: process.env, timeoutMs })
  const pids = () => (existsSync(starts) ? readFileSync(starts, 'utf8').trim().split('\n').map(Number) : [])
  return { program, pids }
}

const isRunning = (pid: number | undefined) => processes().some((seen) => seen.pid === pid)

const echo = `
  say({ id: 0 })
  process.stdin.on('end', () => process.exit())
  process.stdin.setEncoding('utf8').on('data', (text) => {
    for (const line of text.trim().split('\\n')) say({ id: 1, reply: { ok: true, value: JSON.parse(line).account } })
  })`

it('serves several calls from one process, in order', async () => {
  const { program, pids } = makeProgram(echo, 3_000)

  const replies = await Promise.all(['a', 'b', 'c'].map((account) => program.ask({ op: 'get', account })))
  program.close()

  expect(replies).toEqual(['a', 'b', 'c'].map((value) => ({ ok: true, value })))
  expect(pids()).toHaveLength(1)
})

it.each([
  ['blocks its event loop', "say({ id: 0 }); process.on('SIGTERM', () => {}); for (;;);"],
  ['never answers', "say({ id: 0 }); process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"],
])('kills a process that %s, and starts a new one for the next call (P20)', async (_, body) => {
  const { program, pids } = makeProgram(body)

  const first = await program.ask({ op: 'get', account: 'a' })
  await waitUntil(() => !isRunning(pids()[0]))
  const second = await program.ask({ op: 'get', account: 'a' })
  await waitUntil(() => !isRunning(pids()[1]))

  expect([first, second]).toMatchObject([{ failure: 'timeout' }, { failure: 'timeout' }])
  expect(pids()).toHaveLength(2)
})

it('reports a process that exits during a call (P20)', async () => {
  const { program } = makeProgram('say({ id: 0 }); process.stdin.once("data", () => process.exit(7))', 3_000)

  expect(await program.ask({ op: 'get', account: 'a' })).toMatchObject({
    failure: 'ended',
    message: expect.stringContaining('7'),
  })
})

it('reports a process that cannot be started (P20)', async () => {
  const program = createKeychainProcess({ nodePath: '/nonexistent/node', file: 'x', env: {} })

  expect(await program.ask({ op: 'get', account: 'a' })).toMatchObject({ failure: 'ended' })
})

it('passes on only the variables that a keychain needs to find its session (T18 T35)', async () => {
  const folder = makeFolder()
  const file = join(folder, 'stand-in.mjs')
  writeFileSync(
    file,
    `const say = (line) => process.stdout.write(JSON.stringify(line) + '\\n'); say({ id: 0 })
     process.stdin.once('data', () => say({ id: 1, reply: { ok: true, value: JSON.stringify([process.env, process.argv.length]) } }))`,
  )
  const secrets = {
    SVCAPP_TOKEN: 't',
    SVCAPP_PASSPHRASE: 'p',
    NODE_OPTIONS: '',
    NODE_DEBUG: 'net',
    NAPI_RS_NATIVE_LIBRARY_PATH: '/x',
  }
  const env = { ...secrets, HOME: '/h', DBUS_SESSION_BUS_ADDRESS: 'a', XDG_RUNTIME_DIR: '/r' }
  const program = createKeychainProcess({ nodePath: process.execPath, file, env })

  const reply = await program.ask({ op: 'set', account: 'a', value: 'secret' })
  program.close()

  const [seen, argumentCount] = JSON.parse(String(reply.ok && reply.value)) as [Record<string, string>, number]
  expect(seen).toEqual({ HOME: '/h', DBUS_SESSION_BUS_ADDRESS: 'a', XDG_RUNTIME_DIR: '/r' })
  expect(argumentCount).toBe(2)
})
