import { renameSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import { usage } from '../../src/errors/explanations/areas/usage.ts'
import { failureOf } from './support/machine.ts'
import { usePlatform } from './support/platform.ts'

const platform = usePlatform()

describe('missing or invalid input on this machine', () => {
  it.each([
    ['app.acme', 'scaffold.key-invalid'],
    ['app.Acme.Loyalty', 'scaffold.key-invalid'],
    ['app.acme.$(touch pwned)', 'scaffold.key-invalid'],
    ['../../app.acme.loyalty', 'scaffold.key-invalid'],
  ])('rejects the key %j and writes nothing (T27)', async (key, code) => {
    const { machine } = platform()

    const run = await machine.run(['init', key, '--yes', '--no-install', '--json'])

    expect(failureOf(run)).toMatchObject({ exit: 2, code })
    expect(failureOf(run).message).toMatch(/key/i)
  })

  it('an install before register shows the missing command', async () => {
    const project = await platform().newProject()

    for (const argv of [['install', '--approve'], ['env'], ['webhook', 'trigger', 'order.created']]) {
      const refused = failureOf(await project.run([...argv, '--json']))
      expect(refused.exit, argv[0]).toBe(3)
      expect(refused.hint, argv[0]).toContain('app register')
    }
  })

  it('outside a project exits with 3 and shows the way to create an app.toml', async () => {
    const { machine } = platform()

    const refused = failureOf(await machine.run(['context', '--json'], { cwd: machine.dir }))

    expect(refused).toMatchObject({ exit: 3, code: 'project.not-found' })
    expect(refused.hint).toContain('app init')
  })

  it('a command group without a command exits with 2 and JSON with --json, and otherwise shows its help', async () => {
    const { machine } = platform()

    const [json, plain] = [await machine.run(['live', '--json']), await machine.run(['live'])]

    expect(failureOf(json)).toMatchObject({ exit: 2, code: 'usage.unknown-command' })
    expect(failureOf(json).hint).toContain('app live --help')
    expect(plain).toMatchObject({ exit: 0, stdout: expect.stringContaining('app live COMMAND') })
  })

  it('a mistyped command exits with 2 and suggests the right one', async () => {
    const run = await platform().machine.run(['emulator', 'strat', '--json'])

    expect(failureOf(run)).toMatchObject({ exit: 2, code: 'usage.unknown-command' })
    expect(`${failureOf(run).message} ${failureOf(run).hint}`).toContain('emulator start')
  })

  it.each([
    ['nope', 'Unknown command "nope".', 'app help --all'],
    ['instal', 'Unknown command "instal".', 'Did you mean `app install`?'],
    ['cal', 'Unknown command "cal".', 'Did you mean `app call`?'],
    ['cal', 'Unknown command "cal".', 'To list the commands of `app call`: app call --help'],
  ])('help for the unknown command %s shows the same error as the command', async (name, message, hint) => {
    const { machine } = platform()

    const refused = failureOf(await machine.run(['help', name, '--json']))

    expect(refused).toMatchObject({ exit: 2, code: 'usage.unknown-command', message })
    expect(refused.hint).toContain(hint)
  })

  it.each([
    ['usage.invalid', 'call orders list --page many'],
    ['usage.missing', 'call orders get'],
    ['usage.unknown-command', usage['usage.unknown-command'].example?.run.slice('app '.length) ?? ''],
  ])('%s is the error code of: app %s', async (code, line) => {
    const argv = line.split(' ')

    expect(failureOf(await platform().machine.run([...argv, '--json']))).toMatchObject({ exit: 2, code })
  })

  it('exits with 4 on a token missing from its store, and a new install fixes it (P19)', async () => {
    const project = await platform().installedProject()
    const file = join(platform().machine.home, 'emulator-secrets.json')
    renameSync(file, `${file}.elsewhere`)
    onTestFinished(() => renameSync(`${file}.elsewhere`, file))

    const call = failureOf(await project.run(['call', 'orders', 'list', '--json']))
    const install = failureOf(await project.run(['install', '--approve', '--json']))

    expect(call).toMatchObject({ exit: 4, code: 'install.no-token' })
    expect(install).toMatchObject({ exit: 4, code: 'install.no-secret' })
    for (const { hint } of [call, install]) expect(hint).toMatch(/app (install|register)/)
  })
})
