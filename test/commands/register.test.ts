import { writeFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import Register from '../../src/commands/register.ts'
import { memoryCredentials } from '../../src/credentials/memory.ts'
import { AppError } from '../../src/errors.ts'
import { runCommand } from '../support/command/command.ts'
import { makeProject, plainAppToml } from '../support/project.ts'

const panel = '[manifest]\n[[manifest.slots]]\ntype = "fullpage"\npath = "panel"\nlabel = "L"\n'

describe('app register', () => {
  it('creates the registration and prints the key facts (APP-007 APP-009 APP-019 INST-022)', async () => {
    const { context, control } = makeProject()

    const { stdout, exit } = await runCommand(Register, ['--json'], context)

    const printed = JSON.parse(stdout)
    expect(exit).toBe(0)
    expect(printed).toMatchObject({
      target: 'emulator',
      app_key: 'app.acme.loyalty',
      client_id: expect.stringMatching(/^cli_/),
      created: true,
      status: 'D',
      requested_scopes: ['orders.read', 'customers.read'],
      optional_scopes: ['customers.read'],
      redirect_uris: ['http://127.0.0.1:3000/auth/callback'],
      webhook_url: 'http://127.0.0.1:3000/webhooks',
      webhook_topics: ['order.paid', 'app.uninstalled'],
      test_store_codes: [],
      revealed: null,
    })
    expect(await control('GET', '/apps/app.acme.loyalty')).toMatchObject({ app: { client_id: printed.client_id } })
  })

  it('stores the secrets, shows where, and prints none of them (APP-010 APP-013 GEN-003)', async () => {
    const { context, secret } = makeProject()

    const { stdout, stderr } = await runCommand(Register, [], context)

    const secrets = await Promise.all([secret('client-secret'), secret('signing-secret'), secret('token-key')])
    expect(secrets).toEqual([
      expect.stringMatching(/^cs_/),
      expect.stringMatching(/^[0-9a-f]{64}$/),
      expect.stringMatching(/^[0-9a-f]{64}$/),
    ])
    for (const one of secrets) expect(stdout + stderr).not.toContain(one)
    expect(stdout).toMatch(/Secret store\nclient_secret +process memory/)
  })

  it('prints the secrets of a new registration only on request (APP-008)', async () => {
    const { context, secret } = makeProject()

    const first = await runCommand(Register, ['--reveal', '--json'], context)
    const second = await runCommand(Register, ['--reveal'], context)
    // The context gathers what all commands printed.
    const stdout = second.stdout.slice(first.stdout.length)

    expect(second.result?.revealed).toBeNull()
    expect(first.result?.revealed).toMatchObject({ client_secret: await secret('client-secret') })
    expect(stdout).not.toContain(await secret('client-secret'))
    expect(stdout).not.toContain(await secret('signing-secret'))
  })

  it('notes at creation that the secrets are shown only once (APP-008)', async () => {
    const { context, secret } = makeProject()

    const { stdout } = await runCommand(Register, ['--reveal'], context)

    expect(stdout).toMatch(/These secrets are shown only once/)
    expect(stdout).toContain(await secret('signing-secret'))
  })

  it('updates the registration and keeps every secret', async () => {
    const { context, file, secret } = makeProject()
    await runCommand(Register, [], context)
    const before = await Promise.all([secret('client-secret'), secret('signing-secret'), secret('token-key')])
    writeFileSync(file, plainAppToml.replace('"Loyalty"', '"Points"'))

    const { result } = await runCommand(Register, ['--webhook-url', 'https://hooks.example/x'], context)

    expect(result).toMatchObject({ created: false, name: 'Points', webhook_url: 'https://hooks.example/x' })
    expect(await Promise.all([secret('client-secret'), secret('signing-secret'), secret('token-key')])).toEqual(before)
    expect(result?.warnings.map(({ code }) => code)).toEqual(['webhook-url-changed'])
  })

  it('replaces a secret that is no longer stored, and reports it', async () => {
    const made = makeProject()
    await runCommand(Register, [], made.context)
    const lost = memoryCredentials()

    const { result } = await runCommand(Register, [], { ...made.context, credentials: async () => lost })

    expect(result?.warnings.map(({ code }) => code)).toEqual(['secret-renewed', 'secret-renewed'])
    expect(result?.secrets.client_secret).not.toBeNull()
  })

  it('replaces a secret that differs from the loaded snapshot', async () => {
    const { context, secret, control } = makeProject()
    await runCommand(Register, [], context)
    const before = await secret('client-secret')
    await control('POST', '/apps/app.acme.loyalty/rotate', { which: 'client_secret' })

    const { result } = await runCommand(Register, [], context)
    const again = await runCommand(Register, [], context)

    expect(result?.warnings.map(({ message }) => message)).toEqual([
      'The client secret of app.acme.loyalty on this machine did not match the loaded snapshot, so the emulator created a new one. The old one is invalid.',
    ])
    expect(await secret('client-secret')).not.toBe(before)
    expect(again.result?.warnings).toEqual([])
  })

  it('creates nothing if secrets cannot be stored (P19)', async () => {
    const { context, control } = makeProject()
    const broken = {
      ...memoryCredentials(),
      probe: async () => {
        throw new AppError('storage.broken', 'No place.')
      },
    }

    const { exit } = await runCommand(Register, [], { ...context, credentials: async () => broken })

    expect(exit).toBe(3)
    expect(await control('GET', '/apps')).toEqual({ apps: [] })
  })

  it('rejects another key for a registered folder, and keeps the old registration (APP-006)', async () => {
    const { context, file, control } = makeProject()
    await runCommand(Register, [], context)
    writeFileSync(file, plainAppToml.replace('app.acme.loyalty', 'app.acme.points'))

    const { error, exit } = await runCommand(Register, [], context)

    expect([error?.code, exit]).toEqual(['project.key-changed', 3])
    expect(await control<{ apps: object[] }>('GET', '/apps')).toMatchObject({ apps: [{ app_key: 'app.acme.loyalty' }] })
  })

  it('registers countries at creation, and rejects later changes (APP-001 APP-002)', async () => {
    const { context, file } = makeProject({ appToml: `countries = ["TR"]\n${plainAppToml}` })
    const first = await runCommand(Register, [], context)
    writeFileSync(file, plainAppToml)

    const second = await runCommand(Register, [], context)

    expect(first.result).toMatchObject({ countries: ['TR'] })
    expect(first.stderr).toMatch(/cannot change after registration/)
    expect(second.error?.code).toBe('emulator.conflict')
  })

  it.each([
    [
      'INST-026 a second return address',
      `redirect_uris = ["http://127.0.0.1:3000/a", "http://127.0.0.1:3000/b"]\n${plainAppToml}`,
      /Only the first/,
    ],
    [
      'SCOPE-010 an announced scope',
      plainAppToml.replace('"customers.read"', '"webhooks.manage"'),
      /not available yet/,
    ],
    [
      'A38 inventory without products',
      plainAppToml.replace('"customers.read"', '"inventory.write"'),
      /cannot list its warehouses/,
    ],
    [
      'EVT-030 a topic without its scope',
      plainAppToml.replace('"orders.read"', '"products.read"'),
      /silently skips the subscription/,
    ],
  ])('warns once about %s', async (_what, appToml, words) => {
    const { context } = makeProject({ appToml })

    const { stderr, exit } = await runCommand(Register, [], context)

    expect(exit).toBe(0)
    expect(stderr.split('\n').filter((line) => words.test(line)).length).toBeGreaterThanOrEqual(1)
    expect(new Set(stderr.split('\n')).size).toBe(stderr.split('\n').length)
  })

  it('registers the manifest with the install scope of the app (EMB-003 A16)', async () => {
    const { context } = makeProject({ appToml: `install_scope = "store"\n${plainAppToml}${panel}` })

    const { result } = await runCommand(Register, [], context)

    expect(JSON.parse(result?.admin_manifest_json ?? '')).toMatchObject({ installScope: 'store', renderMode: 'iframe' })
    expect(result?.install_scope).toBe('store')
  })

  describe('of a published app', () => {
    async function published() {
      const made = makeProject({ appToml: plainAppToml + panel })
      await runCommand(Register, [], made.context)
      await made.control('POST', '/apps/app.acme.loyalty/publish', { audience: 'public' })
      await made.control('POST', '/apps/app.acme.loyalty/review', { approved: true })
      const status = async () =>
        (await made.control<{ app: { status: string } }>('GET', '/apps/app.acme.loyalty')).app.status
      return { ...made, status }
    }

    it.each([
      ['APP-026 the panel address', '[manifest]\n', '[manifest]\napp_url = "https://app.example"\n'],
      ['APP-027 a slot', 'path = "panel"', 'path = "other"'],
    ])(
      'warns before %s returns the app to review immediately, under the setting that does so (C36)',
      async (_what, from, to) => {
        const { context, file, status, control } = await published()
        await control('PUT', '/settings', { reviewBegins: 'on-save' })
        expect(await status()).toBe('published')
        writeFileSync(file, (plainAppToml + panel).replace(from, to))

        const refused = await runCommand(Register, [], context)
        expect([refused.error?.code, await status()]).toEqual(['usage.missing', 'published'])
        expect(refused.error?.message).toMatch(/returns (?:it )?to review/)

        const agreed = await runCommand(Register, ['--yes'], context)
        expect([agreed.exit, await status()]).toEqual([0, 'P'])
      },
    )

    it('saves a changed panel without a prompt, and notes the effect of publishing it (APP-035 C36)', async () => {
      const { context, file, status } = await published()
      writeFileSync(file, (plainAppToml + panel).replace('path = "panel"', 'path = "other"'))

      const { exit, stderr } = await runCommand(Register, [], context)

      expect([exit, await status()]).toEqual([0, 'published'])
      expect(stderr).toMatch(/Live stores keep the approved panel until you publish the app again/)
    })

    it('asks nothing if neither changes', async () => {
      const { context, file, status } = await published()
      writeFileSync(file, (plainAppToml + panel).replace('"Loyalty"', '"Points"'))

      const { exit } = await runCommand(Register, [], context)

      expect([exit, await status()]).toEqual([0, 'published'])
    })
  })

  it('fails without a running emulator, and never uses the live platform', async () => {
    const { context } = makeProject({
      appToml: `${plainAppToml}[targets.live]\nbase_url = "https://api.example"\nadmin_url = "https://store.example"\nclient_id = "cli_1"\n`,
    })
    const paths = { ...context.paths, runFile: `${context.paths.runFile}.none` }

    const { error, exit } = await runCommand(Register, [], { ...context, paths })

    expect([error?.code, exit]).toEqual(['emulator.not-running', 8])
  })

  it.each(['ftp://x', 'http://example.com/hooks', 'nonsense'])('rejects --webhook-url %s', async (url) => {
    const { error } = await runCommand(Register, ['--webhook-url', url], makeProject().context)

    expect(error?.code).toBe('usage.invalid')
  })

  it.each([
    ['broken', 'key = '],
    ['wrong', 'key = "acme"'],
    ['absent', null],
  ])('exits with 3 if app.toml is %s (P13)', async (_what, appToml) => {
    const { exit, error } = await runCommand(Register, [], makeProject({ appToml }).context)

    expect([exit, error?.code]).toEqual([3, expect.stringMatching(/^project\./)])
  })
})
