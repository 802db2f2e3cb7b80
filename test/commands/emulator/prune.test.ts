import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import EmulatorFork from '../../../src/commands/emulator/fork.ts'
import EmulatorPrune from '../../../src/commands/emulator/prune.ts'
import { logFile, openSessionLog } from '../../../src/dev/background/session-log.ts'
import { lockFolder } from '../../../src/emulator/serve/folder-lock.ts'
import { onPlatform } from '../../../src/project/platforms/choose-platform.ts'
import { claimPlatform } from '../../../src/project/platforms/platform-record.ts'
import { runCommand } from '../../support/command/command.ts'
import { NOON } from '../../support/context.ts'
import { usedMachine, visit } from '../../support/emulator/used-machine.ts'

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
  const log = openSessionLog({ paths, dir: gone.dir }, () => NOON)
  log.write({ event: 'notice', text: 'kept until then' })
  log.close()
  const file = logFile({ paths, dir: gone.dir })
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
  expect(existsSync(file)).toBe(false)
  expect(existsSync(onPlatform(paths, 'old').platformDir)).toBe(false)
  expect(existsSync(onPlatform(paths, 'busy').platformDir)).toBe(true)
  expect(existsSync(onPlatform(paths, 'kept').platformDir)).toBe(true)
  expect(await credentials.stored({ ...install, identity: `emulator:${id}`, kind: 'token' })).toBeNull()
  expect(await credentials.stored({ ...install, kind: 'token' })).toBe('svcapp_1_token')
})
