import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { describeHolder, findPortHolder, findPortHolders } from '../../src/processes/port-holder.ts'

it.runIf(process.platform === 'linux')(
  'lists the process that listens on a port without its arguments, and no process on a free port (P9)',
  async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo

    const holder = findPortHolder(port)
    server.close()
    await once(server, 'close')

    expect(holder?.pid).toBe(process.pid)
    expect(holder?.name).toMatch(/^node/)
    expect(holder?.name).not.toContain(' --')
    expect(holder?.folder).toBe(process.cwd())
    expect(findPortHolder(port)).toBeNull()
  },
)

it.runIf(process.platform === 'linux')(
  'shows the script of a process, and never a value of its arguments',
  async () => {
    const dir = realpathSync(mkdtempSync(join(tmpdir(), 'svcapp-holder-')))
    const script =
      "require('node:http').createServer().listen(0, '127.0.0.1', function () { console.log(this.address().port) })"
    writeFileSync(join(dir, 'server.cjs'), script)
    const words = ['--no-warnings', 'server.cjs', '--password', 'hunter2', 'hunter3']
    const child = spawn(process.execPath, words, { cwd: dir, stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => {
      child.kill('SIGKILL')
      rmSync(dir, { recursive: true, force: true })
    })
    const [port] = (await once(child.stdout, 'data')) as [Buffer]

    const holder = findPortHolder(Number(port))

    expect(holder).toEqual({ pid: child.pid, name: 'node server.cjs', folder: dir })
    expect(holder && describeHolder(holder)).toBe(`node server.cjs (pid ${child.pid}) in ${dir}`)
  },
)

it.runIf(process.platform === 'linux')(
  'lists another process before this one if both use the same port at different addresses',
  async () => {
    const script =
      "require('node:http').createServer().listen(0, '127.0.0.1', function () { console.log(this.address().port) })"
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    const [port] = (await once(child.stdout, 'data')) as [Buffer]
    // Another address of this machine's own.
    const server = createServer().listen(Number(port), '127.0.0.2')
    await once(server, 'listening')
    onTestFinished(() => void server.close())

    expect(findPortHolder(Number(port))?.pid).toBe(child.pid)
  },
)

it.runIf(process.platform === 'linux')(
  'lists the holders of several ports together, and omits free ports',
  async () => {
    const servers = [createServer().listen(0, '127.0.0.1'), createServer().listen(0, '127.0.0.1')]
    await Promise.all(servers.map((server) => once(server, 'listening')))
    onTestFinished(() => servers.forEach((server) => server.close()))
    const [one = 0, other = 0] = servers.map((server) => (server.address() as AddressInfo).port)
    const free = createServer().listen(0, '127.0.0.1')
    await once(free, 'listening')
    const { port: freed } = free.address() as AddressInfo
    free.close()
    await once(free, 'close')

    const holders = findPortHolders([one, freed, other])

    expect(new Set(holders.keys())).toEqual(new Set([one, other]))
    expect([holders.get(one)?.pid, holders.get(other)?.pid]).toEqual([process.pid, process.pid])
  },
)
