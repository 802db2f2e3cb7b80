import { writeFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import Status from '../../src/commands/status.ts'
import Submit from '../../src/commands/submit.ts'
import type { Registration } from '../../src/control/contract.ts'
import { lockProject } from '../../src/dev/lock.ts'
import { runCommand } from '../support/command/command.ts'
import { makeSubmitted, panel } from '../support/emulator/submitted.ts'
import { makeProject } from '../support/project.ts'

/** What of a registration can be registered again. */
function inputOf({
  name,
  requested_scopes,
  optional_scopes,
  redirect_uris,
  admin_manifest_json,
  webhook_topics,
}: Registration) {
  return { name, requested_scopes, optional_scopes, redirect_uris, admin_manifest_json, webhook_topics }
}

describe('app status', () => {
  it('APP-017 APP-018 APP-025 APP-036 shows D, P, published and X, and whether it is listed', async () => {
    const { context, control, approve } = makeSubmitted()
    const standing = async () => {
      const { result } = await runCommand(Status, ['--json'], context)
      return [result?.status, result?.listed]
    }

    expect((await runCommand(Status, [], context)).error?.code).toBe('emulator.unknown-app')
    await runCommand(Submit, [], context)
    expect(await standing()).toEqual(['P', false])
    await approve()
    expect(await standing()).toEqual(['published', true])
    await control('POST', '/apps/app.acme.loyalty/status', { status: 'X' })
    expect(await standing()).toEqual(['X', true])
    await control('POST', '/apps/app.acme.loyalty/status', { status: 'D' })
    expect(await standing()).toEqual(['D', false])
  })

  it('says what app submit would change, and that it would go back to review', async () => {
    const { context, approve, file } = makeSubmitted()
    await runCommand(Submit, [], context)
    await approve()

    const same = await runCommand(Status, [], context)
    writeFileSync(file, panel('other').replace('"Loyalty"', '"Points"'))
    const changed = await runCommand(Status, [], context)

    expect(same.result).toMatchObject({ differs: [], returns_to_review: false })
    expect(same.stdout).toMatch(/^differs from app\.toml +nothing$/m)
    expect(changed.result).toMatchObject({ differs: ['name', 'admin_manifest_json'], returns_to_review: true })
    expect(changed.stdout).toMatch(/^app submit +sends it back to review/m)
  })

  it('says that app dev has set the webhook address, as long as it runs', async () => {
    const { context, control, cwd, app } = makeSubmitted()
    await runCommand(Submit, [], context)
    await control('PUT', '/apps/app.acme.loyalty', {
      ...inputOf(await app()),
      webhook_url: 'http://127.0.0.1:4810/hooks',
    })

    const lock = lockProject({ paths: context.paths, dir: cwd, pid: process.pid })
    const during = await runCommand(Status, [], context)
    lock.release()
    const after = await runCommand(Status, [], context)

    expect(during.result).toMatchObject({ differs: ['webhook_url'], held_by_app_dev: ['webhook_url'] })
    expect(during.stdout).toMatch(/^differs from app\.toml +webhook_url \(set by app dev while it runs\)$/m)
    expect(after.result).toMatchObject({ differs: ['webhook_url'], held_by_app_dev: [] })
    expect(after.stdout).toMatch(/^differs from app\.toml +webhook_url$/m)
  })

  it('P3 knows nothing of the live platform, and says so', async () => {
    const { context } = makeProject()

    const { result, stdout, exit } = await runCommand(Status, ['--target', 'live'], context)

    expect([exit, result?.status, result?.listed, result?.differs]).toEqual([0, null, null, null])
    expect(result?.console).toHaveLength(9)
    expect(stdout).toContain('only the developer console')
  })
})
