import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import Init from '../../../src/commands/init.ts'
import { loadProject } from '../../../src/project/app-toml.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeContext } from '../../support/context.ts'
import { plainAppToml } from '../../support/project.ts'

function makeFolder(appToml = `#:schema ./app.schema.json\n${plainAppToml}`) {
  const context = makeContext()
  writeFileSync(join(context.cwd, 'app.toml'), appToml)
  return { context, file: join(context.cwd, 'app.staging.toml') }
}

const argv = ['app.acme.loyalty-staging', '--config', 'staging']

describe('app init --config', () => {
  it('writes an app.<name>.toml with key and name into the project, and prints the next steps', async () => {
    const { context, file } = makeFolder()

    const { result, stdout, exit } = await runCommand(Init, argv, context)

    const written = { config: 'staging', file, key: 'app.acme.loyalty-staging', name: 'Loyalty (staging)' }
    expect([exit, result]).toEqual([0, written])
    expect(readFileSync(file, 'utf8')).toMatch(
      /^#:schema \.\/app\.schema\.json\n# Contains only differences from app\.toml\./,
    )
    const { config } = loadProject({ cwd: context.cwd, paths: { registration: 'staging' } })
    expect(config).toMatchObject({ key: written.key, name: written.name, scopes: { required: ['orders.read'] } })
    expect(stdout).toContain('  app dev --config staging\n  app register --target live --config staging')
  })

  it.each([
    ['a name of a folder', 'usage.invalid', ['app.acme.x', '--config', '../x'], '"../x" is not a valid name'],
    ['a key in use', 'usage.invalid', ['app.acme.loyalty', '--config', 'x'], 'key is app.acme.loyalty, as in app.toml'],
    ['a bad key', 'scaffold.key-invalid', ['loyalty', '--config', 'x'], '"loyalty" is not an app key'],
    ['no key', 'usage.missing', ['--config', 'x'], 'key'],
    ['a template', 'usage.invalid', [...argv, '--template', 'node'], '--template cannot be combined with --config'],
  ])('rejects %s with %s, and writes nothing', async (_what, code, words, message) => {
    const { context, file } = makeFolder()

    const { error } = await runCommand(Init, words, context)

    expect(error).toMatchObject({ code, message: expect.stringContaining(message) as string })
    expect([existsSync(file), existsSync(join(context.cwd, 'app.x.toml'))]).toEqual([false, false])
  })

  it.each(['app.dev.toml', './app.dev.toml'])('suggests the name instead of the file name %s', async (name) => {
    const { error } = await runCommand(Init, ['app.acme.x', '--config', name], makeFolder().context)

    expect(error).toMatchObject({ code: 'usage.invalid', suggestions: ['Use only the name: dev'] })
  })

  it('overwrites no file', async () => {
    const { context, file } = makeFolder()
    writeFileSync(file, '# mine\n')

    expect((await runCommand(Init, argv, context)).error).toMatchObject({
      code: 'usage.invalid',
      message: `--config staging: ${file} already exists. Nothing was written.`,
      suggestions: ['To use it: app status --config staging', expect.stringContaining('another name')],
    })
    expect(readFileSync(file, 'utf8')).toBe('# mine\n')
  })
})
