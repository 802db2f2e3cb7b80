import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import type { TimedEvent } from '../../../../src/dev/events/dev-event.ts'
import { lockProject } from '../../../../src/dev/lock.ts'
import { lockFolder } from '../../../../src/emulator/files/folder-lock.ts'
import { AppError } from '../../../../src/errors.ts'
import { statePaths } from '../../../../src/project/paths.ts'
import { onPlatform, platformNames } from '../../../../src/project/platforms/choose-platform.ts'
import { madeDevPlatform } from '../../../../src/tasks/dev/dev-platform.ts'
import { withoutUnused } from '../../../../src/tasks/emulator/platforms/failed-start.ts'
import { NOON } from '../../../support/context.ts'

function makeStart() {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-failed-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const shared = statePaths({ env: {}, dataDir: join(dir, 'state') })
  const context = { env: {}, now: () => NOON, paths: shared }
  const made = () => madeDevPlatform(context, { dir, flag: 'typo', isLive: false })
  return { dir, shared, made }
}

const emulator: TimedEvent = {
  event: 'emulator',
  mode: 'started',
  platform: 'typo',
  folder: '',
  api: '',
  admin: '',
  portal: '',
  storefront: '',
}

async function* failing(events: readonly TimedEvent[]): AsyncGenerator<TimedEvent, void> {
  yield* events
  throw new AppError('emulator.port-taken', 'Port 4800 is held.')
}

async function drain(events: AsyncIterable<TimedEvent>): Promise<void> {
  for await (const event of events) expect(event).toBe(emulator)
}

it('an app dev that fails before it used its new platform removes that platform', async () => {
  const { dir, shared, made } = makeStart()
  const { paths, isNew } = made()
  const again = made()

  await expect(drain(withoutUnused(failing([]), { paths, dir, isNew: true }))).rejects.toThrow('held')

  expect([isNew, again.isNew]).toEqual([true, false])
  expect(platformNames(shared)).toEqual(['default'])
})

it('keeps a platform that was used or is in use by another process', async () => {
  const { dir, shared, made } = makeStart()
  const { paths } = made()
  const kept = () => platformNames(shared).includes('typo')

  await expect(drain(withoutUnused(failing([]), { paths, dir, isNew: false }))).rejects.toThrow('held')
  await expect(drain(withoutUnused(failing([emulator]), { paths, dir, isNew: true }))).rejects.toThrow('held')
  expect(kept()).toBe(true)

  const session = lockProject({ paths, dir, pid: 4711 })
  await expect(drain(withoutUnused(failing([]), { paths, dir, isNew: true }))).rejects.toThrow('held')
  session.release()
  expect(kept()).toBe(true)

  const unlock = lockFolder(onPlatform(shared, 'typo').emulatorDir, () => null)
  await expect(drain(withoutUnused(failing([]), { paths, dir, isNew: true }))).rejects.toThrow('held')
  unlock()
  expect(kept()).toBe(true)
})
