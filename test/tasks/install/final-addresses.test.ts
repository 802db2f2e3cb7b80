import { PassThrough } from 'node:stream'

import { expect, it } from 'vitest'

import Install from '../../../src/commands/install.ts'
import { confirmConsole } from '../../../src/dev/live/console.ts'
import { finalAddresses } from '../../../src/tasks/install/final-addresses.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeContext } from '../../support/context.ts'
import { approveAt, makeLivePlatform } from '../../support/live-platform.ts'
import { waitForPerson, stdinOf } from '../../support/stdin.ts'

it('without a terminal the final address is read from a line of stdin, also after an invalid line', async () => {
  const platform = await makeLivePlatform()
  const { live, app, store } = platform
  const context: ReturnType<typeof live> = live({
    sleep: waitForPerson,
    channel: stdinOf('that is wrong', '', () => approveAt(platform, context.captured.stderr()), 'never read'),
  })

  const { result, error, stderr } = await runCommand(Install, ['--paste', '--yes'], context)

  expect(error).toBeUndefined()
  expect(result).toMatchObject({ appKey: app.appKey, storeId: store.store.id })
  expect(stderr).toContain('Waiting up to 300 s (--timeout) for that URL as one line on stdin.')
  expect(stderr).toContain('The pasted text is not a URL. Paste the final URL.')
  expect(stderr).toContain('`app webhook why --target live`')
})

it('an address of the console that differs from app.toml is accepted, and both are shown', async () => {
  const platform = await makeLivePlatform()
  const { live, made, app } = platform
  const registered = 'https://dev.example/auth/callback'
  await made.registerApp({ requested_scopes: app.app.requested_scopes, redirect_uris: [registered] })
  const context: ReturnType<typeof live> = live({
    sleep: waitForPerson,
    channel: stdinOf(() => approveAt(platform, context.captured.stderr())),
  })

  const { error, stderr } = await runCommand(Install, ['--paste', '--yes'], context)

  expect(error).toBeUndefined()
  expect(stderr).toContain(`The browser returned to ${registered}, but app.toml has ${app.app.redirect_uris[0] ?? ''}.`)
})

it('asks for the final URL without --paste if the console has another redirect URL than app.toml', async () => {
  const platform = await makeLivePlatform()
  const { live, app } = platform
  const confirmed = 'https://dev.example/auth/callback'
  const context: ReturnType<typeof live> = live({
    ask: { confirm: async () => true, input: () => approveAt(platform, context.captured.stderr()) },
  })
  const place = { paths: context.paths, identity: platform.origin, appKey: app.appKey }
  confirmConsole(place, { fields: { redirect_uris: [confirmed] }, origin: 'https://dev.example', at: null })

  const { error, stderr } = await runCommand(Install, ['--yes'], context)

  expect(error).toBeUndefined()
  expect(stderr).toContain(`The developer console has the redirect URL ${confirmed}, but app.toml has`)
})

it('stdin without an address is an error with the next step', async () => {
  const { live } = await makeLivePlatform()

  const { error, exit } = await runCommand(
    Install,
    ['--paste', '--yes'],
    live({ sleep: waitForPerson, channel: stdinOf() }),
  )

  expect([exit, error?.code]).toEqual([2, 'usage.missing'])
  expect(error).toMatchObject({
    message: 'No URL was read from stdin, and there is no terminal to prompt on.',
    suggestions: [expect.stringContaining('ssh -t'), expect.stringContaining('app token show --reveal --target live')],
  })
})

it('waits for stdin no longer than --timeout, and stops on an interruption', async () => {
  const stdin = () => ({ input: new PassThrough(), output: new PassThrough() })
  const next = (context: ReturnType<typeof makeContext>) => finalAddresses(context, 90_000).next()
  const interruption = new AbortController()

  await expect(next(makeContext({ channel: stdin }))).rejects.toMatchObject({
    code: 'install.timeout',
    message: 'No URL arrived on stdin within 90 s.',
  })
  const waiting = next(makeContext({ channel: stdin, sleep: waitForPerson, interrupted: interruption.signal }))
  interruption.abort('SIGINT')
  await expect(waiting).rejects.toMatchObject({ code: 'cli.interrupted' })
})
