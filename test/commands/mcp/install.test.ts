import {
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

it.each(projectClients)('%s: the entry is written where the client looks, once', async (name) => {
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

it('says where the program of the entry is not in PATH, and nothing where it is', async () => {
  const { cwd, context } = await makePlatform()
  const bin = join(cwd, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'app'), '', { mode: 0o755 })
  const install = (PATH: string) => runCommand(McpInstall, ['cursor'], context({ env: { PATH } }))

  const [without, within] = [await install('/nowhere'), await install(`/nowhere:${bin}`)]

  expect([without.exit, without.stderr]).toEqual([0, expect.stringContaining('which is not in PATH')])
  expect([within.exit, within.stderr]).toEqual([0, ''])
})

it('keeps what is in the file: other servers, comments, order', async () => {
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

it('a table of Codex that is there is replaced, and those around it stay', async () => {
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
])('%s: a %s that holds %s stays as it is, and --print shows the entry alone', async (name, file, text) => {
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

it('a folder in the place of the file is said, and --print shows the entry alone', async () => {
  const { cwd, install } = await makeProject()
  mkdirSync(join(cwd, '.mcp.json'))

  const { exit, error } = await install('claude-code')
  const printed = await install('claude-code', '--print')

  expect([exit, error?.code]).toEqual([2, 'usage.invalid'])
  expect(error?.message).toMatch(/\.mcp\.json is a folder, so nothing was written\.$/)
  expect([printed.exit, Object.keys(JSON.parse(printed.stdout) as object)]).toEqual([0, ['mcpServers']])
})

it('an entry of Codex keeps the tables below it', async () => {
  const { write, read, install } = await makeProject()
  write('.codex/config.toml', '[mcp_servers.svcapp]\ncommand = "old"\n\n[mcp_servers.svcapp.env]\nA = "1"\n')

  expect((await install('codex')).exit).toBe(0)
  expect(read('.codex/config.toml')).toContain(
    'command = "app"\nargs = [ "mcp" ]\n\n[mcp_servers.svcapp.env]\nA = "1"\n',
  )
})

it('a link that leads out of the project is followed only where somebody agrees', async () => {
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

it('--print shows the file and writes nothing; a package of the project is started by its place', async () => {
  const { cwd, write, install } = await makeProject()
  write('node_modules/svcapp/bin/run.js', '')

  const { stdout } = await install('claude-code', '--print')

  expect(JSON.parse(stdout)).toEqual({
    mcpServers: { svcapp: { type: 'stdio', command: 'node', args: ['node_modules/svcapp/bin/run.js', 'mcp'] } },
  })
  expect(existsSync(join(cwd, '.mcp.json'))).toBe(false)
})

it('a package of the workspace that the project is in is started by its place too', async () => {
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

describe('a client that knows a file of its user only', () => {
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

  it.each(userClients)(
    '%s: nothing is written without a yes, and without a terminal it says what to do',
    async (name) => {
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
    },
  )

  it.each(userClients)(
    '%s: after a yes the entry names program, project and state by their whole paths',
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

  it('what else is in the file stays, with its mode, and is printed nowhere', async () => {
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

it.each(['vscode', 'cursor'] as const)(
  '%s: a folder that cannot be made is reported like any file that cannot be written',
  async (name) => {
    const { cwd, install } = await makeProject()
    // Nothing can be made below /proc, whoever asks.
    symlinkSync('/proc/nowhere', join(cwd, dirname(mcpClients[name].file)))

    const { exit, error } = await install(name, '--yes')

    expect([exit, error]).toEqual([3, expect.objectContaining({ code: 'storage.unwritable' })])
  },
)

describe('a file that an editor on Windows wrote', () => {
  it.each(projectClients)('%s: keeps its byte order mark and its CRLF line ends', async (name) => {
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
  ])('is named and stays unchanged if it is %s', async (_, bytes, words) => {
    const { cwd, write, install } = await makeProject()
    const file = mcpClients.vscode.file
    write(file, '')
    writeFileSync(join(cwd, file), bytes)

    const { exit, error } = await install('vscode')

    expect([exit, error?.message]).toEqual([2, `${join(cwd, file)} ${words}`])
    expect(readFileSync(join(cwd, file))).toEqual(bytes)
  })
})
