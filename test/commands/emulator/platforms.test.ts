import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import EmulatorFork from '../../../src/commands/emulator/fork.ts'
import EmulatorList from '../../../src/commands/emulator/list.ts'
import EmulatorPrune from '../../../src/commands/emulator/prune.ts'
import { createControlClient, type ControlClient } from '../../../src/control/control-client.ts'
import { serveEmulator } from '../../../src/emulator/serve.ts'
import { lockFolder } from '../../../src/emulator/serve/folder-lock.ts'
import { withInstalls } from '../../../src/project/installs.ts'
import { onPlatform } from '../../../src/project/platforms/choose-platform.ts'
import { claimPlatform } from '../../../src/project/platforms/platform-record.ts'
import { runCommand } from '../../support/command.ts'
import { makeContext, NOON } from '../../support/context.ts'
import { nodeSend } from '../../support/served.ts'

/** A state folder with an emulator that ran once: a store in it, an install and its secret kept. */
async function usedMachine() {
  const context = makeContext({ send: nodeSend })
  const id = await visit(context.paths, async (control) => {
    await control.openStore({ name: 'Demo' })
  })
  const install = { identity: `emulator:${id}`, appKey: 'app.acme.loyalty', storeId: 1001, regionId: 1 }
  const more = { storeCode: 'demo', storeName: 'Demo', storeDomain: 'd', installScope: 'region' as const }
  withInstalls(context.paths, (installs) =>
    installs.put({ ...install, ...more, scopes: [], regions: [], installedAt: NOON.toISOString() }),
  )
  const credentials = await context.credentials({ isEmulator: true })
  await credentials.set({ ...install, kind: 'token' }, 'svcapp_1_token')
  return { context, credentials, install, home: context.paths.home }
}

type Paths = ReturnType<typeof makeContext>['paths']

/** Runs an emulator there for a moment; answers with its id. */
async function visit(paths: Paths, work: (control: ControlClient) => Promise<void>): Promise<string> {
  const running = await serveEmulator({ paths, port: 0, now: () => NOON, version: '0', pid: process.pid })
  try {
    await work(createControlClient({ send: nodeSend, url: running.urls.portal, token: running.runFile.controlToken }))
    return running.runFile.id
  } finally {
    await running.close()
  }
}

it('forks a platform: another emulator with the same stores, installs and secrets, and nothing of it changes the first', async () => {
  const { context, credentials, install } = await usedMachine()

  const forked = await runCommand(EmulatorFork, ['copy'], context)
  const again = await runCommand(EmulatorFork, ['copy'], context)
  const copy = onPlatform(context.paths, 'copy')
  let names: string[] = []
  const id = await visit(copy, async (control) => {
    names = (await control.stores()).map(({ name }) => name)
    await control.openStore({ name: 'Second' })
  })
  let before: string[] = []
  await visit(context.paths, async (control) => {
    before = (await control.stores()).map(({ name }) => name)
  })

  expect(forked.result).toEqual({ name: 'copy', from: 'default', folder: copy.platformDir })
  expect(again.error?.code).toBe('emulator.conflict')
  expect([names, before]).toEqual([['Demo'], ['Demo']])
  const identity = `emulator:${id}`
  expect(identity).not.toBe(install.identity)
  expect(await credentials.get({ ...install, identity, kind: 'token' })).toBe('svcapp_1_token')
  expect(withInstalls(context.paths, (all) => all.find({ ...install, identity }))).toMatchObject({ storeName: 'Demo' })
})

it('lists the platforms with project, size and whether they run, and a star at the one that is meant', async () => {
  const { context, home } = await usedMachine()
  mkdirSync(join(home, 'project'))
  const own = onPlatform(context.paths, 'own-1')
  claimPlatform(own, { dir: join(home, 'project'), createdAt: NOON.toISOString() })

  const { result, stdout } = await runCommand(EmulatorList, [], { ...context, captured: context.captured, paths: own })

  expect(result?.platforms).toMatchObject([
    { name: 'default', project: null, running: null, isCurrent: false },
    { name: 'own-1', project: join(home, 'project'), running: null, isCurrent: true, isGone: false, bytes: 0 },
  ])
  expect(result?.platforms[0]?.bytes).toBeGreaterThan(100_000)
  expect(stdout).toMatch(/own-1 \*/)
})

it('prunes what belongs to a folder that is gone, after asking, and neither what runs nor what has a name', async () => {
  const { context, credentials, install } = await usedMachine()
  await runCommand(EmulatorFork, ['kept'], context)
  const { paths } = context
  const gone = { dir: join(paths.home, 'gone'), createdAt: NOON.toISOString() }
  mkdirSync(gone.dir)
  for (const name of ['old', 'busy']) {
    const target = onPlatform(paths, name)
    claimPlatform(target, gone)
    mkdirSync(target.emulatorDir)
  }
  const id = await visit(onPlatform(paths, 'old'), async () => {})
  await credentials.set({ ...install, identity: `emulator:${id}`, kind: 'token' }, 'svcapp_1_other')
  rmSync(gone.dir, { recursive: true })
  const unlock = lockFolder(onPlatform(paths, 'busy').emulatorDir, () => null)
  writeFileSync(
    onPlatform(paths, 'busy').runFile,
    JSON.stringify({
      id: 'x',
      pid: process.pid,
      controlToken: 't',
      startedAt: '',
      urls: { api: '', admin: '', portal: '', storefront: '' },
    }),
  )

  const unasked = await runCommand(EmulatorPrune, [], context)
  const pruned = await runCommand(EmulatorPrune, ['--yes'], context)
  unlock()

  expect(unasked.error?.code).toBe('usage.missing')
  expect(pruned.result).toEqual({ removed: ['old'] })
  expect(existsSync(onPlatform(paths, 'old').platformDir)).toBe(false)
  expect(existsSync(onPlatform(paths, 'busy').platformDir)).toBe(true)
  expect(existsSync(onPlatform(paths, 'kept').platformDir)).toBe(true)
  expect(await credentials.stored({ ...install, identity: `emulator:${id}`, kind: 'token' })).toBeNull()
  expect(await credentials.stored({ ...install, kind: 'token' })).toBe('svcapp_1_token')
})
