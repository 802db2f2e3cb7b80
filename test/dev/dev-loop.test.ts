import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { named, reach } from '../support/dev/dev-events.ts'
import { makeDevProject, type DevProject } from '../support/dev/dev-project.ts'
import { processesUnder } from '../support/processes/left-behind.ts'
import { runOnTerminal, shellLine } from '../support/processes/on-terminal.ts'
import { program } from '../support/program.ts'
import { freePorts, runCli } from '../support/run-cli.ts'

const stays = ['dev', '--approve', '--yes', '--ndjson', ...freePorts]

async function order(project: DevProject): Promise<void> {
  const run = runCli(project, ['emulator', 'order', 'place', '--json'])
  expect(await run.ended, run.stderr()).toBe(0)
}

describe('app dev while it keeps running', () => {
  it('restarts a crashed app and shows the reason, and with --ack delivers the missed events afterwards', async () => {
    const project = await makeDevProject()
    const run = runCli(project, [...stays, '--ack', '--ready-file', 'ready.json'])
    await reach(run, 'installed')
    expect(JSON.parse(readFileSync(join(project.dir, 'ready.json'), 'utf8'))).toMatchObject({ event: 'ready' })
    await order(project)
    await expect.poll(() => project.seen().length).toBe(1)

    const [started] = run.events().filter(({ event }) => event === 'app-started')
    process.kill(Number(started?.['pid']), 'SIGKILL')
    await reach(run, 'app-exited')
    await order(project)
    await reach(run, 'app-started', 2)
    await expect.poll(() => project.seen().length).toBe(2)

    const ended = run.events().find(({ event }) => event === 'app-exited')
    expect(ended).toMatchObject({ reason: 'SIGKILL', restartInMs: 1000 })
    await expect
      .poll(() => named(run, 'delivery').map(({ outcome, status }) => [outcome, status]))
      .toEqual([
        ['acknowledged', 200],
        ['acknowledged', 200],
      ])
    await expect
      .poll(() => run.events().filter(({ event, state }) => event === 'attempt' && state === 'delivered').length)
      .toBe(2)
    run.child.kill('SIGINT')
    expect(await run.ended).toBe(130)
    expect(existsSync(join(project.dir, 'ready.json'))).toBe(false)
  })

  it('leaves no process of a crashed app after its restart (P25)', async () => {
    const project = await makeDevProject()
    const file = join(project.dir, 'app.mjs')
    const helper = `spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'a helper'], { stdio: 'ignore' })`
    writeFileSync(file, `import { spawn } from 'node:child_process'\n${helper}\n${readFileSync(file, 'utf8')}`)
    const run = runCli(project, stays)
    await reach(run, 'installed')
    const all = () => processesUnder(project.dir).map(({ commandLine }) => commandLine)
    const before = all().length

    for (const times of [2, 3]) {
      const started = run.events().findLast(({ event }) => event === 'app-started')
      process.kill(Number(started?.['pid']), 'SIGKILL')
      await reach(run, 'app-started', times)
    }

    await expect.poll(() => all().filter((line) => line.includes('a helper')).length).toBe(1)
    // The command line, the app, its helper, and one watchdog.
    expect([before, all().length]).toEqual([4, 4])
    run.child.kill('SIGINT')
    expect(await run.ended).toBe(130)
    await expect.poll(all).toEqual([])
  })

  it('--cleanup restores the state that a killed run has changed (P14)', async () => {
    const project = await makeDevProject()
    const emulator = runCli(project, ['emulator', 'start', '--port', '0', '--json'])
    await expect.poll(() => emulator.stdout()).toContain('ready')
    const run = runCli(project, stays)
    await reach(run, 'installed')
    run.child.kill('SIGKILL')
    await run.ended

    const first = runCli(project, ['dev', '--cleanup'])
    await first.ended
    const second = runCli(project, ['dev', '--cleanup'])
    await second.ended

    expect(first.stdout()).toContain('Restored the webhook URL from app.toml.')
    expect(second.stdout()).toContain('Nothing to restore.')
  })

  it('keeps the changes that `app register` made during the run when it restores the webhook address', async () => {
    const project = await makeDevProject()
    const emulator = runCli(project, ['emulator', 'start', '--port', '0', '--json'])
    await expect.poll(() => emulator.stdout()).toContain('ready')
    const run = runCli(project, [...stays, '--compact'])
    await reach(run, 'installed')
    const { webhookUrl } = run.events().find(({ event }) => event === 'gateway') ?? {}
    const toml = join(project.dir, 'app.toml')
    writeFileSync(toml, readFileSync(toml, 'utf8').replace('"orders.read"', '"orders.read", "products.read"'))
    const registered = runCli(project, ['register', '--json'])
    expect(await registered.ended, registered.stderr()).toBe(0)
    expect(JSON.parse(registered.stdout())).toMatchObject({ webhook_url: webhookUrl })

    run.child.kill('SIGINT')
    await run.ended

    const show = runCli(project, ['emulator', 'app', 'show', '--json'])
    await show.ended
    expect(JSON.parse(show.stdout())).toMatchObject({
      requested_scopes: ['orders.read', 'products.read'],
      webhook_url: `http://127.0.0.1:${project.port}/webhooks`,
    })
  })

  it('supports keys and a status line in a terminal, and restores the terminal', async () => {
    const project = await makeDevProject()
    const words = [process.execPath, program, 'dev', '--approve', '--yes', ...freePorts]
    writeFileSync(join(project.dir, 'run.sh'), `${shellLine(words)}; echo "exit $?"; stty -a\n`)
    const { child, screen, shows } = runOnTerminal(project, 'sh run.sh')

    await shows('installed in')
    child.stdin.write('r')
    await shows('No delivery to replay yet.')
    child.stdin.write('t')
    await shows('Sent a test event')
    await shows('1 delivered')
    child.stdin.write('r')
    await shows('↻')
    child.stdin.write('x?')
    await shows('retry dead letters')
    child.stdin.write('y')
    await shows('? lists the keys')
    child.stdin.write('o')
    await shows(', paid')
    await shows('2 delivered')
    child.stdin.write('f')
    await shows('No failures yet.')
    child.stdin.write('p')
    await shows('The developer portal: http://127.0.0.1:')
    child.stdin.write('a')
    await shows('The store admin: http://localhost:')
    child.stdin.write('R')
    await shows('The app restarts')
    child.stdin.write('c')
    await shows('\u001b[2J')
    child.stdin.write('w')
    await shows('The inspector: http://127.0.0.1:')
    child.stdin.write('q')
    await shows('exit 130')

    await expect.poll(screen).toMatch(/[^-]icanon/)
    await expect.poll(screen).toMatch(/[^-]echo /)
    expect(project.seen().length).toBeGreaterThanOrEqual(3)
  })
})
