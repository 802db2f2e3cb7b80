import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'

import Commands from '../../src/commands/commands.ts'
import { errorCodes } from '../../src/errors/codes.ts'
import { exitMeanings } from '../../src/errors/explanations/exits.ts'
import type { DescribedCommands } from '../../src/views/commands/described-command.ts'
import { runCommand } from '../support/command/command.ts'
import { brokenPromises } from '../support/command/printed.ts'

const packageRoot = join(import.meta.dirname, '../..')
const manifest = JSON.parse(readFileSync(join(packageRoot, 'oclif.manifest.json'), 'utf8')) as {
  readonly commands: Readonly<Record<string, object>>
}

async function described(...words: string[]): Promise<DescribedCommands> {
  const { stdout } = await runCommand(Commands, [...words, '--json', '--full'], { packageRoot })
  return JSON.parse(stdout) as DescribedCommands
}

describe('app commands', () => {
  it('prints each command on a line, with its effects and exit codes', async () => {
    const { stdout } = await runCommand(Commands, ['emulator', 'order'], { packageRoot })

    expect(stdout.trimEnd().split('\n')).toHaveLength(7)
    expect(stdout).toMatch(/^emulator order cancel\temulator\t0 1 2 3 /)
  })

  it('lists every command in 60 kB with --json, without schemas', async () => {
    const { stdout } = await runCommand(Commands, ['--json'], { packageRoot })
    const { version, commands, ...rest } = JSON.parse(stdout) as { version: string; commands: { command: string }[] }

    expect(stdout.length).toBeLessThan(60_000)
    expect([version, rest]).toEqual([expect.any(String), {}])
    expect(commands.map(({ command }) => command.replaceAll(' ', ':'))).toEqual(Object.keys(manifest.commands))
    expect(commands.find(({ command }) => command === 'mcp install')).toEqual({
      command: 'mcp install',
      summary: expect.any(String) as string,
      arguments: ['client'],
      flags: expect.arrayContaining(['print']) as string[],
      writes: ['project'],
    })
  })

  it('describes every command of the manifest', async () => {
    const { commands } = await described()

    expect(commands.map(({ command }) => command.replaceAll(' ', ':'))).toEqual(Object.keys(manifest.commands))
  })

  it('describes a single topic or command, with the required definitions', async () => {
    const one = await described('webhook', 'why')

    expect(one.commands).toHaveLength(1)
    expect(one.commands[0]).toMatchObject({
      command: 'webhook why',
      arguments: [{ name: 'topic', required: false }],
      writes: [],
      line: null,
    })
    expect(one.commands[0]?.examples.every((example) => example.startsWith('app webhook why'))).toBe(true)
    expect(one.commands[0]?.errors).toContain('webhook.link-broken')
    expect(Object.keys(one.$defs)).toContain('Why')
    expect(JSON.stringify(one).length).toBeLessThan(20_000)
  })

  it('suggests a command for an unknown first word, and exits with 2', async () => {
    const { stderr, exit } = await runCommand(Commands, ['webhok'], { packageRoot })

    expect(exit).toBe(2)
    expect(stderr).toContain('app commands webhook')
  })

  it('lists no command as read-only if one of its flags writes a file or it runs a program', async () => {
    const { commands } = await described()
    const files = ['bundle', 'cursor-file', 'failed-out', 'html', 'junit', 'out', 'ready-file', 'sarif', 'write']

    const writers = commands.filter(
      ({ flags, command }) =>
        flags.some(({ name }) => files.includes(name)) || ['emulator exec', 'test matrix'].includes(command),
    )

    expect(writers.map(({ command }) => command)).toEqual(expect.arrayContaining(['call products delta', 'env']))
    expect(writers.filter(({ writes }) => !writes.includes('project'))).toEqual([])
  })

  it('lists the exit codes of the error codes for each command, and only known codes', async () => {
    const { commands, errors } = await described()

    for (const { command, exits, errors: codes } of commands) {
      const known = codes.map((code) => errorCodes[code as keyof typeof errorCodes]?.exit)
      expect(exits, command).toEqual([...new Set([0, ...known])].toSorted((a, b) => a - b))
      expect(exits.filter((exit) => exitMeanings[exit] === undefined)).toEqual([])
    }
    expect(errors.find(({ code }) => code === 'api.forbidden')).toMatchObject({ exit: 5 })
  })

  it('has an output schema with content for each command', async () => {
    const { commands, $defs, failure } = await described()
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    const empty = commands.filter(({ document, line }) => !saysSomething(document) && !saysSomething(line))

    expect(empty.map(({ command }) => command)).toEqual([])
    for (const { command, document, line } of commands)
      expect(() => ajv.compile({ anyOf: [document, line, failure].filter(Boolean), $defs }), command).not.toThrow()
  })

  it('read-only commands are described without writes', async () => {
    const { commands } = await described()
    const reading = commands.filter(
      ({ command }) =>
        /(?:^| )(?:list|show|status|get|why|verify|views|logs)$/.test(command) && command !== 'emulator app status',
    )

    expect(reading.length).toBeGreaterThan(30)
    expect(reading.filter(({ writes }) => writes.length > 0).map(({ command }) => command)).toEqual([])
    expect(commands.find(({ command }) => command === 'call orders import')?.writes).toEqual(['emulator', 'live'])
  })

  it('every command run in the tests is validated against the described output', () => {
    const run = { argv: ['--json'], stdout: '{"commands":[]}', code: undefined }

    expect(brokenPromises(Commands, run)[0]).toContain("must have required property 'version'")
    expect(brokenPromises(Commands, { ...run, stdout: '', code: 'webhook.rejected' })).toEqual([
      'it ended with webhook.rejected',
    ])
  })
})

/** Whether a schema tells a type, or which schemas it may be. */
function saysSomething(schema: Readonly<Record<string, unknown>> | null): boolean {
  if (schema === null) return false
  const { type, $ref, anyOf, properties, items, additionalProperties } = schema
  if (type === 'object') return properties !== undefined || additionalProperties !== undefined
  if (type === 'array') return items !== undefined
  return type !== undefined || $ref !== undefined || (Array.isArray(anyOf) && anyOf.every(saysSomething))
}
