import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import Register from '../../src/commands/register.ts'
import WebhookWhy from '../../src/commands/webhook/why.ts'
import { lockProject } from '../../src/dev/lock.ts'
import { runCommand } from '../support/command/command.ts'
import { makeContext } from '../support/context.ts'
import { plainAppToml } from '../support/project.ts'

it('suggests --target live, not another session, while app dev runs for the live platform', async () => {
  const context = makeContext()
  const { paths, cwd: dir } = context
  writeFileSync(join(dir, 'app.toml'), plainAppToml)
  const before = await runCommand(Register, [], context)
  const lock = lockProject({ paths, dir, pid: process.pid })
  onTestFinished(() => lock.release())
  lock.publish({ target: 'live' })

  const { error } = await runCommand(Register, [], context)
  const why = await runCommand(WebhookWhy, ['order.created'], context)

  expect(before.error?.suggestions?.[0]).not.toContain('--target live')
  expect(error?.code).toBe('emulator.not-running')
  expect(error?.suggestions?.[0]).toBe(
    '`app dev` is running for the live platform in this project. Add --target live, or set SVCAPP_TARGET=live.',
  )
  expect(why.stdout).toContain('Add --target live, because `app dev` runs for the live platform.')
})
