import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { describe, expect, it } from 'vitest'

import type { AppCommandClass } from '../../../src/cli.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeContext } from '../../support/context.ts'
import { servedContext } from '../../support/served.ts'

const root = join(import.meta.dirname, '../../..')

interface Typed {
  readonly required?: boolean
  readonly options?: readonly string[]
}

interface Described {
  readonly args: Readonly<Record<string, Typed>>
  readonly flags: Readonly<Record<string, Typed>>
}

const { commands } = JSON.parse(readFileSync(join(root, 'oclif.manifest.json'), 'utf8')) as {
  readonly commands: Readonly<Record<string, Described>>
}

const ofEmulator = Object.entries(commands).filter(([id]) => id.startsWith('emulator:'))

/** A line that the command would take. */
function goodLine({ args, flags }: Described): string[] {
  const word = ({ options }: Typed) => options?.[0] ?? '1'
  const named = Object.entries(flags).filter(([, { required }]) => required === true)
  const yes = Object.hasOwn(flags, 'yes') ? ['--yes'] : []
  return [...Object.values(args).map(word), ...named.flatMap(([name, flag]) => [`--${name}`, word(flag)]), ...yes]
}

describe('each command of app emulator', () => {
  it.each(ofEmulator)(
    '%s rejects the live platform, by --target or SVCAPP_TARGET, and does nothing',
    async (id, described) => {
      const { default: Class } = (await import(
        pathToFileURL(join(root, 'src/commands', `${id.replaceAll(':', '/')}.ts`)).href
      )) as { readonly default: AppCommandClass }
      const { overrides, control } = await servedContext()
      await control.openStore({ name: 'Demo' })
      const before = await control.steps()
      const line = goodLine(described)

      const byFlag = await runCommand(Class, ['--target', 'live', ...line], makeContext(overrides))
      const byEnv = await runCommand(Class, line, makeContext({ ...overrides, env: { SVCAPP_TARGET: 'live' } }))

      for (const { exit, error, stdout } of [byFlag, byEnv]) {
        expect([exit, error?.code, stdout]).toEqual([2, 'usage.invalid', ''])
        expect(error?.message).toMatch(/works only on the emulator/)
      }
      expect(await control.steps()).toEqual(before)
    },
  )

  it('is covered', () => {
    expect(ofEmulator.length).toBeGreaterThan(50)
  })
})
