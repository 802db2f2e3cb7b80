import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { parse } from 'jsonc-parser'
import { expect, it, onTestFinished } from 'vitest'

import McpInstall from '../../../src/commands/mcp/install.ts'
import { mcpClientNames, mcpClients } from '../../../src/tasks/mcp/clients.ts'
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

it.each(mcpClientNames)('%s: the entry is written where the client looks, once', async (name) => {
  const { read, install } = await makeProject()
  const { file, format } = mcpClients[name]

  const first = await install(name)
  const text = read(file)
  const again = await install(name)

  expect([first.exit, first.result?.written, again.result?.written]).toEqual([0, true, false])
  expect(read(file)).toBe(text)
  expect(text).toContain(format === 'toml' ? '[mcp_servers.svcapp]\ncommand = "app"\nargs = [ "mcp" ]' : '"svcapp": {')
  expect(text).not.toContain(process.cwd())
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
  ['codex', '.codex/config.toml', 'x = ['],
])('%s: a %s that holds %s stays as it is', async (name, file, text) => {
  const { write, read, install } = await makeProject()
  write(file, text)

  const { exit, error } = await install(name)

  expect([exit, error?.code]).toEqual([2, 'usage.invalid'])
  expect(read(file)).toBe(text)
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
