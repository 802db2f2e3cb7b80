import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

import { describe, expect, it } from 'vitest'

import Env from '../../src/commands/env.ts'
import Register from '../../src/commands/register.ts'
import { runCommand } from '../support/command/command.ts'
import { makeProject, plainAppToml } from '../support/project.ts'

async function registered() {
  const made = makeProject()
  const { result } = await runCommand(Register, [], made.context)
  const secrets = await Promise.all([
    made.secret('client-secret'),
    made.secret('signing-secret'),
    made.secret('token-key'),
  ])
  return { ...made, context: { ...made.context }, clientId: result?.client_id ?? '', secrets: secrets.map(String) }
}

/** The lines of the last command only: the context gathers those of all. */
function lines(stdout: string): string {
  return stdout.slice(stdout.indexOf('PORT='))
}

describe('app env', () => {
  it("prints the app's environment, with API and admin separate (GEN-002)", async () => {
    const { context, clientId } = await registered()

    const { result } = await runCommand(Env, [], context)

    expect(result).toMatchObject({
      PORT: '3000',
      SVCAPP_APP_KEY: 'app.acme.loyalty',
      SVCAPP_BASE_URL: 'http://127.0.0.1:4800',
      SVCAPP_ADMIN_URL: 'http://localhost:4801',
      SVCAPP_CLIENT_ID: clientId,
      SVCAPP_SCOPES: 'orders.read customers.read',
      SVCAPP_REDIRECT_URI: 'http://127.0.0.1:3000/auth/callback',
      SVCAPP_INSTALL_SCOPE: 'region',
    })
  })

  it.each([[[]], [['--json']], [['--format', 'json']], [['--format', 'shell']]])(
    'masks every secret: %j (GEN-003)',
    async (flags) => {
      const { context, secrets } = await registered()

      const { stdout, stderr } = await runCommand(Env, flags, context)

      expect(stdout).toMatch(/SVCAPP_CLIENT_SECRET/)
      for (const secret of secrets) expect(stdout + stderr).not.toContain(secret)
    },
  )

  it('prints a .env file with --reveal that Node.js can parse', async () => {
    const { context, secrets } = await registered()

    const { stdout, result } = await runCommand(Env, ['--reveal'], context)

    const read = parseEnv(lines(stdout))
    expect(read).toEqual(result)
    expect([read['SVCAPP_CLIENT_SECRET'], read['SVCAPP_SIGNING_SECRET'], read['SVCAPP_TOKEN_KEY']]).toEqual(secrets)
  })

  it('writes a .env file with --write that only this user can read, and shows no secret', async () => {
    const { context, cwd, secrets } = await registered()

    const { stdout, stderr, result } = await runCommand(Env, ['--write', '.env'], context)

    const file = join(cwd, '.env')
    const read = parseEnv(readFileSync(file, 'utf8'))
    expect(Object.keys(read).toSorted()).toEqual(Object.keys(result ?? {}).toSorted())
    expect([read['SVCAPP_CLIENT_SECRET'], read['SVCAPP_SIGNING_SECRET'], read['SVCAPP_TOKEN_KEY']]).toEqual(secrets)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    for (const secret of secrets) expect(stdout + stderr).not.toContain(secret)
  })

  it('replaces only its own lines of an existing .env file with --write, and warns about readers and commits', async () => {
    const { context, cwd } = await registered()
    const file = join(cwd, '.env')
    execFileSync('git', ['init', '--quiet'], { cwd })
    writeFileSync(
      file,
      '# mine\nPORT=4000\nexport SVCAPP_BASE_URL=old\nDATABASE_URL=postgres://x\nSVCAPP_BASE_URL=older',
    )
    chmodSync(file, 0o644)

    const { stderr } = await runCommand(Env, ['--write', '.env'], context)

    const text = readFileSync(file, 'utf8')
    expect(text).toMatch(/^# mine\nPORT=4000\nSVCAPP_BASE_URL=http:\S+\nDATABASE_URL=postgres:\/\/x\nSVCAPP_APP_KEY=/)
    expect(text.match(/^PORT=|SVCAPP_BASE_URL/gm)).toHaveLength(2)
    expect(statSync(file).mode & 0o777).toBe(0o644)
    expect(stderr).toContain('Run: chmod 600 .env')
    expect(stderr).toContain('Git does not ignore .env')
  })

  it.each([
    ['link/.env', 'storage.symlink'],
    ['none/.env', 'storage.unwritable'],
  ])('writes nothing with --write %s, and suggests another folder (T20)', async (file, code) => {
    const { context, cwd } = await registered()
    const { cwd: elsewhere } = makeProject()
    const before = readdirSync(elsewhere)
    symlinkSync(elsewhere, join(cwd, 'link'))

    const { exit, error } = await runCommand(Env, ['--write', file], context)

    expect([exit, error?.code, readdirSync(elsewhere)]).toEqual([3, code, before])
    expect(error?.suggestions).toEqual(['Specify a file in another folder with --write.'])
  })

  it('runs no program of a remote that the repository specifies with --write (T26)', async () => {
    const { context, cwd } = await registered()
    const git = (...args: string[]) => execFileSync('git', args, { cwd, encoding: 'utf8' }).trim()
    git('init', '--quiet')
    writeFileSync(join(cwd, '.gitignore'), 'data/\n')
    git('add', '.gitignore')
    const blob = git('rev-parse', ':.gitignore')
    git('update-index', '--skip-worktree', '.gitignore')
    // Git fetches a missing object of such a partial clone from its remote, with the remote's program.
    for (const file of ['.gitignore', `.git/objects/${blob.slice(0, 2)}`]) rmSync(join(cwd, file), { recursive: true })
    const proof = join(cwd, 'proof')
    for (const [name, value] of [
      ['core.repositoryFormatVersion', '1'],
      ['extensions.partialClone', 'origin'],
      ['remote.origin.url', join(cwd, '.git')],
      ['remote.origin.promisor', 'true'],
      ['remote.origin.uploadpack', `touch ${proof}; false`],
    ] as const)
      git('config', name, value)

    const { exit } = await runCommand(Env, ['--write', '.env'], context)

    expect([exit, existsSync(proof)]).toEqual([0, false])
  })

  it('leaves the file unchanged if the app is not registered', async () => {
    const { context, cwd } = makeProject()

    const { error } = await runCommand(Env, ['--write', '.env'], context)

    expect(error?.code).toBe('emulator.unknown-app')
    expect(existsSync(join(cwd, '.env'))).toBe(false)
  })

  it('prints output with --format shell that a shell parses, whatever app.toml contains (T26)', async () => {
    const { context, cwd, file } = await registered()
    const address = "http://127.0.0.1:3000/$(touch pwn)'x"
    writeFileSync(file, `redirect_uris = [${JSON.stringify(address.replace(' ', '%20'))}]\n${plainAppToml}`)

    const { stdout, result } = await runCommand(Env, ['--reveal', '--format', 'shell'], context)
    const script = join(cwd, 'env.sh')
    writeFileSync(script, `${stdout.slice(stdout.indexOf('export'))}\nprintf %s "$SVCAPP_REDIRECT_URI"`)

    expect(execFileSync('sh', [script], { cwd, encoding: 'utf8' })).toBe(result?.['SVCAPP_REDIRECT_URI'])
  })

  it('ignores a .env file in the project, which is for the app only (T29)', async () => {
    const { context, cwd } = await registered()
    const planted =
      'SVCAPP_TARGET=live\nSVCAPP_HOME=/elsewhere\nSVCAPP_CLIENT_SECRET=cs_planted\nHTTPS_PROXY=http://evil.example\n'
    writeFileSync(join(cwd, '.env'), planted)

    const { result } = await runCommand(Env, ['--reveal'], context)

    expect(result).toMatchObject({ SVCAPP_BASE_URL: 'http://127.0.0.1:4800' })
    expect(JSON.stringify(result)).not.toMatch(/planted|evil/)
  })

  it('reports that the app is not registered, and exits with 3', async () => {
    const { error, exit } = await runCommand(Env, [], makeProject().context)

    expect([error?.code, exit]).toEqual(['emulator.unknown-app', 3])
  })

  const live =
    '[targets.live]\nbase_url = "https://api.example"\nadmin_url = "https://store.example"\nclient_id = "cli_1"\n'

  it('keeps the secrets of each target separate (T25)', async () => {
    const { context, file } = await registered()
    writeFileSync(file, plainAppToml + live)

    const { error } = await runCommand(Env, ['--target', 'live'], context)

    expect(error?.code).toBe('project.not-registered')
  })

  it('reveals nothing for an untrusted origin (T25)', async () => {
    const { context, cwd } = makeProject({ appToml: plainAppToml + live })
    const env = { ...context.env, SVCAPP_CLIENT_SECRET: 'cs_planted' }

    for (const flags of [['--reveal'], ['--write', '.env']]) {
      const { error, stdout } = await runCommand(Env, ['--target', 'live', ...flags], { ...context, env })

      expect(error?.code).toBe('project.origin-untrusted')
      expect(stdout).not.toContain('planted')
      expect(existsSync(join(cwd, '.env'))).toBe(false)
    }
  })
})
