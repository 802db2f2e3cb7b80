import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test, type TestContext } from 'node:test'

const secrets = {
  SVCAPP_CLIENT_SECRET: `cs_${'1'.repeat(32)}`,
  SVCAPP_SIGNING_SECRET: '9f'.repeat(32),
  SVCAPP_TOKEN_KEY: '5e'.repeat(32),
}

const whole = {
  ...secrets,
  PORT: '0',
  SVCAPP_APP_KEY: 'app.acme.test',
  SVCAPP_BASE_URL: 'http://127.0.0.1:9',
  SVCAPP_ADMIN_URL: 'https://admin.example',
  SVCAPP_CLIENT_ID: 'cli_test',
}

function startServer(t: TestContext, env: Record<string, string>) {
  const dir = mkdtempSync(join(tmpdir(), 'app-'))
  const child = spawn(process.execPath, ['src/server.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: { PATH: process.env['PATH'], DATA_DIR: dir, ...env },
  })
  t.after(() => {
    child.kill('SIGKILL')
    rmSync(dir, { recursive: true, force: true })
  })
  const output: string[] = []
  const lines = new EventEmitter()
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (line) => {
      output.push(line)
      lines.emit('line')
    })
  }
  const lineWith = async (text: string): Promise<string> => {
    for (;;) {
      const found = output.find((line) => line.includes(text))
      if (found !== undefined) return found
      await once(lines, 'line')
    }
  }
  return { child, dir, output, lineWith }
}

test('the server listens, keeps its data to this user, prints no secret, and ends a request before itself', async (t) => {
  const { child, dir, output, lineWith } = startServer(t, whole)
  const { port } = JSON.parse(await lineWith('listening'))
  const slow = new TransformStream<Uint8Array, Uint8Array>()
  const writer = slow.writable.getWriter()
  const init = { method: 'POST', body: slow.readable, duplex: 'half' } as const
  const answer = fetch(`http://127.0.0.1:${port}/webhooks`, init)
  await writer.write(new TextEncoder().encode('{'))
  const ready = await fetch(`http://127.0.0.1:${port}/readyz`)

  child.kill('SIGTERM')
  await lineWith('stopping')
  const exited = once(child, 'exit')
  await writer.close()

  assert.equal(ready.status, 200)
  assert.equal((await answer).status, 401)
  const [code] = await exited
  assert.equal(code, 0)
  assert.equal(statSync(join(dir, 'app.db')).mode & 0o777, 0o600)
  assert.ok(Object.values(secrets).every((secret) => !output.join('\n').includes(secret)))
})

test('a form that is rejected unread does not keep the next request waiting', async (t) => {
  const { lineWith } = startServer(t, whole)
  const { port } = JSON.parse(await lineWith('listening'))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.after(() => agent.destroy())
  const post = async (body: Buffer) => {
    const outgoing = request({ port, agent, method: 'POST', path: '/panel/1001/1/settings' }).end(body)
    const [response] = await once(outgoing, 'response')
    await once(response.resume(), 'end')
    return { status: response.statusCode, isReused: outgoing.reusedSocket }
  }

  const first = await post(Buffer.alloc(300_000))
  const next = await post(Buffer.from('note=x'))

  assert.deepEqual([first.status, next], [401, { status: 401, isReused: true }])
})

test('a start without a secret says which one and what to do, and nothing more', async (t) => {
  const { SVCAPP_SIGNING_SECRET: _, ...rest } = whole
  const { child, output } = startServer(t, rest)

  const [code] = await once(child, 'exit')

  assert.equal(code, 1)
  assert.match(output.join('\n'), /^SVCAPP_SIGNING_SECRET is not set\. .*app env.*$/)
})

test('no request ends the process, whatever its method, target or headers are', async (t) => {
  const { lineWith } = startServer(t, whole)
  const { port } = JSON.parse(await lineWith('listening'))
  const statusOf = async (method: string, path: string, headers: Record<string, string> = {}) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers })
    sent.end()
    const [answer] = await once(sent, 'response')
    answer.resume()
    return answer.statusCode
  }

  assert.equal(await statusOf('TRACE', '/'), 400)
  assert.equal(await statusOf('OPTIONS', '*'), 404)
  assert.equal(await statusOf('GET', 'http://app.example/readyz'), 200)
  assert.equal(await statusOf('GET', '//app.example/readyz'), 404)
  assert.equal(await statusOf('GET', 'http://['), 400)
  assert.equal(await statusOf('GET', '/readyz', { Host: '[' }), 400)
  assert.equal(await statusOf('GET', '/nowhere', { Host: 'app.example/readyz?' }), 404)
  assert.equal(await statusOf('HEAD', '/readyz'), 200)
})
