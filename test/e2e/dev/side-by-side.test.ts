import { mkdirSync, readFileSync, renameSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { notePort } from '../../../src/dev/ports/port-note.ts'
import { isAlive } from '../../../src/processes/alive.ts'
import { statePaths } from '../../../src/project/paths.ts'
import {
  begin,
  expectGone,
  familyOf,
  logsOf,
  ok,
  portsOf,
  start,
  type Running,
} from '../../support/dev/background-session.ts'
import { makeDevProject, type DevProject } from '../../support/dev/dev-project.ts'
import { isLong } from '../../support/machine/long-run.ts'
import { freePort } from '../../support/processes/free-port.ts'
import { runCli } from '../../support/run-cli.ts'

/** Projects in one state folder that all prefer one port. */
async function makeProjects(count: number): Promise<DevProject[]> {
  const port = await freePort()
  const projects = await Promise.all(Array.from({ length: count }, () => makeDevProject()))
  const [first] = projects
  await takeUsualPorts(first?.home ?? '')
  return projects.map((project, at) => {
    project.replace(String(project.port), String(port))
    project.replace('app.acme.loyalty', `app.acme.loyalty${at}`)
    return { ...project, port, env: { ...project.env, SVCAPP_HOME: first?.home ?? '' } }
  })
}

const USUAL_PORTS = [
  ['emulator', 4800],
  ['gateway', 4810],
  ['outbound', 4811],
  ['inspector', 4812],
] as const

/** As another folder of this state has them: what else runs on this machine takes and leaves them at any moment, and would move a project. */
async function takeUsualPorts(home: string): Promise<void> {
  const paths = statePaths({ env: { SVCAPP_HOME: home }, dataDir: home })
  const rival = { paths, dir: join(home, 'rival') }
  mkdirSync(rival.dir, { recursive: true })
  mkdirSync(join(paths.home, 'dev'), { recursive: true })
  for (const [part, port] of USUAL_PORTS) {
    notePort(rival, part, { preferred: port, got: port })
    const server = createServer()
    onTestFinished(() => void server.close())
    await new Promise<void>((resolve) => {
      // Another program has it, for as long as it likes.
      server.once('error', () => resolve()).listen(port, '127.0.0.1', resolve)
    })
  }
}

/** The ports of a run, without those for which the earlier run had a usual one: another program on this machine may have taken that since. */
function keptPorts(running: Running, earlier: Running | undefined): string[] {
  const before = earlier === undefined ? [] : portsOf(earlier)
  return portsOf(running).filter((_port, at) => !isUsual(Number(before[at])))
}

function isUsual(port: number): boolean {
  return USUAL_PORTS.some(([part, usual]) => port >= usual && port <= (part === 'emulator' ? usual + 3 : usual))
}

it.runIf(process.platform === 'linux')(
  'projects started together without flags get separate platforms and fixed ports, and leave nothing behind',
  async () => {
    const projects = await makeProjects(isLong ? 10 : 3)

    const first = await Promise.all(projects.map(start))

    expect(first.map(({ started, state }) => [started, state])).toEqual(first.map(() => [true, 'ready']))
    // Inspector and health are one listener.
    expect(new Set(first.flatMap((running) => portsOf(running).slice(0, 5))).size).toBe(first.length * 5)
    expect(new Set(first.map(({ platform }) => platform)).size).toBe(first.length)
    expect(first.filter(({ platform }) => platform === 'default')).toHaveLength(1)
    expect(first.filter(({ app }) => new URL(app).port === String(projects[0]?.port))).toHaveLength(1)

    await Promise.all(
      projects.map(async (project) => {
        await expect.poll(async () => (await logsOf(project)).map(({ event }) => event)).toContain('installed')
        await ok(project, ['emulator', 'order', 'place', '--paid', '--json'])
        await expect.poll(project.seen).toHaveLength(1)
        // The session logs both after the app has received the event, in its own time.
        const told = async () => logsOf(project)
        await expect
          .poll(told)
          .toContainEqual(expect.objectContaining({ event: 'delivery', source: 'gateway', status: 200 }))
        await expect
          .poll(told)
          .toContainEqual(expect.objectContaining({ event: 'call', path: '/api/apps/v1/context', status: 200 }))
        expect(JSON.stringify(await told())).not.toMatch(/svcapp_\d+_[\w]*[a-f0-9]{20}|cs_[0-9a-f]{10}|#token/)
      }),
    )
    const families = first.map(({ pid }) => familyOf(pid))
    const again = await ok(projects[0] as DevProject, begin)
    const stopped = await Promise.all(projects.map((project) => ok(project, ['dev', 'stop', '--json'])))
    await expectGone(families.flat())
    const second = await Promise.all(projects.map(start))
    const status = await ok(projects[1] as DevProject, ['dev', 'status', '--json'])
    await Promise.all(projects.map((project) => ok(project, ['dev', 'stop', '--json'])))
    await expectGone(second.flatMap(({ pid }) => familyOf(pid)))

    expect(again).toMatchObject({ started: false, pid: first[0]?.pid })
    expect(stopped).toEqual(first.map(({ pid }) => ({ stopped: true, pid })))
    expect(second.map((running, at) => keptPorts(running, first[at]))).toEqual(first.map((one) => keptPorts(one, one)))
    expect(second.map(({ platform }) => platform)).toEqual(first.map(({ platform }) => platform))
    expect(status).toMatchObject({ running: true, state: 'ready', pid: second[1]?.pid })
  },
)

it.runIf(process.platform === 'linux')(
  'kill -9 of any process of a background app dev leaves nothing behind, and the next start works (P15)',
  async () => {
    const [project] = await makeProjects(1)
    if (project === undefined) throw new Error('There is one project.')
    const rounds = isLong ? 20 : 3
    const figures: string[] = []
    for (let round = 0; round < rounds; round++) {
      const running = await start(project)
      const family = familyOf(running.pid)
      const victims = { main: running.pid, app: running.appPid, watchdog: watchdogOf(family, running) }
      const [name, victim] = Object.entries(victims)[round % 3] ?? ['main', running.pid]
      process.kill(victim, 'SIGKILL')
      const killedAt = performance.now()
      if (name === 'app') {
        const health = async () => (await ok(project, ['dev', 'status', '--json'])).appPid
        await expect.poll(health).not.toBe(running.appPid)
        await expect.poll(async () => (await fetch(running.health)).status).toBe(200)
      }
      // Another watchdog comes, and it ends what the first one guarded. The first may still be there for a moment.
      if (name === 'watchdog') await expect.poll(() => afterKill(victim, running)).toBe('another watchdog')
      const left = familyOf(running.pid)
      if (name === 'app') await ok(project, ['dev', 'stop', '--json'])
      else if (name === 'watchdog') process.kill(running.pid, 'SIGKILL')
      await expectGone([...family, ...left])
      figures.push(`${name}: ${Math.round(performance.now() - killedAt)} ms`)
    }
    const next = await start(project)
    await ok(project, ['dev', 'stop', '--json'])

    expect(next.state).toBe('ready')
    process.stdout.write(`until nothing was left: ${figures.join(', ')}\n`)
  },
)

/** Words, so that a failure says which of them it was. */
function afterKill(victim: number, running: Running): string {
  if (!isAlive(running.pid)) return 'app dev has ended'
  const dog = watchdogOf(familyOf(running.pid), running)
  return dog === 0 ? 'no watchdog' : dog === victim ? 'the killed watchdog' : 'another watchdog'
}

/** What runs neither the tool nor the app. */
function watchdogOf(family: readonly number[], { pid, appPid }: Running): number {
  const isDog = (one: number) => /trap '' INT/.test(readFileSync(`/proc/${one}/cmdline`, 'utf8'))
  return family.find((one) => one !== pid && one !== appPid && isDog(one)) ?? 0
}

it.runIf(process.platform === 'linux')(
  'merges two simultaneous starts in one folder, stops when the folder moves, and reports an app that does not start',
  async () => {
    const [project] = await makeProjects(1)
    if (project === undefined) throw new Error('There is one project.')
    project.replace('app.mjs', 'gone.mjs')
    const failed = runCli(project, [...begin, '--json'])
    const exit = await failed.ended
    project.replace('gone.mjs', 'app.mjs')
    const both = await Promise.all([start(project), start(project)])
    const { pid } = both[0]
    const family = familyOf(pid)
    const moved = { ...project, dir: join(project.dir, '../moved') }
    renameSync(project.dir, moved.dir)
    await expectGone(family)
    const next = await start(moved)
    await ok(moved, ['dev', 'stop', '--json'])

    expect(both.filter(({ started }) => started)).toHaveLength(1)
    expect(both[1].pid).toBe(pid)
    expect(exit).toBe(3)
    expect(failed.events()).toMatchObject([
      { error: { code: 'dev.app-failed', message: expect.stringContaining('gone.mjs') } },
    ])
    // The default one was this folder's, which is gone.
    expect(next).toMatchObject({ started: true, platform: 'default' })
  },
)
