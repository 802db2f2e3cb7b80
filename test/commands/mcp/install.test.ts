import {
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { parse } from 'jsonc-parser'
import { describe, expect, it, onTestFinished } from 'vitest'

import McpInstall from '../../../src/commands/mcp/install.ts'
import { mcpClients, projectClients, userClients } from '../../../src/tasks/mcp/clients.ts'
import { runCommand } from '../../support/command/command.ts'
import { makePlatform } from '../../support/platform.ts'
import { canBeSomebodyElse } from '../../support/processes/squatter.ts'

async function makeProject() {
  const { cwd, context } = await makePlatform()
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(cwd, file)), { recursive: true })
    writeFileSync(join(cwd, file), text)
  }
  const read = (file: string) => readFileSync(join(cwd, file), 'utf8')
  const install = (...argv: string[]) => runCommand(McpInstall, argv, context())
  return { cwd, write, read, install }
}

it.each(projectClients)('%s: writes the entry once, to the file that the client reads', async (name) => {
  const { read, install } = await makeProject()
  const { format } = mcpClients[name]
  const file = String(mcpClients[name].file)

  const first = await install(name)
  const text = read(file)
  const again = await install(name)

  expect([first.exit, first.result?.written, again.result?.written]).toEqual([0, true, false])
  expect(read(file)).toBe(text)
  expect(text).toContain(format === 'toml' ? '[mcp_servers.svcapp]\ncommand = "app"\nargs = [ "mcp" ]' : '"svcapp": {')
  expect(text).not.toContain(process.cwd())
})

it('reports if the program of the entry is not in PATH, and nothing otherwise', async () => {
  const { cwd, context } = await makePlatform()
  const bin = join(cwd, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'app'), '', { mode: 0o755 })
  const install = (PATH: string) => runCommand(McpInstall, ['cursor'], context({ env: { PATH } }))

  const [without, within] = [await install('/nowhere'), await install(`/nowhere:${bin}`)]
  writeFileSync(join(cwd, 'pnpm-lock.yaml'), '')
  const pnpm = await install('/nowhere')

  expect([without.exit, without.stderr]).toEqual([0, expect.stringContaining('which is not in PATH')])
  expect(without.stderr).toContain('`npm install -D svcapp`')
  expect(pnpm.stderr).toContain('`pnpm add -D svcapp`')
  expect([within.exit, within.stderr]).toEqual([0, ''])
})

it('keeps the rest of the file: other servers, comments, order', async () => {
  const { write, read, install } = await makeProject()
  const before = `{\n    // ours\n    "inputs": [],\n    "servers": {\n        "other": { "command": "x", "args": ["1"] }, // keep\n    },\n}\n`
  write('.vscode/mcp.json', before)

  const { exit } = await install('vscode', '--read-only')

  const after = read('.vscode/mcp.json')
  expect(exit).toBe(0)
  expect(parse(after)).toEqual({
    inputs: [],
    servers: {
      other: { command: 'x', args: ['1'] },
      svcapp: { type: 'stdio', command: 'app', args: ['mcp', '--read-only'] },
    },
  })
  for (const kept of ['{\n    // ours\n    "inputs": [],\n', '// keep']) expect(after).toContain(kept)
})

it('replaces an existing Codex table, and keeps the tables around it', async () => {
  const { write, read, install } = await makeProject()
  const around = ['model = "m"', '', '[mcp_servers.other]', 'command = "x"']
  write(
    '.codex/config.toml',
    [...around, '', '[mcp_servers.svcapp]', 'command = "old"', '', '[tui]', 'a = 1', ''].join('\n'),
  )

  await install('codex')

  expect(read('.codex/config.toml')).toBe(
    [...around, '', '[mcp_servers.svcapp]', 'command = "app"', 'args = [ "mcp" ]', '', '[tui]', 'a = 1', ''].join('\n'),
  )
})

it.each([
  ['claude-code', '.mcp.json', '{"mcpServers": '],
  ['claude-code', '.mcp.json', '[]'],
  ['claude-code', '.mcp.json', '{"mcpServers":[]}'],
  ['claude-code', '.mcp.json', '{"mcpServers":null}'],
  ['claude-code', '.mcp.json', '{"mcpServers":"x"}'],
  ['codex', '.codex/config.toml', 'x = ['],
  ['codex', '.codex/config.toml', 'mcp_servers = { other = { command = "x" } }\n'],
  ['codex', '.codex/config.toml', 'mcp_servers = { svcapp = { command = "x" } }\n'],
  ['codex', '.codex/config.toml', 'mcp_servers = "x"\n'],
  ['codex', '.codex/config.toml', '[mcp_servers]\nsvcapp.command = "x"\n'],
])('%s: leaves a %s that contains %s unchanged, and --print shows only the entry', async (name, file, text) => {
  const { write, read, install } = await makeProject()
  write(file, text)

  const { exit, error, stderr } = await install(name)
  const printed = await install(name, '--print')

  expect([exit, error?.code]).toEqual([2, 'usage.invalid'])
  expect(error?.message).toMatch(/, so nothing was written\.$/)
  expect(stderr).toContain(`app mcp install ${name} --print`)
  expect([printed.exit, printed.stdout]).toEqual([0, expect.stringMatching(/svcapp[\s\S]*command/)])
  expect(printed.stderr).toContain('The entry is printed below.')
  expect(read(file)).toBe(text)
})

it('reports a folder in place of the file, and --print shows only the entry', async () => {
  const { cwd, install } = await makeProject()
  mkdirSync(join(cwd, '.mcp.json'))

  const { exit, error } = await install('claude-code')
  const printed = await install('claude-code', '--print')

  expect([exit, error?.code]).toEqual([2, 'usage.invalid'])
  expect(error?.message).toMatch(/\.mcp\.json is a folder, so nothing was written\.$/)
  expect([printed.exit, Object.keys(JSON.parse(printed.stdout) as object)]).toEqual([0, ['mcpServers']])
})

it('keeps the tables below a Codex entry', async () => {
  const { write, read, install } = await makeProject()
  write('.codex/config.toml', '[mcp_servers.svcapp]\ncommand = "old"\n\n[mcp_servers.svcapp.env]\nA = "1"\n')

  expect((await install('codex')).exit).toBe(0)
  expect(read('.codex/config.toml')).toContain(
    'command = "app"\nargs = [ "mcp" ]\n\n[mcp_servers.svcapp.env]\nA = "1"\n',
  )
})

it('follows a link out of the project only after approval', async () => {
  const { cwd, install } = await makeProject()
  const outside = mkdtempSync(join(tmpdir(), 'svcapp-outside-'))
  onTestFinished(() => rmSync(outside, { recursive: true }))
  symlinkSync(outside, join(cwd, '.cursor'))

  const refused = await install('cursor')
  const wasWritten = existsSync(join(outside, 'mcp.json'))
  const agreed = await install('cursor', '--yes')

  expect([refused.exit, refused.error?.code, wasWritten]).toEqual([2, 'usage.missing', false])
  expect([agreed.exit, existsSync(join(outside, 'mcp.json'))]).toEqual([0, true])
})

it.runIf(process.platform === 'linux')('reports a home folder that cannot be created, and does not hang', async () => {
  const { context } = await makePlatform()

  // Node's own recursive mkdir never returns for this path.
  const { exit, error } = await runCommand(
    McpInstall,
    ['windsurf', '--yes'],
    context({ env: { HOME: '/proc/nowhere/home' } }),
  )

  expect([exit, error?.code]).toEqual([3, 'storage.unwritable'])
  expect(error?.suggestions).toEqual(['Add the entry yourself: app mcp install windsurf --print'])
})

it('--print shows the file and writes nothing, and runs a project package by its path', async () => {
  const { cwd, write, install } = await makeProject()
  write('node_modules/svcapp/bin/run.js', '')

  const { stdout } = await install('claude-code', '--print')

  expect(JSON.parse(stdout)).toEqual({
    mcpServers: { svcapp: { type: 'stdio', command: 'node', args: ['node_modules/svcapp/bin/run.js', 'mcp'] } },
  })
  expect(existsSync(join(cwd, '.mcp.json'))).toBe(false)
})

it('also runs a package of the surrounding workspace by its path', async () => {
  const { cwd, context } = await makePlatform()
  const dir = join(cwd, 'apps/one')
  mkdirSync(dir, { recursive: true })
  copyFileSync(join(cwd, 'app.toml'), join(dir, 'app.toml'))
  mkdirSync(join(cwd, 'node_modules/svcapp/bin'), { recursive: true })
  writeFileSync(join(cwd, 'node_modules/svcapp/bin/run.js'), '')

  const { stdout } = await runCommand(McpInstall, ['claude-code', '--print'], context({ cwd: dir }))

  expect(JSON.parse(stdout)).toMatchObject({
    mcpServers: { svcapp: { command: 'node', args: ['../../node_modules/svcapp/bin/run.js', 'mcp'] } },
  })
})

it.skipIf(!canBeSomebodyElse).each(['.', 'node_modules', 'node_modules/svcapp', 'node_modules/svcapp/bin/run.js'])(
  'does not run a program above the project if another user can replace it: %s',
  async (foreign) => {
    const { cwd, context } = await makePlatform()
    const dir = join(cwd, 'own')
    mkdirSync(dir)
    copyFileSync(join(cwd, 'app.toml'), join(dir, 'app.toml'))
    mkdirSync(join(cwd, 'node_modules/svcapp/bin'), { recursive: true })
    writeFileSync(join(cwd, 'node_modules/svcapp/bin/run.js'), '')
    chownSync(join(cwd, foreign), 65_534, 65_534)

    const { stdout } = await runCommand(McpInstall, ['claude-code', '--print'], context({ cwd: dir }))

    expect(JSON.parse(stdout)).toMatchObject({ mcpServers: { svcapp: { command: 'app', args: ['mcp'] } } })
  },
)

describe('a client with only a user-level file', () => {
  /** A project, and a home beside it with what is in the file already. */
  async function makeHome(name: (typeof userClients)[number], before?: string) {
    const { cwd, context } = await makePlatform()
    const home = mkdtempSync(join(tmpdir(), 'svcapp-home-'))
    onTestFinished(() => rmSync(home, { recursive: true }))
    const env = { HOME: home, SVCAPP_HOME: join(home, 'state') }
    const { file } = mcpClients[name]
    const path = typeof file === 'string' ? '' : file({ platform: 'linux', home, env })
    if (before !== undefined) {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, before, { mode: 0o640 })
    }
    const run = (argv: readonly string[], ask?: () => Promise<boolean>) =>
      runCommand(McpInstall, [name, ...argv], context({ env, ...(ask && { ask: { confirm: ask } }) }))
    return { cwd, home, path, run, read: () => readFileSync(path, 'utf8') }
  }

  it.each(userClients)('%s: writes nothing without a yes, and shows the next step without a terminal', async (name) => {
    const { home, path, run } = await makeHome(name)

    const silent = await run([])
    const no = await run([], async () => false)

    expect([silent.exit, silent.error?.code]).toEqual([2, 'usage.missing'])
    expect(silent.error).toMatchObject({
      suggestions: [`app mcp install ${name} --yes`, `app mcp install ${name} --print`],
      message: expect.stringContaining(path),
    })
    expect([no.exit, no.error?.code]).toEqual([130, 'cli.interrupted'])
    expect(readdirSync(home)).toEqual([])
  })

  it.each(userClients)(
    '%s: the entry contains absolute paths of program, project and state after a yes',
    async (name) => {
      const { cwd, path, home, run, read } = await makeHome(name)

      const first = await run([], async () => true)
      const again = await run(['--yes'])

      expect([first.exit, first.result?.written, again.result?.written]).toEqual([0, true, false])
      const { mcpServers } = JSON.parse(read()) as { mcpServers: Record<string, { command: string; args: string[] }> }
      expect(mcpServers).toEqual({
        'svcapp-acme-loyalty': {
          command: expect.stringMatching(/^\//),
          args: [expect.stringMatching(/^\/.*bin\/run\.js$/), 'mcp', '--project', cwd],
          env: { SVCAPP_HOME: join(home, 'state') },
        },
      })
      expect(statSync(path).mode & 0o777).toBe(0o600)
    },
  )

  it('keeps the rest of the file and its mode, and prints it nowhere', async () => {
    const secret = 'sk-not-to-be-shown'
    const before = `{\n  "mcpServers": { "other": { "command": "x", "env": { "KEY": "${secret}" } } },\n  "theme": 1\n}\n`
    const { path, run, read } = await makeHome('windsurf', before)

    const printed = await run(['--print'])
    const json = await run(['--print', '--json'])
    const unchanged = read()
    const done = await run(['--yes', '--json'])

    expect(unchanged).toBe(before)
    expect(JSON.parse(read())).toMatchObject({ theme: 1, mcpServers: { other: { env: { KEY: secret } } } })
    expect(statSync(path).mode & 0o777).toBe(0o640)
    expect(printed.stdout).toContain('"svcapp-acme-loyalty"')
    for (const { stdout, stderr } of [printed, json, done]) expect(stdout + stderr).not.toContain(secret)
  })
})

it.each(['vscode', 'cursor'] as const)('%s: reports a link to a missing folder, and suggests --print', async (name) => {
  const { cwd, install } = await makeProject()
  symlinkSync('/nowhere/else', join(cwd, dirname(mcpClients[name].file)))

  const { exit, error } = await install(name, '--yes')

  expect([exit, error?.code]).toEqual([3, 'storage.symlink'])
  expect(error?.suggestions).toEqual([`Add the entry yourself: app mcp install ${name} --print`])
})

describe('a file written by a Windows editor', () => {
  it.each(projectClients)('%s: keeps its byte order mark and its CRLF line endings', async (name) => {
    const { write, read, install } = await makeProject()
    const { format } = mcpClients[name]
    const file = String(mcpClients[name].file)
    const before = format === 'toml' ? '[other]\r\nx = 1\r\n' : '{\r\n  "other": 1\r\n}'
    write(file, `\ufeff${before}`)

    const first = await install(name)
    const text = read(file)
    const second = await install(name)

    expect([first.exit, first.result?.written, second.result?.written]).toEqual([0, true, false])
    expect(text.lastIndexOf('\ufeff')).toBe(0)
    expect(text).toContain('other')
    expect(text).toContain('svcapp')
    expect(text.replaceAll('\r\n', '')).not.toContain('\n')
  })

  it.each([
    ['UTF-16, little-endian', Buffer.from('\ufeff{}', 'utf16le'), 'is UTF-16 text, so nothing was written.'],
    ['UTF-16, big-endian', Buffer.from('\ufeff{}', 'utf16le').swap16(), 'is UTF-16 text, so nothing was written.'],
    ['Latin-1', Buffer.from('{"name":"J\xfcrgen"}', 'latin1'), 'is not UTF-8 text, so nothing was written.'],
  ])('is reported and stays unchanged if it is %s', async (_, bytes, words) => {
    const { cwd, write, install } = await makeProject()
    const file = mcpClients.vscode.file
    write(file, '')
    writeFileSync(join(cwd, file), bytes)

    const { exit, error } = await install('vscode')

    expect([exit, error?.message]).toEqual([2, `${join(cwd, file)} ${words}`])
    expect(readFileSync(join(cwd, file))).toEqual(bytes)
  })
})
