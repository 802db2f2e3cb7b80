import { stripVTControlCharacters } from 'node:util'

import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { describe, expect, it } from 'vitest'

import { AppCommand } from '../src/command.ts'
import { describeFailure } from '../src/command/failure.ts'
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
  it('prints its result in words on stdout and its progress on stderr', async () => {
    const run = await runCommand(Greet, ['Ada'])

    expect(run).toMatchObject({ stdout: 'Hello Ada\n', stderr: 'working\n', result: { hello: 'Ada' }, exit: 0 })
  })

  it('prints with --json one document on one line and nothing else on stdout', async () => {
    const run = await runCommand(Greet, ['Ada', '--json'])

    expect(run).toMatchObject({ stdout: '{"hello":"Ada"}\n', stderr: 'working\n', exit: 0 })
  })

  it.each([[Greet, ['Ada']] as const, [Status, []] as const, [WebhookList, []] as const, [StoreList, []] as const])(
    'refuses a target of the environment that there is not, as it refuses the flag',
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

  it('takes --json after the end of flags as an argument', async () => {
    const run = await runCommand(Greet, ['--', '--json'])

    expect(run.stdout).toBe('Hello --json\n')
  })

  it('T21 keeps control characters of a result visible in --json, in a document that means the same', async () => {
    const run = await runCommand(Greet, ['\u009b31m\u202eevil\u007f', '--json'])

    expect(run.stdout).toBe('{"hello":"\\u009b31m\\u202eevil\\u007f"}\n')
    expect(JSON.parse(run.stdout)).toEqual({ hello: '\u009b31m\u202eevil\u007f' })
  })

  it('says message, code and what to try, on stderr only, with the exit code of the error code', async () => {
    const run = await runCommand(failing(new AppError('net.timeout', 'No answer.', { suggestions: ['app dev'] })))

    expect(run).toMatchObject({
      stdout: '',
      exit: 8,
      stderr: 'Error: No answer.\nCode: net.timeout\nTry this: app dev\n',
    })
    expect(run.error?.code).toBe('net.timeout')
  })

  it('wraps an error at words on a terminal, but for a command, which is pasted', async () => {
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
  ])('reports $what as a usage error, exit 2', async ({ argv, code, words }) => {
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
  ])('says for $argv what was probably meant', async ({ argv, hint }) => {
    const run = await runCommand(Greet, [...argv, '--json'])

    const { error } = JSON.parse(run.stdout) as { error: { hints: string[] } }
    expect(error.hints).toEqual([...(hint === '' ? [] : [hint]), 'Add --help to list all flags and examples.'])
  })

  it.each([
    { argv: [], message: '--cost is missing: What it costs.\n--kind is missing. Use one of a, b.' },
    { argv: ['--kind', 'a'], message: '--cost is missing: What it costs.' },
  ])('says for $argv which flags are missing and what they are', async ({ argv, message }) => {
    const { error, exit } = await runCommand(Need, argv)

    const failure = describeFailure(error, { env: {}, isInterrupted: false })
    expect([exit, failure.code, failure.message]).toEqual([2, 'usage.missing', message])
  })

  it.each([
    { argv: ['Ada', '--platform', ''], message: '--platform is empty.' },
    { argv: [''], message: '<name> is empty.' },
    { argv: ['Ada', ''], message: 'Unexpected argument "". The command accepts only <name>.' },
    { argv: ['Ada', '--retries', ''], message: '--retries must be a whole number, not "".' },
  ])('refuses the empty value in $argv with a whole sentence', async ({ argv, message }) => {
    const { error, exit } = await runCommand(Greet, argv)

    const failure = describeFailure(error, { env: {}, isInterrupted: false })
    expect([exit, failure.code, failure.message]).toEqual([2, 'usage.invalid', message])
  })

  it('takes an empty text, and an empty list of scopes', async () => {
    const { result } = await runCommand(Clear, ['--title', '', '--scopes', ''])

    expect(result).toMatchObject({ title: '', scopes: '' })
  })

  it('names the command whose help shows what it takes, to be pasted', async () => {
    const { error } = await runCommand(Greet, ['Ada', '--nope'])
    const facts = { env: {}, isInterrupted: false, command: 'app greet' }

    expect(describeFailure(error, facts).suggestions).toContain('app greet --help')
  })

  it('says which command below this one was probably meant by a word that it does not take', async () => {
    const { error } = await runCommand(Greet, ['Ada', 'sttaus'])
    const facts = { env: {}, isInterrupted: false, commandsBelow: ['app greet logs', 'app greet status'] }

    expect(describeFailure(error, facts).suggestions[0]).toBe('Did you mean `app greet status`?')
    expect(describeFailure(error, { ...facts, commandsBelow: [] }).suggestions).toHaveLength(1)
  })

  it.each(secrets)(
    'T35 shows no %s that an error carries, in words, in --json or with DEBUG',
    async (_what, secret) => {
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
    },
  )

  it('T35 masks the values of the environment that are secrets, whatever their shape', async () => {
    const run = await runCommand(failing(new Error('it was plain-passphrase!')), ['--json'], {
      env: { SVCAPP_PASSPHRASE: 'plain-passphrase!' },
    })

    expect(run.stdout).not.toContain('plain-passphrase')
  })

  it('T21 escapes what a foreign error text would do to the terminal', async () => {
    const run = await runCommand(failing(new AppError('net.timeout', 'a\u001b]52;c;eA==\u0007b')))

    expect(run.stderr).toContain('a\\u001b]52;c;eA==\\u0007b')
  })

  it('calls an error that nobody expected a bug: exit 1, a short text, no stack unless DEBUG is set', async () => {
    const quiet = await runCommand(failing(new TypeError('x is not a function')))
    const loud = await runCommand(failing(new TypeError('x is not a function')), [], { env: { DEBUG: '1' } })

    expect(quiet).toMatchObject({ exit: 1, stdout: '' })
    expect(quiet.stderr).toMatch(/cli\.unexpected[\s\S]*DEBUG/)
    expect(quiet.stderr).not.toMatch(/^ +at /m)
    expect(loud.stderr).toContain('command.test.ts')
  })

  it('ends with 130 when a signal came, whatever error that led to', async () => {
    const stopped = AbortSignal.abort('SIGINT')
    const run = await runCommand(failing(new Error('socket hang up')), ['--json'], { interrupted: stopped })

    expect(run.exit).toBe(130)
    expect(JSON.parse(run.stdout)).toMatchObject({ error: { code: 'cli.interrupted' } })
  })
})
