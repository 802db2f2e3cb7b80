import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import type { DevContext } from '../../../src/dev/context.ts'
import { lockProject, type RunningAddresses } from '../../../src/dev/lock.ts'
import { chooseAppPort } from '../../../src/dev/ports/app-port.ts'
import { portCandidates } from '../../../src/dev/ports/candidates.ts'
import { openOnPort } from '../../../src/dev/ports/open-on-port.ts'
import { notePort, readPortNote } from '../../../src/dev/ports/port-note.ts'
import { asItRuns, atPort } from '../../../src/dev/ports/project-port.ts'
import { findEmulator } from '../../../src/dev/processes/emulator.ts'
import { AppError } from '../../../src/errors.ts'
import type { Project } from '../../../src/project/app-toml.ts'
import { statePaths } from '../../../src/project/paths.ts'
import { freePort } from '../../support/processes/free-port.ts'

function makeFolders() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'svcapp-ports-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const paths = statePaths({ env: {}, dataDir: join(root, 'state') })
  mkdirSync(join(paths.home, 'dev'), { recursive: true })
  return (name: string) => {
    mkdirSync(join(root, name))
    return { paths, dir: join(root, name) }
  }
}

/** As much of the context as choosing needs; every part may move. */
function devAt({ paths, dir }: ReturnType<ReturnType<typeof makeFolders>>, port = 3000) {
  const notices: string[] = []
  const config = { dev: { port }, redirectUris: [`http://127.0.0.1:${port}/auth/callback`], manifest: null }
  const project = { dir, file: join(dir, 'app.toml'), config } as unknown as Project
  const dev = {
    tools: { paths },
    options: { project, movableParts: new Set(['app', 'gateway', 'emulator']) },
    emit: (event: { text?: string }) => notices.push(event.text ?? ''),
  } as unknown as DevContext
  return { dev, project, notices }
}

async function holdPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => void server.once('listening', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

describe('the ports of a folder', () => {
  it('are the preferred one, then a block derived from the folder, then any', () => {
    const folder = makeFolders()
    const place = folder('loyalty')
    const ports = portCandidates(place, 'gateway', 4810)

    expect(ports).toHaveLength(12)
    expect([ports[0], ports.at(-1)]).toEqual([4810, 0])
    for (const port of ports.slice(1, -1)) expect(port >= 20_000 && port < 30_000 && port % 20 === 10).toBe(true)
    expect(portCandidates(place, 'gateway', 4810)).toEqual(ports)
    expect(portCandidates(folder('bonus'), 'gateway', 4810)[1]).not.toBe(ports[1])
  })

  it('stay the saved ones while another folder has the preferred one, then return to the preferred one', () => {
    const folder = makeFolders()
    const [place, rival] = [folder('loyalty'), folder('bonus')]
    notePort(place, 'gateway', { preferred: 4810, got: 25_010 })
    const alone = portCandidates(place, 'gateway', 4810)
    notePort(rival, 'gateway', { preferred: 4810, got: 4810 })
    const beside = portCandidates(place, 'gateway', 4810)
    rmSync(rival.dir, { recursive: true })

    expect(alone.slice(0, 2)).toEqual([4810, 25_010])
    expect(beside.slice(0, 2)).toEqual([25_010, 4810])
    expect(portCandidates(place, 'gateway', 4810)[0]).toBe(4810)
    expect(portCandidates(place, 'gateway', 5000)[0]).toBe(5000)
  })

  it('differ for another registration of the folder, and each keeps its saved port', () => {
    const place = makeFolders()('loyalty')
    const staging = { ...place, paths: { ...place.paths, registration: 'staging' } }
    notePort(staging, 'gateway', { preferred: 4810, got: 4810 })
    notePort(place, 'gateway', { preferred: 4810, got: 25_010 })

    expect(portCandidates(place, 'gateway', 4810).slice(0, 2)).toEqual([25_010, 4810])
    expect(portCandidates(staging, 'gateway', 4810)[0]).toBe(4810)
    expect(portCandidates(staging, 'gateway', 4810)[1]).not.toBe(portCandidates(place, 'gateway', 4810)[2])
  })

  it('never moves an explicit port, moves a usual one, and saves the selected port (P9)', async () => {
    const folder = makeFolders()
    const place = folder('loyalty')
    const { dev } = devAt(place)
    const open = async (port: number) => {
      if (port < 20_000) throw new AppError('gateway.port-taken', `Port ${port} is held.`)
      return port
    }
    const got = await openOnPort(dev, { part: 'gateway', port: 4810 }, open)

    expect(got).toBeGreaterThanOrEqual(20_000)
    expect(readPortNote(place)?.ports).toEqual({ gateway: { preferred: 4810, got } })
    await expect(openOnPort(dev, { part: 'inspector', port: 4812 }, open)).rejects.toThrow('Port 4812 is held.')
    const broken = async () => Promise.reject(new AppError('storage.unwritable', 'full'))
    await expect(openOnPort(dev, { part: 'gateway', port: 4810 }, broken)).rejects.toThrow('full')
  })
})

describe('the app port', () => {
  it('moves if it is in use, or if another running project has chosen it and does not listen yet', async () => {
    const folder = makeFolders()
    const held = await holdPort()
    const [place, rival] = [folder('loyalty'), folder('bonus')]
    const first = devAt(place, held)
    const moved = await chooseAppPort(first.dev)
    const preferred = await freePort()
    const lock = lockProject({ ...place, pid: process.pid })
    const mine = await chooseAppPort(devAt(place, preferred).dev)
    const theirs = await chooseAppPort(devAt(rival, preferred).dev)
    lock.release()
    rmSync(join(place.paths.home, 'dev'), { recursive: true })
    mkdirSync(join(place.paths.home, 'dev'))

    expect(moved).toBeGreaterThanOrEqual(20_000)
    expect(first.notices).toEqual([`Port ${held} is in use. Using ${moved}.`])
    expect(mine).toBe(preferred)
    expect(theirs).not.toBe(preferred)
    expect(await chooseAppPort(devAt(rival, preferred).dev)).toBe(preferred)
  })

  it('is reported as reserved for another folder if it is not in use', async () => {
    const folder = makeFolders()
    const [place, rival] = [folder('loyalty'), folder('bonus')]
    const [preferred, got] = [await freePort(), await freePort()]
    notePort(rival, 'app', { preferred, got: preferred })
    notePort(place, 'app', { preferred, got })
    const { dev, notices } = devAt(place, preferred)

    expect(await chooseAppPort(dev)).toBe(got)
    expect(notices).toEqual([`Port ${preferred} is reserved for the project in ${rival.dir}. Using ${got}.`])
  })

  it("reports when the emulator's ports move, and not again while it keeps the new ones", async () => {
    const { dev, notices } = devAt(makeFolders()('loyalty'))
    const preferred = await holdPort()
    const run = async () => {
      const ends: (() => unknown)[] = []
      const tools = { ...dev.tools, now: () => new Date(), version: '0.0.0', pid: process.pid }
      const options = { ...dev.options, ports: { ...dev.options.ports, emulator: preferred } }
      const found = await findEmulator({ ...dev, tools, options, atEnd: (end) => void ends.push(end) })
      for (const end of ends) await end()
      return Number(new URL(found.run.urls.api).port)
    }

    const first = await run()
    expect(await run()).toBe(first)

    expect(notices.filter((text) => text !== '')).toEqual([
      `Ports ${preferred} to ${preferred + 3} are in use or reserved for another folder. This platform uses ${first} to ${first + 3}.`,
    ])
  })

  it('is visible to other terminals while it runs, with the redirect address', () => {
    const folder = makeFolders()
    const place = folder('loyalty')
    const { project } = devAt(place)
    notePort(place, 'app', { preferred: 3000, got: 25_005 })
    const before = asItRuns(project, place.paths)
    const lock = lockProject({ ...place, pid: process.pid })
    const during = asItRuns(project, place.paths)
    lock.release()

    expect(before.config.dev.port).toBe(3000)
    expect(during.config).toMatchObject({
      dev: { port: 25_005 },
      redirectUris: ['http://127.0.0.1:25005/auth/callback'],
    })
  })

  it('is the port in use if the running session has not applied a change of dev.port', () => {
    const place = makeFolders()('loyalty')
    const { project } = devAt(place)
    const lock = lockProject({ ...place, pid: process.pid })
    lock.publish({ target: 'emulator', ready: { app: 'http://127.0.0.1:3055' } as RunningAddresses })
    const { config } = asItRuns(project, place.paths)
    lock.release()

    expect(config).toMatchObject({ dev: { port: 3055 }, redirectUris: ['http://127.0.0.1:3055/auth/callback'] })
  })

  it('moves the panel address with it, and no other address', () => {
    const { project } = devAt(makeFolders()('loyalty'))
    const appUrlAt = (appUrl: string) => {
      const manifest = { renderMode: 'iframe', appUrl, slots: [] } as const
      return atPort({ ...project, config: { ...project.config, manifest } }, 25_005).config.manifest?.appUrl
    }

    expect(appUrlAt('http://127.0.0.1:3000/app')).toBe('http://127.0.0.1:25005/app')
    expect(appUrlAt('http://127.0.0.1:30001/app')).toBe('http://127.0.0.1:30001/app')
    expect(appUrlAt('https://loyalty.example/app')).toBe('https://loyalty.example/app')
  })
})
