import { expect, it } from 'vitest'

import Register from '../../../src/commands/register.ts'
import SecretDelete from '../../../src/commands/secret/delete.ts'
import SecretList from '../../../src/commands/secret/list.ts'
import SecretSet from '../../../src/commands/secret/set.ts'
import { readNote } from '../../../src/dev/notes/app-note.ts'
import { isTrustedOrigin } from '../../../src/project/origin-trust.ts'
import { withoutKeychain } from '../../credentials/support.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeProject, plainAppToml, type ProjectOptions } from '../../support/project.ts'

const ORIGIN = 'https://api.example'
const SIGNING = 'ab'.repeat(32)
const appToml = `${plainAppToml}[targets.live]\nbase_url = "https://api.example"\nadmin_url = "https://store.example"\nclient_id = "cli_1"\n`
const owner = { identity: ORIGIN, appKey: 'app.acme.loyalty' }

/** A project with a live target, whose origin may have secrets unless `env` says otherwise. */
function liveProject(options: ProjectOptions = {}) {
  const made = makeProject({ appToml, env: { SVCAPP_TRUST_ORIGIN: ORIGIN }, ...options })
  const stored = async (kind: 'client-secret' | 'signing-secret') =>
    (await made.context.credentials({ isEmulator: false })).stored({ ...owner, kind })
  return { ...made, stored }
}

const stdin = (text: string) => ({ readStdin: () => new TextEncoder().encode(text) })

it('replaces a stored live secret with one from stdin, and notifies a running app dev (T18)', async () => {
  const { context, stored } = liveProject(stdin('cs_new\r\n'))
  const credentials = await context.credentials({ isEmulator: false })
  await credentials.set({ ...owner, kind: 'client-secret' }, 'cs_rotated')

  const { result, stdout, stderr, exit } = await runCommand(SecretSet, ['client', '--target', 'live'], context)

  expect([exit, await stored('client-secret'), await stored('signing-secret')]).toEqual([0, 'cs_new', null])
  expect(result).toMatchObject({ appKey: owner.appKey, target: ORIGIN, stored: ['client_secret'] })
  expect(stdout).toContain(`Stored for app.acme.loyalty on ${ORIGIN}:`)
  expect(stdout + stderr).not.toContain('cs_new')
  expect(readNote({ ...owner, paths: context.paths }, 'secrets')?.['at']).toBeDefined()
})

it('asks for both in a terminal, asks again after an invalid format, and skips an empty one', async () => {
  const answers = ['cs_typed', 'wrong', '']
  const asked: string[] = []
  const { context, stored } = liveProject({
    ask: { password: async ({ message }) => (asked.push(message), answers.shift() ?? '') },
  })

  const { result, stderr } = await runCommand(SecretSet, ['--target', 'live'], context)

  expect([await stored('client-secret'), await stored('signing-secret')]).toEqual(['cs_typed', null])
  expect(result?.stored).toEqual(['client_secret'])
  expect(asked.map((message) => message.split(' ')[0])).toEqual([
    'client_secret',
    'webhook_signing_secret',
    'webhook_signing_secret',
  ])
  expect(stderr).toContain('64 lowercase hex characters')
})

it.each([
  ['another shape', 'client', 'ab'.repeat(32), /is not a client_secret.*starts with cs_.*Nothing was stored/],
  ['nothing', 'signing', '\n', /Standard input is empty/],
])('stores no secret of %s', async (_what, which, text, words) => {
  const { context, stored } = liveProject(stdin(text))

  const { error, exit } = await runCommand(SecretSet, [which, '--target', 'live'], context)

  expect([exit, await stored('client-secret'), await stored('signing-secret')]).toEqual([2, null, null])
  expect(error?.message).toMatch(words)
})

it('reads no secret without its name, and none for an untrusted origin (T25)', async () => {
  const which = await runCommand(SecretSet, ['--target', 'live'], liveProject().context)
  const origin = await runCommand(SecretSet, ['client', '--target', 'live'], liveProject({ env: {} }).context)

  expect([which.error?.code, origin.error?.code]).toEqual(['usage.missing', 'project.origin-untrusted'])
})

it('asks for no secret while its keychain is locked, so that none is lost (P20)', async () => {
  const { AppError } = await import('../../../src/errors.ts')
  const { memoryCredentials } = await import('../../../src/credentials/memory.ts')
  const locked = new AppError('credentials.locked', 'The keychain is locked.')
  const asked: string[] = []
  const { context } = liveProject({
    ask: { password: async ({ message }) => (asked.push(message), 'cs_pasted') },
    credentials: async () => ({ ...memoryCredentials(), probe: () => Promise.reject(locked) }),
  })

  const { error } = await runCommand(SecretSet, ['client', '--target', 'live'], context)

  expect([error?.code, asked]).toEqual(['credentials.locked', []])
})

it('stores secrets in the existing encrypted file if there is no keychain', async () => {
  const made = liveProject({ env: { SVCAPP_TRUST_ORIGIN: ORIGIN, SVCAPP_PASSPHRASE: 'four words of mine' } })
  const context = withoutKeychain({ ...made.context, ...stdin(SIGNING) })
  const args = ['signing', '--target', 'live']
  const before = await runCommand(SecretSet, args, context)
  const chosen = withoutKeychain({ ...context, env: { ...context.env, SVCAPP_CREDENTIALS: 'file' } })
  await (await chosen.credentials()).probe()

  const { result, exit } = await runCommand(SecretSet, args, context)

  expect([before.error?.code, exit]).toEqual(['credentials.unavailable', 0])
  expect(result?.secrets.webhook_signing_secret).toMatchObject({ backend: 'encrypted-file' })
  const credentials = await context.credentials()
  expect(await credentials.get({ ...owner, kind: 'signing-secret' })).toBe(SIGNING)
})

it('lists secrets and variables with target, location and time, and trusted origins, never a value (GEN-003)', async () => {
  const { context } = liveProject({ ask: { confirm: async () => true, password: async () => 'cs_typed' }, env: {} })
  await runCommand(SecretSet, ['client', '--target', 'live'], context)

  const { result, stdout } = await runCommand(SecretList, [], context)

  expect(result).toEqual({
    secrets: [
      {
        secret: 'client_secret',
        appKey: 'app.acme.loyalty',
        target: ORIGIN,
        backend: 'memory',
        where: expect.any(String) as string,
        savedAt: '2026-11-21T12:00:00.000Z',
      },
    ],
    trustedOrigins: [{ origin: ORIGIN, trusted_at: '2026-11-21T12:00:00.000Z' }],
  })
  expect(stdout).toMatch(/client_secret[^]*Origins allowed to receive secrets[^]*https:\/\/api\.example/)
  expect(stdout).not.toContain('cs_typed')
  expect((await runCommand(SecretList, ['--target', 'emulator'], context)).result).toEqual({
    secrets: [],
    trustedOrigins: [],
  })
})

it('deletes the secrets and trust of a wrong origin, and nothing else', async () => {
  const { context, stored } = liveProject({
    ask: { confirm: async () => true, password: async () => 'cs_typed' },
    env: {},
  })
  const wrong = { ...owner, identity: 'https://wrong.example' }
  const credentials = await context.credentials({ isEmulator: false })
  await credentials.set({ ...wrong, kind: 'client-secret' }, 'cs_typed')
  await runCommand(SecretSet, ['client', '--target', 'live'], context)

  const missed = await runCommand(SecretDelete, ['--origin', 'https://wrong.example/', '--yes'], context)
  const { result } = await runCommand(SecretDelete, ['--origin', ORIGIN, '--yes', '--json'], context)

  expect(missed.result).toMatchObject({ target: wrong.identity, deleted: ['client_secret'], trustDeleted: false })
  expect(result).toMatchObject({ target: ORIGIN, deleted: ['client_secret'], trustDeleted: true })
  expect(await stored('client-secret')).toBeNull()
  const target = { name: 'live', baseUrl: new URL(ORIGIN) } as Parameters<typeof isTrustedOrigin>[1]
  expect(isTrustedOrigin(context, target)).toBe(false)
})

it('deletes one secret of the target after a prompt, and nothing after a no', async () => {
  const answers = [true, false]
  const { context, stored } = liveProject({ ask: { confirm: async () => answers.shift() ?? false } })
  const credentials = await context.credentials({ isEmulator: false })
  await credentials.set({ ...owner, kind: 'client-secret' }, 'cs_1')
  await credentials.set({ ...owner, kind: 'signing-secret' }, SIGNING)

  await runCommand(SecretDelete, ['client', '--target', 'live'], context)
  const { exit } = await runCommand(SecretDelete, ['--target', 'live'], context)

  expect([exit, await stored('client-secret'), await stored('signing-secret')]).toEqual([130, null, SIGNING])
})

it('app register asks whether to keep a stored live secret', async () => {
  const questions: string[] = []
  const { context, stored } = liveProject({
    ask: {
      confirm: async ({ message }) => {
        if (!message.includes('Keep it?')) return true
        return questions.push(message) > 1
      },
      select: async () => 'same',
      password: async () => 'cs_second',
    },
  })
  const credentials = await context.credentials({ isEmulator: false })
  await credentials.set({ ...owner, kind: 'client-secret' }, 'cs_first')
  await credentials.set({ ...owner, kind: 'signing-secret' }, SIGNING)

  await runCommand(Register, ['--target', 'live'], context)

  expect(questions).toEqual([
    expect.stringMatching(/^A client_secret is stored \(entered [\d:]+\)\. Keep it\?$/),
    expect.stringMatching(/^A webhook_signing_secret is stored \(entered [\d:]+\)\. Keep it\?$/),
  ])
  expect([await stored('client-secret'), await stored('signing-secret')]).toEqual(['cs_second', SIGNING])
})
