import { spawn } from 'node:child_process'

import { expect, it } from 'vitest'

import { brokenByProgram } from '../support/command/printed.ts'
import { begin, ok, start } from '../support/dev/background-session.ts'
import { makeDevProject } from '../support/dev/dev-project.ts'
import { compileCache, program } from '../support/program.ts'
import { runCli } from '../support/run-cli.ts'

it('validates output against its schema: another member, another type, invalid JSON', () => {
  const stopped = (document: object) => brokenByProgram(['dev', 'stop', '--json'], `${JSON.stringify(document)}\n`)

  expect(stopped({ stopped: true, pid: 7 })).toEqual([])
  expect(stopped({ stopped: true, pid: '7' })).toHaveLength(1)
  expect(stopped({ stopped: true, pid: 7, more: 1 })).toHaveLength(1)
  expect(brokenByProgram(['mcp'], '{"jsonrpc":"1.0"}\n')).toHaveLength(1)
  expect(brokenByProgram(['webhook', 'listen', '--ndjson'], 'hello\n')).toHaveLength(1)
  expect(brokenByProgram(['webhook', 'listen', '--ndjson'], '{"event":"unknown","at":""}\n')).toHaveLength(1)
})

it('app dev in the background, its status, logs, listener and stop match the documented output', async () => {
  const project = await makeDevProject()

  const running = await start(project)
  const again = await ok(project, [...begin, '--json'])
  const other = runCli(project, [...begin, '--reinstall', '--platform', 'trial', '--no-inspector', '--json'])
  const exit = await other.ended
  await ok(project, ['emulator', 'order', 'place', '--json'])
  const status = () => ok<object>(project, ['dev', 'status', '--json'])
  // It asks the session for its health, which has two seconds to respond.
  await expect.poll(status).toMatchObject({ running: true, state: 'ready' })
  const logs = runCli(project, ['dev', 'logs', '--json'])
  await logs.ended
  const stopped = await ok<object>(project, ['dev', 'stop', '--json'])
  const none = await ok<object>(project, ['dev', 'stop', '--json'])

  expect([running.started, again.started]).toEqual([true, false])
  expect(again).toMatchObject({ ignored: null })
  const flags = ['--reinstall', '--no-inspector', '--platform trial']
  const described = { started: false, pid: running.pid, ignored: { flags, next: 'app dev stop' } }
  expect([exit, JSON.parse(other.stdout())]).toMatchObject([0, described])
  expect(other.stderr()).toContain('--reinstall, --no-inspector, --platform trial had no effect. Run `app dev stop`')
  expect(logs.events().length).toBeGreaterThan(5)
  expect([stopped, none]).toEqual([
    { stopped: true, pid: running.pid },
    { stopped: false, pid: null },
  ])
})

it('each line of app mcp matches the documented schema, including the response to an invalid message', async () => {
  const project = await makeDevProject()
  const env = { XDG_CACHE_HOME: compileCache, ...project.env }
  const child = spawn(process.execPath, [program, 'mcp'], { cwd: project.dir, env, stdio: ['pipe', 'pipe', 'inherit'] })
  project.atEnd(() => void child.kill('SIGKILL'))
  let stdout = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  const about = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  const asked = [
    { id: 1, method: 'initialize', params: about },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
    { id: 3, method: 'tools/call', params: { name: 'status', arguments: {} } },
    { id: 4, method: 'tools/call', params: { name: 'nothing', arguments: {} } },
    { id: 'five', method: 'resources/list' },
    { id: 6, method: 'prompts/get', params: { name: 'ready-for-review' } },
    { id: 7, method: 'no/such' },
  ]

  child.stdin.write('no json\n')
  for (const one of asked) child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...one })}\n`)
  await expect.poll(() => stdout.split('\n').length - 1).toBe(7)
  child.stdin.end()

  const ids = stdout
    .trimEnd()
    .split('\n')
    .map((line) => String((JSON.parse(line) as { id: unknown }).id))
  expect(ids.toSorted()).toEqual(['1', '2', '3', '4', '6', '7', 'five'])
  expect(brokenByProgram(['mcp'], stdout)).toEqual([])
})
