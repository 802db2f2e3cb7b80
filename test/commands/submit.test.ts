import { readFileSync, writeFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import Register from '../../src/commands/register.ts'
import Status from '../../src/commands/status.ts'
import Submit from '../../src/commands/submit.ts'
import { runCommand } from '../support/command/command.ts'
import { makeSubmitted, panel } from '../support/emulator/submitted.ts'
import { makeProject, plainAppToml } from '../support/project.ts'

describe('app submit', () => {
  it('registers the app and sends it to review without a prompt the first time (APP-024 APP-033)', async () => {
    const { context, app, secret } = makeSubmitted()

    const { result, stdout, exit } = await runCommand(Submit, [], context)

    expect(exit).toBe(0)
    expect(result).toMatchObject({
      target: 'emulator',
      status: 'P',
      listed: false,
      created: true,
      returnedToReview: false,
    })
    expect(stdout).toMatch(/^app\.acme\.loyalty is in review\./)
    expect(stdout).toContain('app emulator app review approve')
    expect((await app()).status).toBe('P')
    expect(await secret('client-secret')).toMatch(/^cs_/)
  })

  it('updates a published app, and keeps it published if no review is needed', async () => {
    const { context, app, approve, file } = makeSubmitted()
    await runCommand(Submit, [], context)
    await approve()
    writeFileSync(file, readFileSync(file, 'utf8').replace('"Loyalty"', '"Points"'))

    const { result, stdout } = await runCommand(Submit, [], context)

    expect(result).toMatchObject({ status: 'published', listed: true, created: false, returnedToReview: false })
    expect(stdout).toContain('No change needs a review')
    expect((await app()).name).toBe('Points')
  })

  it('reports that changed slots return to review, and sends nothing without approval (APP-026 APP-027 APP-035)', async () => {
    const { context, app, approve, file } = makeSubmitted()
    await runCommand(Submit, [], context)
    await approve()
    const before = await app()
    writeFileSync(file, panel('other').replace('"Loyalty"', '"Points"'))

    const refused = await runCommand(Submit, ['--json'], context)
    const untouched = await app()
    const agreed = await runCommand(Submit, ['--yes'], context)

    expect([refused.error?.code, refused.exit, refused.error?.message]).toEqual([
      'usage.missing',
      2,
      expect.stringMatching(/returns (?:it )?to review/),
    ])
    expect(untouched).toEqual(before)
    expect(agreed.result).toMatchObject({ status: 'P', listed: false, returnedToReview: true })
    expect(agreed.stderr).toMatch(/returns (?:it )?to review/)
    expect((await app()).name).toBe('Points')
  })

  it('also asks about a changed panel that was only saved before (C36)', async () => {
    const { context, app, approve, file } = makeSubmitted()
    await runCommand(Submit, [], context)
    await approve()
    writeFileSync(file, panel('other'))
    await runCommand(Register, [], context)

    const { error } = await runCommand(Submit, [], context)

    expect(error?.message).toMatch(/returns (?:it )?to review/)
    expect(await app()).toMatchObject({ status: 'published', has_unpublished_change: true })
  })

  it('a panel change that was only saved and is reverted in app.toml needs no review or prompt (C36 APP-035)', async () => {
    const { context, control, app, approve } = makeSubmitted()
    await runCommand(Submit, [], context)
    await approve()
    const { name, requested_scopes: scopes, redirect_uris: uris } = await app()
    const other = JSON.stringify({ renderMode: 'iframe', appUrl: 'https://new.example', installScope: 'region' })
    const fields = { name, requested_scopes: scopes, redirect_uris: uris, admin_manifest_json: other }
    await control('PUT', '/apps/app.acme.loyalty', fields)
    const status = await runCommand(Status, [], context)

    const { result, exit, stderr } = await runCommand(Submit, [], context)

    expect(status.result).toMatchObject({ has_unpublished_change: true, returnsToReview: false })
    expect([exit, result?.status, result?.returnedToReview]).toEqual([0, 'published', false])
    expect(stderr).not.toMatch(/returns (?:it )?to review/)
    expect(await app()).toMatchObject({ status: 'published', listed: true, has_unpublished_change: false })
  })

  it('a suspended app is not changed', async () => {
    const { context, control, app, file } = makeSubmitted()
    await runCommand(Submit, [], context)
    await control('POST', '/apps/app.acme.loyalty/status', { status: 'X' })
    const before = await app()
    writeFileSync(file, readFileSync(file, 'utf8').replace('"Loyalty"', '"Points"'))

    const { error, exit } = await runCommand(Submit, ['--yes'], context)

    expect([error?.code, exit]).toEqual(['emulator.conflict', 2])
    expect(await app()).toEqual(before)
  })

  it('lists the console fields on the live platform and sends nothing', async () => {
    const sent: unknown[] = []
    const { context, control } = makeProject({ appToml: production })
    const send: typeof context.send = async (request) => {
      sent.push(request)
      return context.send(request)
    }

    const { result, stdout, exit } = await runCommand(Submit, ['--target', 'live', '--yes'], { ...context, send })

    expect([exit, sent]).toEqual([0, []])
    expect(result).toMatchObject({ target: 'live', status: null, listed: null })
    expect(result?.console).toHaveLength(10)
    expect(stdout).toMatch(
      /^Enter these values in the developer console[\s\S]*https:\/\/app\.example\/webhooks[\s\S]*Publish the app there/,
    )
    expect(await control('GET', '/apps')).toEqual({ apps: [] })
  })

  it('stops on the live platform if a production address is on this machine, and lists the settings', async () => {
    const { context } = makeProject({
      appToml: `${plainAppToml}[manifest]\n${targets}tunnel_url = "https://dev.example"\n`,
    })

    const { error, exit } = await runCommand(Submit, ['--target', 'live'], context)

    expect([error?.code, exit]).toEqual(['project.live-incomplete', 3])
    expect(error).toMatchObject({ details: { missing: ['webhooks.url', 'manifest.app_url', 'redirect_uris'] } })
  })

  it('shows the effect of a changed panel address on a published app (APP-026)', async () => {
    const { context, file } = makeProject({ appToml: production })
    await runCommand(Submit, ['--target', 'live'], context)
    writeFileSync(file, production.replace('//app.example"', '//new.example"'))

    const status = await runCommand(Status, ['--target', 'live'], context)
    const { result, stdout } = await runCommand(Submit, ['--target', 'live'], context)

    expect(status.result?.differs).toEqual(['admin_manifest_json'])
    expect(result?.console?.flatMap(({ consequences }) => consequences)).toEqual([
      'appUrl was https://app.example. If the app is published, this change sends it back to review.',
    ])
    expect(stdout).not.toContain('was Loyalty')
  })
})

const targets =
  '[targets.live]\nbase_url = "https://api.example"\nadmin_url = "https://store.example"\nclient_id = "cli_1"\n'
const production = `redirect_uris = ["https://app.example/cb"]\n${plainAppToml}url = "https://app.example/webhooks"\n[manifest]\napp_url = "https://app.example"\n${targets}`
