import { describe, expect, it } from 'vitest'

import ChaosRun from '../../../src/commands/chaos/run.ts'
import Install from '../../../src/commands/install.ts'
import Open from '../../../src/commands/open.ts'
import Portal from '../../../src/commands/portal.ts'
import SecretRotate from '../../../src/commands/secret/rotate.ts'
import { runCommand } from '../../support/command/command.ts'

describe('operations that the live platform rejects', () => {
  it.each([
    ['a whole command', Portal, [], 'developer console'],
    ['faults', ChaosRun, [], 'never injected'],
    ['a rotation', SecretRotate, ['client'], 'developer console'],
    ['a page of the emulator', Open, ['data'], 'app open admin'],
    ['the consent in place of the owner', Install, ['--approve'], 'the store owner'],
    ['the region in place of the owner', Install, ['--region', 'de'], 'the store owner'],
  ])('exits with 2 before reading anything, and suggests where to do it: %s', async (_what, Class, argv, where) => {
    const { exit, error } = await runCommand(Class as typeof Portal, ['--target', 'live', ...argv])

    expect([exit, error?.code]).toEqual([2, 'usage.invalid'])
    expect(error?.message).toContain('works only on the emulator')
    expect(error).toMatchObject({ suggestions: [expect.stringContaining(where), expect.anything()] })
  })
})

describe('the target of suggested commands', () => {
  const env = { SVCAPP_TARGET: 'live' }

  it('is included if a flag selects it, in text and in --json', async () => {
    const text = await runCommand(Install, ['--target', 'live'])
    const json = await runCommand(Install, ['--target', 'live', '--json'])

    expect(text.stderr).toContain('app init')
    expect(text.stderr).not.toContain('app init --target')
    const open = await runCommand(Open, ['data', '--target', 'live', '--json'])
    expect(JSON.parse(open.stdout).error.hints[0]).toContain('`app open admin --target live`')
    expect(json.exit).toBe(3)
  })

  it('is left out if the environment selects it', async () => {
    const { stderr } = await runCommand(Open, ['data'], { env })

    expect(stderr).toContain('`app open admin`')
  })

  it('is the emulator if a flag selects it and overrides the environment', async () => {
    const { stderr } = await runCommand(Open, ['admin', '--target', 'emulator'], { env })

    expect(stderr).toContain('app emulator start --target emulator')
  })
})
