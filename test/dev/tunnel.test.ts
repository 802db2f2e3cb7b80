import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { describe, expect, it } from 'vitest'

import { isAlive } from '../../src/processes/alive.ts'
import { rawExchange } from '../gateway/support.ts'
import { named, reach } from '../support/dev/dev-events.ts'
import { makeDevProject, type DevProject } from '../support/dev/dev-project.ts'
import { makeOwnWay } from '../support/dev/own-way.ts'
import { freePort } from '../support/processes/free-port.ts'
import { freePorts, runCli, runTunnelled, type DevRun } from '../support/run-cli.ts'
import { makeStandIn } from '../tunnel/stand-in.ts'

const stays = ['--approve', '--yes', '--json', ...freePorts]

const last = (run: DevRun, name: string) => named(run, name).at(-1) ?? {}

async function ok(project: DevProject, argv: readonly string[]): Promise<DevRun> {
  const run = runCli(project, argv)
  expect(await run.ended, run.stderr()).toBe(0)
  return run
}

const order = (project: DevProject) => ok(project, ['emulator', 'order', 'place', '--json'])

/** The webhook address that the emulator has. */
function registeredUrl({ home }: DevProject): unknown {
  const db = new DatabaseSync(join(home, 'emulator', 'registry.db'), { readOnly: true })
  try {
    return db.prepare('SELECT webhook_url FROM apps').get()?.['webhook_url']
  } finally {
    db.close()
  }
}

/** The note for other commands. */
function noteFiles({ home }: DevProject): string[] {
  const folder = join(home, 'dev')
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.tunnel.json')) : []
}

/** What the closed places say from outside, asked for plainly and as an upgrade; and the outbound side, asked as a tunnel would. */
async function askAround(
  origin: string,
  { outbound, inspector }: Record<string, unknown>,
): Promise<Record<string, number>> {
  const places = ['/__inspector', '/_emu/v1/status', '/@fs/etc/passwd', '/emulator']
  const answers = await Promise.all(places.map(async (path) => [path, (await fetch(origin + path)).status] as const))
  const upgrade = 'GET /__inspector HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
  const upgraded = await rawExchange(Number(new URL(origin).port), upgrade)
  const tunnelled = async (url: unknown) => (await fetch(String(url), { headers: { 'Cf-Ray': '1' } })).status
  return {
    ...Object.fromEntries(answers),
    upgrade: Number(upgraded.slice(9, 12)),
    outbound: await tunnelled(`${String(outbound)}/api/apps/v1/context`),
    inspector: await tunnelled(inspector),
  }
}

function tunnelLink(why: DevRun): unknown {
  const { links } = JSON.parse(why.stdout()) as { links: { name: string }[] }
  return links.find(({ name }) => name === 'tunnel')
}

describe('app dev --tunnel quick', () => {
  it('receives deliveries through the tunnel, reports its exit and its new address, and registers that automatically (P10 T13)', async () => {
    const project = await makeDevProject()
    const standIn = makeStandIn()

    const run = runTunnelled(project, ['--tunnel', 'quick', ...stays], standIn)
    await reach(run, 'installed')
    const before = String(last(run, 'tunnel-up')['url'])
    const registeredBefore = registeredUrl(project)
    await order(project)
    await reach(run, 'delivery')
    const forwarded = standIn.forwarded()

    process.kill(standIn.starts()[0]?.pid ?? 0, 'SIGKILL')
    await reach(run, 'tunnel-down')
    await reach(run, 'tunnel-up', 2)
    await reach(run, 'registered', 2)
    const after = String(last(run, 'tunnel-up')['url'])
    await order(project)
    await reach(run, 'delivery', 2)
    const registeredAfter = registeredUrl(project)
    const closed = await askAround(after, last(run, 'ready'))
    const why = runCli(project, ['webhook', 'why', 'order.created', '--json'])
    await why.ended
    run.child.kill('SIGINT')
    const exit = await run.ended

    expect(last(run, 'ready')).toMatchObject({ tunnel: before })
    expect(before).not.toBe(last(run, 'ready')['gateway'])
    expect([registeredBefore, registeredAfter]).toEqual([`${before}/webhooks`, `${after}/webhooks`])
    expect(after).not.toBe(before)
    expect(last(run, 'tunnel-changed')).toMatchObject({ event: 'tunnel-changed', from: before, to: after })
    expect(last(run, 'tunnel-down')).toMatchObject({
      reason: 'cloudflared exited (SIGKILL)',
      retryInMs: expect.any(Number),
    })
    expect(forwarded.filter((line) => line === 'POST /webhooks')).toHaveLength(1)
    expect(named(run, 'delivery').map(({ status, outcome }) => [status, outcome])).toEqual([
      [200, 'forwarded'],
      [200, 'forwarded'],
    ])
    expect(project.seen()).toEqual(named(run, 'delivery').map(({ eventId }) => eventId))
    expect(closed).toEqual({
      '/__inspector': 404,
      '/_emu/v1/status': 404,
      '/@fs/etc/passwd': 404,
      '/emulator': 404,
      upgrade: 404,
      outbound: 403,
      inspector: 404,
    })
    expect(tunnelLink(why)).toMatchObject({ state: 'ok', found: after })
    expect(exit).toBe(130)
    expect(standIn.starts().map(({ pid }) => isAlive(pid))).toEqual([false, false])
    expect(noteFiles(project)).toEqual([])
    expect(registeredUrl(project)).toBe(`http://127.0.0.1:${project.port}/webhooks`)
  })

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'leaves no cloudflared process behind after %s, even one that ignores the signal (P15)',
    async (signal) => {
      const project = await makeDevProject()
      const standIn = makeStandIn({ deaf: true })
      const run = runTunnelled(project, ['--tunnel', 'quick', ...stays], standIn)
      await reach(run, 'tunnel-up')

      run.child.kill(signal)
      await run.ended

      await expect.poll(() => standIn.starts().map(({ pid }) => isAlive(pid))).toEqual([false])
    },
  )

  it('a tunnel error stops the session before anything is registered or started', async () => {
    const project = await makeDevProject()
    const standIn = makeStandIn({ fail: 'status_code="429 Too Many Requests"' })

    const run = runTunnelled(project, ['--tunnel', 'quick', ...stays], standIn)
    const exit = await run.ended

    expect(exit).toBe(8)
    expect(run.events().at(-1)).toMatchObject({ error: { code: 'tunnel.rejected' } })
    expect(named(run, 'registered')).toEqual([])
    expect(named(run, 'app-started')).toEqual([])
  })
})

describe('app dev --tunnel <name>', () => {
  it('a named tunnel reconnects with the same address, so nothing changes and nothing is registered again (P10)', async () => {
    const project = await makeDevProject()
    const port = await freePort()
    const standIn = makeStandIn({ port })
    const url = `http://127.0.0.1:${port}`

    const run = runTunnelled(project, ['--tunnel', 'loyalty', '--tunnel-url', url, ...stays], standIn)
    await reach(run, 'installed')
    process.kill(standIn.starts()[0]?.pid ?? 0, 'SIGKILL')
    await reach(run, 'tunnel-down')
    await reach(run, 'tunnel-up', 2)
    await order(project)
    await reach(run, 'delivery')
    run.child.kill('SIGINT')
    await run.ended

    const args = standIn.starts()[0]?.args ?? []
    expect(args.slice(args.indexOf('run'))).toEqual(['run', '--url', last(run, 'ready')['gateway'], 'loyalty'])
    expect(named(run, 'tunnel-changed')).toEqual([])
    expect(named(run, 'registered')).toHaveLength(1)
    expect(standIn.forwarded().filter((line) => line === 'POST /webhooks')).toHaveLength(1)
    expect(project.seen()).toHaveLength(1)
  })
})

describe('app dev --tunnel-url', () => {
  it('uses your own address as the webhook URL and starts no tunnel, and its session file is private (P15)', async () => {
    const project = await makeDevProject()
    const standIn = makeStandIn()
    const gateway = await makeOwnWay()

    const run = runTunnelled(
      project,
      [
        '--tunnel-url',
        gateway.url,
        '--approve',
        '--yes',
        '--json',
        '--port',
        String(gateway.target),
        ...freePorts.slice(2),
      ],
      standIn,
    )
    await reach(run, 'installed')
    const [note = ''] = noteFiles(project)
    const mode = statSync(join(project.home, 'dev', note)).mode & 0o777
    await order(project)
    await reach(run, 'delivery')
    const registered = registeredUrl(project)
    run.child.kill('SIGINT')
    await run.ended

    expect(standIn.starts()).toEqual([])
    expect(registered).toBe(`${gateway.url}/webhooks`)
    expect(gateway.seen.some((path) => path === '/webhooks')).toBe(true)
    expect(last(run, 'ready')).toMatchObject({ tunnel: gateway.url })
    expect(mode).toBe(0o600)
  })
})
