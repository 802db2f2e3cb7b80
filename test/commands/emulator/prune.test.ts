import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import EmulatorFork from '../../../src/commands/emulator/fork.ts'
import EmulatorPrune from '../../../src/commands/emulator/prune.ts'
import { logFile, openSessionLog } from '../../../src/dev/background/session-log.ts'
import { lockProject } from '../../../src/dev/lock.ts'
import { lockFolder } from '../../../src/emulator/files/folder-lock.ts'
import { onPlatform, platformNames } from '../../../src/project/platforms/choose-platform.ts'
import { claimPlatform } from '../../../src/project/platforms/platform-record.ts'
import { rememberKey } from '../../../src/project/registered-keys.ts'
import { runCommand } from '../../support/command/command.ts'
import { NOON } from '../../support/context.ts'
import { usedMachine, visit } from '../../support/emulator/used-machine.ts'

it('prunes platforms of deleted folders after a prompt, but no running or named platform', async () => {
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
  const files = [null, 'staging'].map((registration) => {
    const place = { paths: { ...paths, registration }, dir: gone.dir }
    rememberKey(place.paths, { ...place, identity: `emulator:${id}`, appKey: `app.acme.${registration ?? 'loyalty'}` })
    const log = openSessionLog(place, () => NOON)
    log.write({ event: 'notice', text: 'kept until then' })
    log.close()
    return logFile(place)
  })
  expect(files.map((file) => existsSync(file))).toEqual([true, true])
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
  expect(files.map((file) => existsSync(file))).toEqual([false, false])
  expect(existsSync(onPlatform(paths, 'old').platformDir)).toBe(false)
  expect(existsSync(onPlatform(paths, 'busy').platformDir)).toBe(true)
  expect(existsSync(onPlatform(paths, 'kept').platformDir)).toBe(true)
  expect(await credentials.stored({ ...install, identity: `emulator:${id}`, kind: 'token' })).toBeNull()
  expect(await credentials.stored({ ...install, kind: 'token' })).toBe('svcapp_1_token')
})

it('removes a platform and its secrets by name after a prompt, but not the default one or one in use', async () => {
  const { context, credentials, install } = await usedMachine()
  const { paths } = context
  for (const name of ['trial', 'other', 'taken']) await runCommand(EmulatorFork, [name], context)
  const id = await visit(onPlatform(paths, 'trial'), async () => {})
  const dir = join(paths.home, 'project')
  mkdirSync(dir)
  const session = lockProject({ paths: onPlatform(paths, 'taken'), dir, pid: process.pid })
  const codes: unknown[] = []
  const prune = async (...argv: string[]) => {
    const { result, error } = await runCommand(EmulatorPrune, argv, context)
    codes.push(error?.code ?? result)
    return error
  }

  const unasked = await prune('trial')
  const typo = await prune('trail', '--yes')
  await prune('default', '--yes')
  await prune('No name', '--yes')
  const taken = await prune('taken', '--yes')
  session.release()
  await prune('trial', '--yes')

  expect(codes).toEqual([
    'usage.missing',
    'usage.invalid',
    'usage.invalid',
    'usage.invalid',
    'emulator.already-running',
    { removed: ['trial'] },
  ])
  expect(unasked).toMatchObject({ suggestions: ['app emulator prune trial --yes'] })
  expect(typo).toMatchObject({ suggestions: ['Did you mean trial?', expect.stringContaining('taken')] })
  expect(taken?.message).toContain(String(process.pid))
  expect(platformNames(paths)).toEqual(['default', 'other', 'taken'])
  expect(await credentials.stored({ ...install, identity: `emulator:${id}`, kind: 'token' })).toBeNull()
  expect(await credentials.stored({ ...install, kind: 'token' })).toBe('svcapp_1_token')
})

it('keeps the log of an existing project when its platform is removed by name', async () => {
  const { context } = await usedMachine()
  const { paths } = context
  const dir = join(paths.home, 'project')
  mkdirSync(dir)
  claimPlatform(onPlatform(paths, 'own'), { dir, createdAt: NOON.toISOString() })
  const log = openSessionLog({ paths, dir }, () => NOON)
  log.write({ event: 'notice', text: 'of another platform' })
  log.close()

  const { result } = await runCommand(EmulatorPrune, ['own', '--yes'], context)

  expect(result).toEqual({ removed: ['own'] })
  expect(existsSync(logFile({ paths, dir }))).toBe(true)
})
