import { stripVTControlCharacters } from 'node:util'

import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { describe, expect, it } from 'vitest'

import { AppCommand } from '../src/cli.ts'
import { describeFailure } from '../src/cli/failure.ts'
import Status from '../src/commands/status.ts'
import StoreList from '../src/commands/store/list.ts'
import WebhookList from '../src/commands/webhook/list.ts'
import { AppError } from '../src/errors.ts'
import { runCommand } from './support/command/command.ts'

class Greet extends AppCommand<{ hello: string }> {
  static override args = { name: Args.string({ required: true }) }
  static override flags = { size: Flags.string({ options: ['s', 'm'] }), retries: Flags.integer() }

  async run() {
    const { args } = await this.parse(Greet)
    this.note('working')
    this.show(`Hello ${args.name}`)
    return { hello: args.name }
  }
}

class Need extends AppCommand<void> {
  static override flags = {
    cost: Flags.string({ required: true, summary: 'What it costs.' }),
    kind: Flags.string({ required: true, options: ['a', 'b'] }),
  }

  async run() {
    await this.parse(Need)
  }
}

class Clear extends AppCommand<object> {
  static override flags = {
    title: Flags.string({ helpValue: '<text>' }),
    scopes: Flags.string({ helpValue: '<scopes>' }),
  }

  async run() {
    return (await this.parse(Clear)).flags
  }
}

function failing(error: unknown, note?: string) {
  return class Fails extends AppCommand {
    async run() {
      await this.parse(Fails)
      if (note !== undefined) this.note(note)
      throw error
    }
  }
}

const secrets = [
  ['client secret', `cs_${'A1b2'.repeat(12)}`],
  ['access token', `svcapp_1001_7_${'0123456789abcdef'.repeat(4)}`],
  ['signing secret', '0123456789abcdef'.repeat(4)],
] as const

describe('a command', () => {
  it('prints its result as text on stdout and its progress on stderr', async () => {
    const run = await runCommand(Greet, ['Ada'])

    expect(run).toMatchObject({ stdout: 'Hello Ada\n', stderr: 'working\n', result: { hello: 'Ada' }, exit: 0 })
  })

  it('prints one JSON document on one line and nothing else on stdout with --json', async () => {
    const run = await runCommand(Greet, ['Ada', '--json'])

    expect(run).toMatchObject({ stdout: '{"hello":"Ada"}\n', stderr: 'working\n', exit: 0 })
  })

  it.each([[Greet, ['Ada']] as const, [Status, []] as const, [WebhookList, []] as const, [StoreList, []] as const])(
    'rejects an unknown target in the environment like an unknown flag value',
    async (Class, argv) => {
      const byFlag = await runCommand<unknown>(Class, [...argv, '--target', 'foo'], { cwd: '/' })
      const byEnv = await runCommand<unknown>(Class, argv, { cwd: '/', env: { SVCAPP_TARGET: 'foo' } })
      const both = await runCommand(Greet, ['Ada', '--target', 'live'], { env: { SVCAPP_TARGET: 'foo' } })
      const empty = await runCommand(Greet, ['Ada'], { env: { SVCAPP_TARGET: '' } })

      expect([byFlag.exit, byEnv.exit, byEnv.error?.code]).toEqual([2, 2, 'usage.invalid'])
      expect(byEnv.error?.message).toBe('SVCAPP_TARGET must be one of emulator, live, not "foo".')
      expect([both.exit, empty.exit]).toEqual([0, 0])
    },
  )

  it('treats --json after the end of flags as an argument', async () => {
    const run = await runCommand(Greet, ['--', '--json'])

    expect(run.stdout).toBe('Hello --json\n')
  })

  it('escapes control characters of a result in --json, without changing the meaning of the document (T21)', async () => {
    const run = await runCommand(Greet, ['\u009b31m\u202eevil\u007f', '--json'])

    expect(run.stdout).toBe('{"hello":"\\u009b31m\\u202eevil\\u007f"}\n')
    expect(JSON.parse(run.stdout)).toEqual({ hello: '\u009b31m\u202eevil\u007f' })
  })

  it('prints message, code and suggestions on stderr only, and exits with the exit code of the error code', async () => {
    const run = await runCommand(failing(new AppError('net.timeout', 'No answer.', { suggestions: ['app dev'] })))

    expect(run).toMatchObject({
      stdout: '',
      exit: 8,
      stderr: 'Error: No answer.\nCode: net.timeout\nTry this: app dev\n',
    })
    expect(run.error?.code).toBe('net.timeout')
  })

  it('wraps an error between words on a terminal, except commands, which are pasted', async () => {
    const command = `app store open --name ${'Demo'.repeat(15)} --seed small`
    const message = 'No answer came within the time that was given for it, which was five seconds.'
    const error = new AppError('net.timeout', message, { suggestions: [command, `Look again: ${message}`] })

    const run = await runCommand(failing(error), [], { width: 50 })

    expect(stripVTControlCharacters(run.stderr).split('\n')).toEqual([
      'Error: No answer came within the time that was',
      '  given for it, which was five seconds.',
      'Code: net.timeout',
      'Try this:',
      `  * ${command}`,
      '  * Look again: No answer came within the time',
      '    that was given for it, which was five seconds.',
      '',
    ])
  })

  it('prints an error with --json as one document on stdout', async () => {
    const error = new AppError('net.timeout', 'No answer.', { suggestions: ['One.', 'Two.'], details: { ms: 5 } })
    const run = await runCommand(failing(error), ['--json'])

    expect(run.stderr).toBe('')
    expect(JSON.parse(run.stdout)).toEqual({
      error: {
        code: 'net.timeout',
        message: 'No answer.',
        hint: 'One.\nTwo.',
        hints: ['One.', 'Two.'],
        docs: 'app explain net.timeout',
        ms: 5,
      },
    })
  })

  it.each([
    { what: 'a missing argument', argv: [], code: 'usage.missing', words: /name/ },
    { what: 'an unknown flag', argv: ['Ada', '--nope'], code: 'usage.invalid', words: /Unknown flag: --nope\./ },
    { what: 'a value that is not an option', argv: ['Ada', '--size', 'xl'], code: 'usage.invalid', words: /s, m/ },
    {
      what: 'a value of the wrong kind',
      argv: ['Ada', '--retries', 'many'],
      code: 'usage.invalid',
      words: /^--retries must be a whole number/,
    },
    { what: 'too many arguments', argv: ['Ada', 'Bob'], code: 'usage.invalid', words: /Bob/ },
    { what: 'an unknown target', argv: ['Ada', '--target', 'mars'], code: 'usage.invalid', words: /emulator, live/ },
  ])('reports $what as a usage error and exits with 2', async ({ argv, code, words }) => {
    const run = await runCommand(Greet, [...argv, '--json'])

    const { error } = JSON.parse(run.stdout) as { error: { code: string; message: string; hints: string[] } }
    expect(run.exit).toBe(2)
    expect(error).toMatchObject({
      code,
      message: expect.stringMatching(words),
      hints: expect.arrayContaining([expect.stringContaining('--help')]),
    })
    expect(error.message).not.toContain('\u001b')
  })

  it.each([
    { argv: ['Ada', '--sise', 's'], hint: 'Did you mean --size?' },
    { argv: ['Ada', '--target', 'live1'], hint: 'Did you mean live?' },
    { argv: ['Ada', '--target', 'mars'], hint: '' },
  ])('suggests the most likely intended input for $argv', async ({ argv, hint }) => {
    const run = await runCommand(Greet, [...argv, '--json'])

    const { error } = JSON.parse(run.stdout) as { error: { hints: string[] } }
    expect(error.hints).toEqual([...(hint === '' ? [] : [hint]), 'Add --help to list all flags and examples.'])
  })

  it.each([
    { argv: [], message: '--cost is missing: What it costs.\n--kind is missing. Use one of a, b.' },
    { argv: ['--kind', 'a'], message: '--cost is missing: What it costs.' },
  ])('describes the missing flags for $argv', async ({ argv, message }) => {
    const { error, exit } = await runCommand(Need, argv)

    const failure = describeFailure(error, { env: {}, isInterrupted: false })
    expect([exit, failure.code, failure.message]).toEqual([2, 'usage.missing', message])
  })

  it.each([
    { argv: ['Ada', '--platform', ''], message: '--platform is empty.' },
    { argv: [''], message: '<name> is empty.' },
    { argv: ['Ada', ''], message: 'Unexpected argument "". The command accepts only <name>.' },
    { argv: ['Ada', '--retries', ''], message: '--retries must be a whole number, not "".' },
  ])('rejects the empty value in $argv with a full sentence', async ({ argv, message }) => {
    const { error, exit } = await runCommand(Greet, argv)

    const failure = describeFailure(error, { env: {}, isInterrupted: false })
    expect([exit, failure.code, failure.message]).toEqual([2, 'usage.invalid', message])
  })

  it('accepts an empty text, and an empty list of scopes', async () => {
    const { result } = await runCommand(Clear, ['--title', '', '--scopes', ''])

    expect(result).toMatchObject({ title: '', scopes: '' })
  })

  it('suggests the help of the command, ready to paste', async () => {
    const { error } = await runCommand(Greet, ['Ada', '--nope'])
    const facts = { env: {}, isInterrupted: false, command: 'app greet' }

    expect(describeFailure(error, facts).suggestions).toContain('app greet --help')
  })

  it('suggests the most likely subcommand for an unexpected argument', async () => {
    const { error } = await runCommand(Greet, ['Ada', 'sttaus'])
    const facts = { env: {}, isInterrupted: false, commandsBelow: ['app greet logs', 'app greet status'] }

    expect(describeFailure(error, facts).suggestions[0]).toBe('Did you mean `app greet status`?')
    expect(describeFailure(error, { ...facts, commandsBelow: [] }).suggestions).toHaveLength(1)
  })

  it.each(secrets)('shows no %s from an error as text, with --json or with DEBUG (T35)', async (_what, secret) => {
    const bug = new Error(`bad ${secret}`, { cause: new Error(`worse ${secret}`) })
    const shown = await Promise.all([
      runCommand(failing(bug)),
      runCommand(failing(bug), ['--json']),
      runCommand(failing(bug), [], { env: { DEBUG: 'app' } }),
      runCommand(Greet, ['Ada', secret]),
      runCommand(Greet, ['Ada', '--size', secret, '--json']),
      runCommand(failing(new AppError('net.timeout', 'x', { suggestions: [secret], details: { deep: [secret] } })), [
        '--json',
      ]),
    ])

    for (const { stdout, stderr } of shown) expect(stdout + stderr).not.toContain(secret.slice(-16))
  })

  it('masks environment values that are secrets, regardless of their form (T35)', async () => {
    const run = await runCommand(failing(new Error('it was plain-passphrase!')), ['--json'], {
      env: { SVCAPP_PASSPHRASE: 'plain-passphrase!' },
    })

    expect(run.stdout).not.toContain('plain-passphrase')
  })

  it('escapes terminal control characters in an untrusted error text (T21)', async () => {
    const run = await runCommand(failing(new AppError('net.timeout', 'a\u001b]52;c;eA==\u0007b')))

    expect(run.stderr).toContain('a\\u001b]52;c;eA==\\u0007b')
  })

  it('reports an unexpected error as a bug with exit code 1, a short text, and no stack unless DEBUG is set', async () => {
    const quiet = await runCommand(failing(new TypeError('x is not a function')))
    const loud = await runCommand(failing(new TypeError('x is not a function')), [], { env: { DEBUG: '1' } })

    expect(quiet).toMatchObject({ exit: 1, stdout: '' })
    expect(quiet.stderr).toMatch(/cli\.unexpected[\s\S]*DEBUG/)
    expect(quiet.stderr).not.toMatch(/^ +at /m)
    expect(loud.stderr).toContain('cli.test.ts')
  })

  it('exits with 130 after a signal, regardless of the resulting error', async () => {
    const stopped = AbortSignal.abort('SIGINT')
    const run = await runCommand(failing(new Error('socket hang up')), ['--json'], { interrupted: stopped })

    expect(run.exit).toBe(130)
    expect(JSON.parse(run.stdout)).toMatchObject({ error: { code: 'cli.interrupted' } })
  })
})
