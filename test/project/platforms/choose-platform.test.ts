import { cpSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import { writeRunFile } from '../../../src/control/run-file.ts'
import { lockProject } from '../../../src/dev/lock.ts'
import { statePaths } from '../../../src/project/paths.ts'
import {
  choosePlatform,
  onPlatform,
  ownPlatformName,
  platformName,
} from '../../../src/project/platforms/choose-platform.ts'
import { claimPlatform, readPlatformRecord } from '../../../src/project/platforms/platform-record.ts'
import { sessionPlace } from '../../../src/project/platforms/session-place.ts'
import { devPlatform } from '../../../src/tasks/dev/dev-platform.ts'
import { NOON } from '../../support/context.ts'

function makeMachine() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'svcapp-platforms-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const paths = statePaths({ env: {}, dataDir: join(root, 'state') })
  const project = (name: string) => {
    const dir = join(root, name)
    mkdirSync(join(dir, 'src'), { recursive: true })
    writeFileSync(join(dir, 'app.toml'), '')
    return dir
  }
  const dev = (dir: string, { flag, env = {}, isLive = false }: DevCase = {}) =>
    platformName(devPlatform({ env, now: () => NOON, paths }, { dir, flag, isLive }))
  const meant = (cwd: string, { flag, env = {} }: DevCase = {}) =>
    platformName(choosePlatform(paths, { flag, env, cwd }))
  return { root, paths, project, dev, meant }
}

interface DevCase {
  readonly flag?: string
  readonly env?: Record<string, string>
  readonly isLive?: boolean
}

const running = {
  id: '1',
  pid: process.pid,
  urls: { api: 'http://127.0.0.1:1', admin: 'a', portal: 'p', storefront: 's' },
  controlToken: 't',
  startedAt: NOON.toISOString(),
}

describe('the platform of a command', () => {
  it('is the default platform without any setting, at the paths that scripts use', () => {
    const { root, paths, project, meant } = makeMachine()

    expect(meant(root)).toBe('default')
    expect(meant(project('loyalty'))).toBe('default')
    expect(onPlatform(paths, 'default')).toEqual(paths)
    expect(paths).toMatchObject({
      runFile: join(paths.home, 'emulator/run.json'),
      journalDb: join(paths.home, 'journal.db'),
    })
  })

  it('is set by the flag, then the environment, then the project around the folder', () => {
    const { project, dev, meant } = makeMachine()
    dev(project('first'))
    const dir = project('second')
    dev(dir)

    expect(meant(join(dir, 'src'))).toBe(ownPlatformName(dir))
    expect(meant(dir, { env: { SVCAPP_PLATFORM: 'shared' } })).toBe('shared')
    expect(meant(dir, { flag: 'default', env: { SVCAPP_PLATFORM: 'shared' } })).toBe('default')
    expect(meant(dir, { env: { SVCAPP_PLATFORM: '' } })).toBe(ownPlatformName(dir))
  })

  it('is the platform on which app dev runs the project', () => {
    const { paths, project, dev, meant } = makeMachine()
    const dir = project('loyalty')
    dev(project('other'))
    dev(dir)
    const lock = lockProject({ paths: onPlatform(paths, 'shared'), dir, pid: process.pid })
    const during = [meant(join(dir, 'src')), meant(dir, { flag: 'default' })]
    lock.release()
    // The note of one that was killed.
    writeFileSync(`${sessionPlace({ paths, dir })}.json`, JSON.stringify({ pid: 2 ** 22 + 1, platform: 'shared' }))

    expect(during).toEqual(['shared', 'default'])
    expect(meant(dir)).toBe(ownPlatformName(dir))
  })

  it.each(['..', 'a/b', 'Upper', '', 'con', '.forking-1', 'x'.repeat(65)])(
    'rejects the platform name %j (T24)',
    (flag) => {
      const { root, meant } = makeMachine()

      expect(() => meant(root, { flag })).toThrow(expect.objectContaining({ code: 'usage.invalid' }))
    },
  )
})

describe('app dev', () => {
  it('uses the default platform for the first project, and creates a separate one for each other project', () => {
    const { paths, project, dev, meant } = makeMachine()
    const [first, second] = [project('loyalty'), project('bonus')]

    expect(dev(first)).toBe('default')
    expect(dev(second)).toMatch(/^bonus-[0-9a-f]{8}$/)
    expect([dev(first), dev(second)]).toEqual(['default', ownPlatformName(second)])
    expect(meant(second)).toBe(ownPlatformName(second))
    expect(readPlatformRecord(onPlatform(paths, ownPlatformName(second)))?.dir).toBe(second)
  })

  it('joins an emulator that was started for sharing, and not that of another app dev', () => {
    const { paths, project, dev } = makeMachine()
    mkdirSync(paths.emulatorDir, { recursive: true })
    const [first, second] = [project('loyalty'), project('bonus')]
    writeRunFile(paths, { ...running, startedBy: 'app emulator start' })
    const joined = [dev(first), dev(second)]
    writeRunFile(paths, running)
    joined.push(dev(second))
    writeRunFile(paths, { ...running, startedBy: 'app dev' })

    expect(joined).toEqual(['default', 'default', 'default'])
    expect([dev(first), dev(second)]).toEqual(['default', ownPlatformName(second)])
  })

  it('uses a named platform from any project, and the default one if it is named', () => {
    const { paths, project, dev } = makeMachine()
    const [first, second] = [project('loyalty'), project('bonus')]
    dev(first)

    expect(dev(second, { flag: 'shared' })).toBe('shared')
    expect(dev(second, { env: { SVCAPP_PLATFORM: 'default' } })).toBe('default')
    expect(readPlatformRecord(onPlatform(paths, 'shared'))?.dir).toBeNull()
    expect(readPlatformRecord(paths)?.dir).toBe(first)
  })

  it('starts no emulator for the live platform', () => {
    const { paths, project, dev } = makeMachine()

    expect(dev(project('loyalty'), { isLive: true })).toBe('default')
    expect(readPlatformRecord(paths)).toBeNull()
  })

  it('gives a copied folder another platform, and a moved folder its previous default platform', () => {
    const { root, project, dev } = makeMachine()
    const [first, second] = [project('loyalty'), project('bonus')]
    dev(first)
    const own = dev(second)
    cpSync(second, join(root, 'copy'), { recursive: true })
    const copied = dev(join(root, 'copy'))
    renameSync(first, join(root, 'moved'))

    expect(copied).not.toBe(own)
    expect(dev(join(root, 'moved'))).toBe('default')
  })
})

it('assigns a platform to one of two projects, and reports the owner to both', () => {
  const { paths, root } = makeMachine()
  const record = (dir: string) => ({ dir: join(root, dir), createdAt: NOON.toISOString() })
  mkdirSync(join(root, 'one'))

  expect(claimPlatform(paths, record('one')).dir).toBe(join(root, 'one'))
  expect(claimPlatform(paths, record('two')).dir).toBe(join(root, 'one'))
  rmSync(join(root, 'one'), { recursive: true })
  expect(claimPlatform(paths, record('two')).dir).toBe(join(root, 'two'))
})
