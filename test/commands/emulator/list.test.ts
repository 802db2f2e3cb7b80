import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import EmulatorList from '../../../src/commands/emulator/list.ts'
import { onPlatform } from '../../../src/project/platforms/choose-platform.ts'
import { claimPlatform } from '../../../src/project/platforms/platform-record.ts'
import { runCommand } from '../../support/command/command.ts'
import { NOON } from '../../support/context.ts'
import { usedMachine } from '../../support/emulator/used-machine.ts'

it('lists the platforms with project, size and status, and marks the current one with a star', async () => {
  const { context, home } = await usedMachine()
  mkdirSync(join(home, 'project'))
  const own = onPlatform(context.paths, 'own-1')
  claimPlatform(own, { dir: join(home, 'project'), createdAt: NOON.toISOString() })

  const { result, stdout } = await runCommand(EmulatorList, [], { ...context, captured: context.captured, paths: own })

  expect(result?.platforms).toMatchObject([
    { name: 'default', project: null, running: null, current: false },
    { name: 'own-1', project: join(home, 'project'), running: null, current: true, projectMissing: false, bytes: 0 },
  ])
  expect(result?.platforms[0]?.bytes).toBeGreaterThan(100_000)
  expect(stdout).toMatch(/own-1 \*/)
})
