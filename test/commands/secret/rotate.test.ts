import { expect, it } from 'vitest'

import Register from '../../../src/commands/register.ts'
import SecretRotate from '../../../src/commands/secret/rotate.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeProject } from '../../support/project.ts'

async function registered() {
  const made = makeProject()
  await runCommand(Register, [], made.context)
  const { client_id: clientId } = (await made.control<{ app: { client_id: string } }>('GET', '/apps/app.acme.loyalty'))
    .app
  const signing = () =>
    made.emulator.context.registry.prepare('SELECT sealed_signing_secret AS s FROM apps').get()?.['s']
  const signingSecret = () => made.emulator.context.unseal(signing() as Uint8Array)
  return { ...made, clientId, signingSecret }
}

it('replaces only the signing secret, stores the new one, shows where, and never prints it (N1)', async () => {
  const { context, secret, signingSecret } = await registered()
  const [client, old] = [await secret('client-secret'), await secret('signing-secret')]

  const { stdout, stderr, result, exit } = await runCommand(SecretRotate, ['signing'], context)

  const kept = await secret('signing-secret')
  expect([exit, await secret('client-secret')]).toEqual([0, client])
  expect(kept).toMatch(/^[0-9a-f]{64}$/)
  expect(kept).not.toBe(old)
  expect(kept).toBe(signingSecret())
  expect(result).toEqual({
    appKey: 'app.acme.loyalty',
    rotated: ['webhook_signing_secret'],
    secrets: { client_secret: expect.anything(), webhook_signing_secret: expect.anything() },
    revealed: null,
  })
  for (const one of [client, old, kept]) expect(stdout + stderr).not.toContain(one)
  expect(stdout).toContain('webhook_signing_secret  process memory')
})

it('the command line has a valid client secret again after a rotation in the portal (N2)', async () => {
  const made = await registered()
  const { context, secret, clientId, control, openStore, approve, exchange } = made
  const store = await openStore({ appKey: 'app.acme.loyalty', seed: 'none' })
  await control('POST', '/apps/app.acme.loyalty/rotate', { which: 'client_secret' })
  const trade = async () => {
    const app = { appKey: 'app.acme.loyalty' } as Parameters<typeof approve>[0]['app']
    const code = await approve({ app, store })
    return (await exchange({ clientId, clientSecret: await secret('client-secret'), code })).status
  }

  const before = await trade()
  const { result } = await runCommand(SecretRotate, ['client', '--reveal', '--json'], context)

  expect([before, await trade()]).toEqual([401, 200])
  expect(result?.revealed).toEqual({ client_secret: await secret('client-secret') })
})

it('replaces both secrets without an argument', async () => {
  const { context, secret } = await registered()
  const both = async () => [await secret('client-secret'), await secret('signing-secret')]
  const before = await both()

  const { result } = await runCommand(SecretRotate, [], context)

  expect(result?.rotated).toEqual(['client_secret', 'webhook_signing_secret'])
  expect((await both()).filter((one) => before.includes(one))).toEqual([])
})

it('creates nothing for an unregistered app, an unknown word, or the live platform', async () => {
  const { context } = makeProject()

  const runs = [
    await runCommand(SecretRotate, [], context),
    await runCommand(SecretRotate, ['token'], context),
    await runCommand(SecretRotate, ['--target', 'live'], context),
  ]

  expect(runs.map(({ exit }) => exit)).toEqual([3, 2, 2])
  expect([runs[0]?.error?.code, runs[2]?.error?.code]).toEqual(['emulator.unknown-app', 'usage.invalid'])
  expect(runs[2]?.error).toMatchObject({
    suggestions: [expect.stringContaining('`app secret set`'), expect.anything()],
  })
})
