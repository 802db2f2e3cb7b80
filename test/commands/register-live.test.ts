import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { describe, expect, it } from 'vitest'

import Doctor from '../../src/commands/doctor.ts'
import Register from '../../src/commands/register.ts'
import Status from '../../src/commands/status.ts'
import { noteTunnel } from '../../src/dev/notes/tunnel-note.ts'
import { AppError } from '../../src/errors.ts'
import type { WireRequest, WireResponse } from '../../src/http/wire.ts'
import { LIVE_EXAMPLE } from '../../src/project/app-toml.ts'
import { recordInstall } from '../../src/project/installs.ts'
import { withoutKeychain } from '../credentials/support.ts'
import { runCommand } from '../support/command/command.ts'
import type { ContextOverrides } from '../support/context.ts'
import { makeProject, plainAppToml } from '../support/project.ts'
import { diagnose } from '../tasks/doctor/support.ts'

const API = 'https://api.example'
const ADMIN = 'https://store.example'
const DOWN = 'https://down.example'
const flags = ['--base-url', API, '--admin-url', ADMIN, '--client-id', 'cli_1']
const live = `[targets.live]\nbase_url = "${API}"\nadmin_url = "${ADMIN}"\nclient_id = "cli_1"\n`
const tunnel = `${live}tunnel_url = "https://dev.example"\n`
const publicToml = plainAppToml.replace('[webhooks]', '[webhooks]\nurl = "https://app.example/webhooks"')

/** The API and the store admin as they respond without a token; what was sent is recorded. */
function platform(sent: WireRequest[] = []) {
  const reply = (status: number, type: string): WireResponse => ({
    status,
    headers: { 'content-type': type },
    body: new Uint8Array(),
  })
  return async (request: WireRequest): Promise<WireResponse> => {
    sent.push(request)
    if (request.url.origin === 'https://gone.example') throw new AppError('net.unreachable', 'No connection.')
    if (request.url.origin === DOWN) return reply(502, 'text/html')
    const isApi = request.url.origin === API
    if (request.url.pathname === '/api/apps/v1/context')
      return isApi ? reply(401, 'application/json') : reply(404, 'text/html')
    return isApi ? reply(404, 'application/json') : reply(302, 'text/html')
  }
}

interface Answers {
  /** By the beginning of the question. */
  readonly [question: string]: readonly (string | boolean)[]
}

/** A person who answers each question in turn; a question without an answer is an error. */
function person(given: Answers) {
  const asked: string[] = []
  const left = new Map(Object.entries(given).map(([key, answers]) => [key, [...answers]]))
  const next = (message: string) => {
    asked.push(message)
    const key = [...left.keys()].find((one) => message.includes(one)) ?? ''
    const answer = left.get(key)?.shift()
    if (answer === undefined) throw new Error(`Nothing answers: ${message}`)
    return answer
  }
  const notes: string[] = []
  const ask: ContextOverrides['ask'] = {
    confirm: async ({ message }) => next(message) === true,
    password: async ({ message }) => String(next(message)),
    select: async ({ message }) => String(next(message)),
    input: async ({ message, check }) => {
      for (;;) {
        const value = String(next(message))
        const verdict = check?.(value) ?? true
        if (verdict === true) return value
        notes.push(verdict)
      }
    },
  }
  return { ask, asked, notes }
}

const secrets = { Keep: [], client_secret: ['cs_typed'], webhook_signing_secret: ['ab'.repeat(32)] }

describe('app register --target live in a terminal', () => {
  it('asks for addresses, lists the fields, then asks for the secrets (GEN-003 APP-010 APP-013 T18 T25)', async () => {
    const { ask, asked, notes } = person({
      base_url: ['api.example/v1', `${API}/api/apps/v1`, 'http://api.example', `  "${API}"  `],
      admin_url: ['', `${API}/store`, 'store.example/admin/orders', `${ADMIN}/admin/plugins`, ADMIN],
      'client_id (empty': ['cs_x', ''],
      'Registered and saved': [true],
      'client_id from': ["'cli_1'"],
      'Is that the platform?': [true],
      ...secrets,
    })
    const sent: WireRequest[] = []
    const { context, file } = makeProject({ appToml: publicToml, ask, send: platform(sent) })

    const { result, stdout, stderr, exit } = await runCommand(Register, ['--target', 'live'], context)

    expect(exit).toBe(0)
    expect(notes).toEqual([
      'base_url has no scheme. Enter https://api.example/v1 instead. Allowed: an https URL, or an http URL on localhost, 127.0.0.1 or [::1].',
      expect.stringContaining(`has the path /api/apps/v1. Enter ${API} instead.`),
      expect.stringContaining('uses http'),
      'admin_url is empty. Allowed: an https URL, or an http URL on localhost, 127.0.0.1 or [::1].',
      expect.stringContaining('It has the same origin as base_url,'),
      expect.stringContaining(`has no scheme. Enter ${ADMIN} instead.`),
      expect.stringContaining(`has the path /admin/plugins. Enter ${ADMIN} instead.`),
      expect.stringContaining('does not start with cli_'),
    ])
    const order = asked.map((message) => message.split(/[\s,]/)[0])
    expect(order.at(5)).toBe('admin_url')
    expect(order.slice(-5)).toEqual(['Registered', 'client_id', 'Secrets', 'client_secret', 'webhook_signing_secret'])
    expect(sent.map(({ url, headers }) => [url.href, headers])).toEqual([
      [`${API}/api/apps/v1/context`, {}],
      [`${ADMIN}/`, {}],
    ])
    expect(stdout).toMatch(/^Enter these values in the developer console for app\.acme\.loyalty:\nname +Loyalty\n/)
    expect(stdout).toMatch(/^token_key +.+ \(created by this tool, for your app to encrypt its tokens\)$/m)
    expect(stdout).toMatch(/Secret store[\s\S]*Next: app doctor --target live$/m)
    expect(stderr).toContain('Sign in as the store owner')
    expect(stderr).toContain('Wrote base_url, admin_url to [targets.live] in app.toml.')
    expect(stderr).toContain('Wrote client_id to [targets.live] in app.toml.')
    expect(readFileSync(file, 'utf8')).toBe(`${publicToml}\n${live}`)
    expect(result?.console?.map(({ field }) => field)).toHaveLength(10)
    expect(result?.secrets.client_secret).not.toBeNull()
    expect(stdout + stderr).not.toContain('cs_typed')
  })

  it("suggests the addresses of the folder's other registration", async () => {
    const { ask } = person({ 'client_id (empty': [''], 'Registered and saved': [true], 'client_id from': [''] })
    const suggested: Record<string, string | undefined> = {}
    const input: NonNullable<ContextOverrides['ask']>['input'] = async (question) => {
      suggested[question.message] = question.default
      return question.default ?? (await ask.input?.(question)) ?? ''
    }
    const { context, file } = makeProject({
      appToml: `${publicToml}\n${live}`,
      ask: { ...ask, input },
      send: platform(),
    })
    const other = join(dirname(file), 'app.dev.toml')
    const urls = '[webhooks]\nurl = "https://dev.example/webhooks"\n'
    writeFileSync(other, `key = "app.acme.loyalty-dev"\nredirect_uris = ["https://dev.example/auth/callback"]\n${urls}`)

    const { exit } = await runCommand(Register, ['--target', 'live'], {
      ...context,
      paths: { ...context.paths, registration: 'dev' },
    })

    expect([exit, suggested['base_url'], suggested['admin_url']]).toEqual([0, API, ADMIN])
    expect(suggested['client_id (empty if the app is not registered yet)']).toBeUndefined()
    expect(readFileSync(other, 'utf8')).toContain(`base_url = "${API}"`)
  })

  it('leaves out fields with a local address, which wait for the tunnel, and lists that address later', async () => {
    const { ask, asked } = person({
      base_url: [API],
      admin_url: [ADMIN],
      'client_id (empty': ['cli_1'],
      'Values in the developer console': ['same'],
      'Registered and saved': [true],
      'Is that the platform?': [true],
      'is stored': [true, true],
      ...secrets,
    })
    const { context } = makeProject({ appToml: `${plainAppToml}[manifest]\n`, ask, send: platform() })
    const register = () => runCommand(Register, ['--target', 'live'], context)

    const first = await register()

    expect(first.exit).toBe(0)
    expect(asked.slice(0, 3).map((message) => message.split(/[\s,]/)[0])).toEqual([
      'base_url',
      'admin_url',
      'client_id',
    ])
    expect(first.result?.console?.map(({ field }) => field)).not.toContain('webhook_url')
    expect(first.result?.console).toHaveLength(8)
    expect(first.stdout).toMatch(
      /^Missing: webhook_url, admin_manifest_json\. The live platform cannot reach this machine\. `app dev --target live` lists/m,
    )

    // While `app dev` runs.
    const owner = { paths: context.paths, identity: API, appKey: 'app.acme.loyalty' }
    const probe = { path: '/p', answer: 'a' }
    noteTunnel(owner, { url: 'https://dev.example', gateway: 'http://127.0.0.1:1', probe })
    const running = await register()

    expect([first.result?.next, running.result?.next]).toEqual([
      'app dev --target live --tunnel quick',
      'app doctor --target live',
    ])
    expect(running.stdout.slice(first.stdout.length)).not.toContain('Not yet')
    expect(running.result?.console?.find(({ field }) => field === 'webhook_url')).toMatchObject({
      value: 'https://dev.example/webhooks',
      before: null,
    })
    const { result } = await runCommand(Doctor, ['--target', 'live', '--json'], context)
    expect(result?.checks.find(({ id }) => id === 'registration')?.state).toBe('ok')
  })

  it('offers an encrypted file first without a keychain, and stops before other prompts after a no', async () => {
    const passphrase = 'four words of mine'
    const { ask, asked } = person({
      'encrypted file?': [false, true],
      'Repeat the passphrase': [passphrase],
      assphrase: ['', passphrase],
      'Values in the developer console': ['same'],
      'Is that the platform?': [true],
      ...secrets,
    })
    const made = makeProject({ appToml: publicToml + live, ask, send: platform() })

    const no = await runCommand(Register, ['--target', 'live'], withoutKeychain(made.context))

    expect(no.error).toMatchObject({
      code: 'credentials.unavailable',
      suggestions: expect.arrayContaining([expect.stringContaining('SVCAPP_CREDENTIALS=file')]),
    })
    expect(asked).toHaveLength(1)
    const yes = await runCommand(Register, ['--target', 'live'], withoutKeychain(made.context))
    expect(yes.exit).toBe(0)
    expect(yes.result?.secrets).toMatchObject({
      client_secret: { backend: 'encrypted-file' },
      token_key: { backend: 'encrypted-file' },
    })
    expect(asked.slice(1, 5)).toEqual([
      'This machine has no keychain. Store secrets in an encrypted file?',
      expect.stringContaining('Passphrase for the new file'),
      expect.stringContaining('A passphrase is needed.'),
      'Repeat the passphrase:',
    ])
  })

  it('reports swapped and unavailable addresses immediately, and asks again', async () => {
    const { ask, asked } = person({
      base_url: [ADMIN, API],
      'Use it anyway?': [false, false],
      admin_url: [DOWN, ADMIN],
      'client_id (empty': [''],
      'Registered and saved': [false],
    })
    const { context } = makeProject({ appToml: publicToml, ask, send: platform() })

    const { stderr, error } = await runCommand(Register, ['--target', 'live'], context)

    expect(stderr).toContain("does not respond like the platform's API (404, text/html). It may be the")
    expect(stderr).toContain('does not respond like the store admin (502, text/html). It may be unavailable')
    expect(asked.filter((message) => /^(base|admin)_url/.test(message))).toHaveLength(4)
    expect(error?.code).toBe('cli.interrupted')
  })

  it('accepts no secret for an untrusted origin (T25)', async () => {
    const { ask } = person({ 'Values in the developer console': ['same'], 'Is that the platform?': [false] })
    const { context } = makeProject({ appToml: publicToml + live, ask, send: platform() })

    const { error } = await runCommand(Register, ['--target', 'live'], context)

    expect(error?.code).toBe('project.origin-untrusted')
  })

  it('asks about the console again only if a value differs from the confirmed one', async () => {
    const { ask, asked } = person({
      'Values in the developer console': ['same'],
      'Registered and saved': [true],
      'Is that the platform?': [true],
      client_secret: ['cs_typed', true, true],
      webhook_signing_secret: ['ab'.repeat(32), true, true],
    })
    const { context, file } = makeProject({ appToml: publicToml + live, ask, send: platform() })
    await runCommand(Register, ['--target', 'live'], context)

    const same = await runCommand(Register, ['--target', 'live'], context)
    writeFileSync(file, (publicToml + live).replace('"Loyalty"', '"Points"'))
    const renamed = await runCommand(Register, ['--target', 'live'], context)

    expect(asked.filter((message) => message.startsWith('Registered'))).toHaveLength(1)
    expect(same.result?.console?.some(({ differs }) => differs)).toBe(false)
    expect(renamed.stdout).toMatch(/was Loyalty[\s\S]*Changed since the last confirmation on this machine: name\n/)
  })
})

describe('a second registration', () => {
  const shared =
    "has the same value as in app.toml, so both registrations would be the same app. Enter this app's client_id."
  const made = (overrides: ContextOverrides) => {
    const { context, cwd } = makeProject({ appToml: publicToml + live, send: platform(), ...overrides })
    writeFileSync(join(cwd, 'app.dev.toml'), own)
    const paths = { ...context.paths, registration: 'dev' }
    return { file: join(cwd, 'app.dev.toml'), context: { ...context, paths } }
  }
  const own = 'key = "app.acme.loyalty-dev"\n'
  const argv = ['--target', 'live', '--base-url', `${API}/`, '--admin-url', ADMIN]

  it('rejects the client_id of the first one in a flag, and writes nothing', async () => {
    const { context, file } = made({})

    const { error } = await runCommand(Register, [...argv, '--dev', '--client-id', 'cli_1'], context)

    expect([error?.code, error?.message]).toEqual(['project.invalid', `targets.live.client_id ${shared}`])
    expect(readFileSync(file, 'utf8')).toBe(own)
  })

  it('asks for another client_id', async () => {
    const { ask, notes } = person({ 'client_id (empty': ['cli_1', 'cli_2'], 'Values in': ['new'], Registered: [false] })
    const { context, file } = made({ ask })

    await runCommand(Register, argv, context)

    expect(notes).toEqual([`It ${shared}`])
    expect(readFileSync(file, 'utf8')).toContain('client_id = "cli_2"')
  })
})

describe('on a second machine', () => {
  const text = (stdout: string) => stdout.replaceAll(/\s+/g, ' ')

  it.each([
    ['in app.toml', live, []],
    ['by flag', '', flags],
    ['at the question', `[targets.live]\nbase_url = "${API}"\nadmin_url = "${ADMIN}"\n`, []],
    ['for another base_url', live.replace(API, 'https://other.example'), flags],
  ])(
    'with the client_id %s suggests no console change, because another machine may use it',
    async (_how, table, argv) => {
      const { ask } = person({
        'client_id (empty': ['cli_1'],
        'Values in the developer console': ['other'],
        'Is that the platform?': [true],
        ...secrets,
      })
      const { context } = makeProject({ appToml: plainAppToml + table, ask, send: platform() })

      const { stdout, stderr, result } = await runCommand(Register, ['--target', 'live', ...argv], context)
      const status = await runCommand(Status, ['--target', 'live'], context)
      const { of } = await diagnose(context, '--target', 'live')

      for (const printed of [stdout, status.stdout]) {
        expect(text(printed)).toContain(
          "If another machine uses this app, the developer console has that machine's addresses. In that case, change nothing in the console.",
        )
        expect(printed).toContain('Values that this machine needs for app.acme.loyalty:\nname ')
        expect(printed).not.toContain('Enter these values')
      }
      expect(stderr).toContain('The console stays unchanged. For development, register a second app')
      expect(status.stdout).toContain('If no other machine uses the app, run `app register --target live`.')
      expect(of('installs').remedy).toMatch(/^If the app is installed on another machine, run `app token show/)
      expect(result).toMatchObject({ next: 'app doctor --target live', secrets: { client_secret: expect.anything() } })
      expect(of('registration')).toMatchObject({
        state: 'skipped',
        found: 'not confirmed on this machine. Another machine may use the addresses in the developer console',
        remedy: expect.stringMatching(
          /^If no other machine uses the app: `app register --target live`\. Otherwise leave the console unchanged/,
        ),
      })
    },
  )

  it('the first one with a known client_id lists the values to enter, and suggests app dev next', async () => {
    const { ask, asked } = person({
      'Values in the developer console': ['new'],
      'Registered and saved': [true],
      'Is that the platform?': [true],
      ...secrets,
    })
    const { context } = makeProject({ appToml: plainAppToml + live, ask, send: platform() })

    const { result, stderr } = await runCommand(Register, ['--target', 'live'], context)
    const status = await runCommand(Status, ['--target', 'live'], context)
    const { of } = await diagnose(context, '--target', 'live')

    expect(asked.slice(0, 2)).toEqual([
      'Values in the developer console for app.acme.loyalty?',
      'Registered and saved in the console for app.acme.loyalty?',
    ])
    expect(stderr).toContain('Enter these values in the developer console now, and save them.')
    expect(result?.next).toBe('app dev --target live --tunnel quick')
    expect(status.stdout).not.toContain('If no other machine uses it')
    expect(of('installs').remedy).toMatch(
      /^If the app is not installed anywhere yet, run `app dev --target live` to install through your app, .* If the app is installed on another machine, run `app token show/,
    )
  })

  it('does not count a local address as entered without a terminal', async () => {
    const { context } = makeProject({ appToml: publicToml + live, send: platform() })

    await runCommand(Register, ['--target', 'live'], context)
    const { of } = await diagnose(context, '--target', 'live')
    const given = await diagnose(
      { ...context, env: { ...context.env, SVCAPP_TOKEN: 'svcapp_1001_7_x', SVCAPP_TRUST_ORIGIN: API } },
      '--target',
      'live',
    )

    expect([of('registration').state, given.of('registration').remedy]).toEqual(['skipped', null])
  })
})

describe('app register --target live without a terminal', () => {
  const register = (context: ReturnType<typeof makeProject>['context'], ...more: string[]) =>
    runCommand(Register, ['--target', 'live', ...more], context)

  it('lists all missing values in one error, and writes nothing', async () => {
    const { context, file } = makeProject({ appToml: `${plainAppToml}[manifest]\n`, send: platform() })

    const { error, exit } = await register(context)

    expect([error?.code, exit]).toEqual(['project.live-incomplete', 3])
    expect(error).toMatchObject({
      message: expect.stringContaining('has no base_url, admin_url, client_id.') as string,
      details: { missing: ['base_url', 'admin_url', 'client_id', 'webhooks.url', 'manifest.app_url'] },
      suggestions: expect.arrayContaining([
        'app register --target live --base-url <base_url> --admin-url <admin_url> --client-id <client_id>',
      ]) as string[],
    })
    expect(readFileSync(file, 'utf8')).toBe(`${plainAppToml}[manifest]\n`)
  })

  it('replaces the commented example in a new app.toml with the table', async () => {
    const { context, file } = makeProject({ appToml: `${publicToml}\n${LIVE_EXAMPLE}`, send: platform() })

    const { exit } = await register(context, ...flags)

    expect([exit, readFileSync(file, 'utf8')]).toEqual([0, `${publicToml}\n${live}`])
  })

  it('writes the flag values into app.toml after both addresses have responded (GEN-002 INST-019)', async () => {
    const { context, file } = makeProject({ appToml: publicToml, send: platform() })

    const { result, exit } = await register(context, ...flags)

    expect([exit, result?.client_id]).toEqual([0, 'cli_1'])
    expect(readFileSync(file, 'utf8')).toBe(`${publicToml}\n${live}`)
  })

  it('writes into the selected app.<name>.toml, and app.toml stays unchanged', async () => {
    const appToml = publicToml + live
    const env = { SVCAPP_CONFIG: 'staging' }
    const { context, cwd, file } = makeProject({ appToml, send: platform(), env })
    const own = 'key = "app.acme.staging"\n[webhooks]\nurl = "https://staging.example/webhooks"\n'
    const staging = join(cwd, 'app.staging.toml')
    writeFileSync(staging, own)

    const { result, stderr, exit } = await register(context, ...flags.slice(0, 4), '--client-id', 'cli_2')

    expect([exit, result?.app_key, result?.client_id]).toEqual([0, 'app.acme.staging', 'cli_2'])
    expect(stderr).toContain('Wrote base_url, admin_url, client_id to [targets.live] in app.staging.toml.')
    expect(readFileSync(staging, 'utf8')).toBe(`${own}\n${live.replace('cli_1', 'cli_2')}`)
    expect(readFileSync(file, 'utf8')).toBe(appToml)
  })

  it.each([
    ['exchanged addresses', ['--base-url', ADMIN, '--admin-url', API], 'It may be the store admin URL.'],
    ['an API as the store admin', ['--base-url', 'https://gone.example', '--admin-url', API], 'It may be the API URL.'],
    ['a store admin that is down', ['--base-url', API, '--admin-url', DOWN], '(502, text/html). It may be unavailable'],
  ])('rejects %s, and app.toml stays unchanged', async (_what, given, message) => {
    const { context, file } = makeProject({ appToml: publicToml, send: platform() })

    const { error } = await register(context, ...given, '--client-id', 'cli_1')

    expect(error).toMatchObject({ code: 'project.invalid', message: expect.stringContaining(message) as string })
    expect(readFileSync(file, 'utf8')).toBe(publicToml)
  })

  it('reports an address that cannot be reached', async () => {
    const { context } = makeProject({ appToml: publicToml, send: platform() })

    const { result } = await register(context, '--base-url', 'https://gone.example', ...flags.slice(2))

    expect(result?.warnings.map(({ code }) => code)).toContain('address-unchecked')
  })

  it.each([
    ['an address that is not https (T31)', ['--base-url', 'http://api.example'], 'project.invalid'],
    ['a wrong address next to a good one', ['--base-url', API, '--admin-url', 'http://x'], 'project.invalid'],
    ['an address with the API path', ['--base-url', `${API}/api/apps/v1`], 'project.invalid'],
    ['one origin for both', ['--base-url', API, '--admin-url', `${API}/store`], 'project.invalid'],
    ['a client_id without its prefix (APP-009)', ['--client-id', 'abc'], 'project.invalid'],
    ['a client secret as an id (GEN-003)', ['--client-id', `cs_${'ab'.repeat(32)}`], 'project.contains-secret'],
  ])('rejects %s before anything is sent, and app.toml stays unchanged', async (_what, given, code) => {
    const sent: WireRequest[] = []
    const { context, file } = makeProject({ appToml: publicToml, send: platform(sent) })

    const others = flags.flatMap((flag, at) =>
      at % 2 === 1 || given.includes(flag) ? [] : [flag, flags[at + 1] ?? ''],
    )
    const { error } = await register(context, ...given, ...others)

    expect(error?.code).toBe(code)
    // The value is not in the file, so no line of it is named.
    expect(error?.message).not.toMatch(/app\.toml:\d/)
    expect(sent).toEqual([])
    expect(readFileSync(file, 'utf8')).toBe(publicToml)
  })

  it('sends nothing while the live platform is switched off', async () => {
    const sent: WireRequest[] = []
    const { context } = makeProject({ appToml: `${publicToml}${live}access = "off"\n`, send: platform(sent) })

    expect((await register(context)).exit).toBe(0)
    expect(sent).toEqual([])
  })

  it('registers the addresses of app dev if tunnel_url is set, and doctor accepts them', async () => {
    const { context } = makeProject({ appToml: plainAppToml + tunnel, send: platform() })

    const { result } = await register(context)
    const doctor = await runCommand(Doctor, ['--target', 'live', '--json'], context)

    expect(result).toMatchObject({
      webhook_url: 'https://dev.example/webhooks',
      redirect_uris: ['https://dev.example/auth/callback'],
      next: 'app dev --target live',
    })
    const rows = (doctor.result as { checks: { id: string; state: string }[] } | undefined)?.checks
    expect(rows?.find(({ id }) => id === 'registration')).toMatchObject({ state: 'ok' })
  })

  it('--dev accepts addresses of this machine', async () => {
    const { context } = makeProject({ appToml: plainAppToml + live, send: platform() })

    const { result } = await register(context, '--dev')

    expect(result).toMatchObject({
      webhook_url: 'http://127.0.0.1:3000/webhooks',
      next: 'app doctor --target live',
    })
    expect(result?.warnings.map(({ code }) => code)).toContain('addresses-local')
  })

  it('lists the installs that lose their tokens after a change of install_scope (TOK-021)', async () => {
    const { context } = makeProject({ appToml: `install_scope = "store"\n${publicToml}${live}`, send: platform() })
    recordInstall(context.paths, {
      identity: API,
      appKey: 'app.acme.loyalty',
      storeId: 1001,
      regionId: 7,
      storeCode: 'demo',
      storeName: 'Demo',
      storeDomain: 'demo.example',
      installScope: 'region',
      scopes: [],
      regions: [],
      installedAt: '2026-11-21T12:00:00Z',
    })

    const { ask } = person({
      'Values in the developer console': ['same'],
      'Is that the platform?': [true],
      ...secrets,
    })

    expect((await register(context)).stdout).toContain('with the old install_scope (401): demo (region 7)')
    const terminal = { ...context.terminal, isInteractive: true, ask: { ...context.terminal.ask, ...ask } }
    const confirmed = await register({ ...context, terminal })
    expect(confirmed.result?.next).toBe('app install --target live')
  })

  it('--dev and the flags for app.toml are for the live platform only', async () => {
    for (const given of [flags, ['--dev']])
      expect((await runCommand(Register, given, makeProject().context)).error?.code).toBe('usage.invalid')
  })
})
