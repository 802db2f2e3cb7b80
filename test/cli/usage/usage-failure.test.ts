import { readFileSync } from 'node:fs'

import { Constraints } from '@oclif/core'
import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'
import { expect, it } from 'vitest'

import { AppCommand } from '../../../src/cli.ts'
import { describeFailure } from '../../../src/cli/failure.ts'
import { runCommand } from '../../support/command/command.ts'

class Ship extends AppCommand<void> {
  static override args = { order: Args.string({ required: true }), how: Args.string({ options: ['by-air', 'by-sea'] }) }

  static override flags = {
    size: Flags.string({ options: ['small', 'large'] }),
    note: Flags.string({ summary: 'What the parcel says.', helpValue: '<text>' }),
    plain: Flags.string(),
    label: Flags.string({ multiple: true }),
    open: Flags.boolean({ allowNo: true }),
    quiet: Flags.boolean(),
    tries: Flags.integer(),
    port: Flags.integer({ min: 0, max: 65_535 }),
    days: Flags.integer({ min: 1 }),
    most: Flags.integer({ max: 9 }),
    address: Flags.url(),
    ndjson: Flags.boolean({ exclusive: ['csv'] }),
    csv: Flags.boolean({ exclusive: ['ndjson'] }),
    text: Flags.string({ exclusive: ['csv'] }),
    rate: Flags.integer({ dependsOn: ['count', 'tries'] }),
    count: Flags.integer(),
    alone: Flags.boolean({ combinable: ['quiet', 'json', 'target'] }),
    either: Flags.boolean({ relationships: [{ type: 'some', flags: ['csv', 'quiet'] }] }),
    secret: Flags.string({ allowStdin: 'only' }),
    bad: Flags.string({
      parse: async () => {
        throw new Error('Nobody knows it')
      },
    }),
  }

  async run() {
    await this.parse(Ship)
  }
}

class Both extends AppCommand<void> {
  static override flags = {
    one: Flags.string({ exactlyOne: ['one', 'other'] }),
    other: Flags.string({ exactlyOne: ['one', 'other'] }),
    this: Flags.string({ atLeastOne: ['this', 'that'] }),
    that: Flags.string({ atLeastOne: ['this', 'that'] }),
    cost: Flags.string({ required: true, summary: 'What it costs.', options: ['a', 'b'] }),
  }

  async run() {
    await this.parse(Both)
  }
}

class Bound extends AppCommand<void> {
  static override flags = { a: Flags.boolean(), b: Flags.boolean() }
  static override constraints = [Constraints.flags('a', 'b').are.mutuallyExclusive()]

  async run() {
    await this.parse(Bound)
  }
}

/** Which class of oclif's errors it is, what is typed, and what we say. */
type Row = [kind: string, argv: string[], message: string, hint?: string]

const table: Row[] = [
  ['RequiredArgsError', [], '<order> is missing.'],
  [
    'RequiredArgsError',
    ['--label', 'a', '7'],
    '<order> is missing.',
    '--label reads every word after it. Put <order> before --label.',
  ],
  ['UnexpectedArgsError', ['7', 'by-air', 'x'], 'Unexpected argument "x". The command accepts only <order> <how>.'],
  [
    'UnexpectedArgsError',
    ['7', 'by-air', 'x', 'y'],
    'Unexpected arguments "x", "y". The command accepts only <order> <how>.',
  ],
  [
    'UnexpectedArgsError',
    ['7', 'by-air', '--note', 'My', 'text'],
    'Unexpected argument "text". The command accepts only <order> <how>.',
    'Put several words in quotes: --note "…"',
  ],
  [
    'UnexpectedArgsError',
    ['7', 'by-air', '--quiet=true'],
    'Unexpected argument "true". The command accepts only <order> <how>.',
    '--quiet accepts no value.',
  ],
  [
    'UnexpectedArgsError',
    ['7', 'by-air', '--open', 'no'],
    'Unexpected argument "no". The command accepts only <order> <how>.',
    '--open accepts no value. Its opposite is --no-open.',
  ],
  ['NonExistentFlagsError', ['7', 'by-air', '--siez', 'small'], 'Unknown flag: --siez.', 'Did you mean --size?'],
  ['NonExistentFlagsError', ['7', '--nothing', '-z'], 'Unknown flags: --nothing, -z.'],
  [
    'FlagInvalidOptionError',
    ['7', '--size', 'smal'],
    '--size must be one of small, large, not "smal".',
    'Did you mean small?',
  ],
  [
    'ArgInvalidOptionError',
    ['7', 'by-see'],
    '<how> must be one of by-air, by-sea, not "by-see".',
    'Did you mean by-sea?',
  ],
  ['FailedFlagValidationError', ['7', '--csv', '--ndjson'], '--csv and --ndjson cannot be used together.'],
  ['FailedFlagValidationError', ['7', '--csv', '--text', 'a\nb'], '--csv and --text cannot be used together.'],
  ['FailedFlagValidationError', ['7', '--rate', '3'], '--rate requires --count and --tries.'],
  [
    'FailedFlagValidationError',
    ['7', '--alone', '--csv'],
    '--alone can be combined only with --quiet, --json, --target.',
  ],
  ['FailedFlagValidationError', ['7', '--either'], '--either requires one of --csv, --quiet.'],
  ['CLIError', ['7', '--size', 'small', '--size', 'large'], '--size was given more than once.'],
  ['CLIError', ['7', '--size'], '--size needs a value. Use one of small, large.'],
  ['CLIError', ['7', '--note'], '--note needs a value: What the parcel says. Use --note <text>.'],
  ['CLIError', ['7', '--plain', '--csv'], '--plain needs a value.'],
  ['CLIError', ['7', '--port'], '--port needs a value. Use a whole number from 0 to 65535.'],
  ['CLIError', ['7', '--secret', 'abc'], '--secret reads only stdin. Use - as the value, or leave out the flag.'],
  ['CLIError', ['7', '--tries', 'many'], '--tries must be a whole number, not "many".'],
  ['CLIError', ['7', '--tries', ''], '--tries must be a whole number, not "".'],
  ['CLIError', ['7', '--port', '70000'], '--port must be a whole number from 0 to 65535, not "70000".'],
  ['CLIError', ['7', '--days', '0'], '--days must be a whole number of at least 1, not "0".'],
  ['CLIError', ['7', '--most', '10'], '--most must be a whole number up to 9, not "10".'],
  ['CLIError', ['7', '--address', 'home'], '--address must be a full URL, not "home".'],
]

async function failureOf(Class: typeof Ship | typeof Both | typeof Bound, argv: readonly string[]) {
  const run = await runCommand<void>(Class, [...argv, '--json'])
  return {
    kind: run.error?.constructor.name,
    exit: run.exit,
    ...(JSON.parse(run.stdout) as { error: ShownFailure }).error,
  }
}

interface ShownFailure {
  readonly code: string
  readonly message: string
  readonly hints: readonly string[]
}

it.each<Row>(table)('%s: %j is explained in our own words, in --json too', async (kind, argv, message, hint) => {
  const said = await failureOf(Ship, argv)

  expect(said).toMatchObject({
    kind,
    exit: 2,
    code: kind === 'RequiredArgsError' ? 'usage.missing' : 'usage.invalid',
    message,
    hints: [...(hint === undefined ? [] : [hint]), 'Add --help to list all flags and examples.'],
  })
})

it.each<[argv: string[], code: string, message: string]>([
  [
    ['--one', '1', '--other', '2', '--cost', 'a', '--this', 'x'],
    'usage.invalid',
    '--one and --other cannot be used together.',
  ],
  [
    [],
    'usage.missing',
    'Use at least one of --that, --this.\nUse exactly one of --one, --other.\n--cost is missing: What it costs. Use one of a, b.',
  ],
])('FailedFlagValidationError: %j tells everything that is wrong at once', async (argv, code, message) => {
  expect(await failureOf(Both, argv)).toMatchObject({ kind: 'FailedFlagValidationError', exit: 2, code, message })
})

it('a flag whose parser throws is a bug', async () => {
  expect(await failureOf(Ship, ['7', '--bad', 'x'])).toMatchObject({ exit: 1, code: 'cli.unexpected' })
})

it('ViolatedFlagConstraintError is a usage error, and no command has such a constraint', async () => {
  const said = await failureOf(Bound, ['--a', '--b'])

  expect(said).toMatchObject({ kind: 'ViolatedFlagConstraintError', exit: 2, code: 'usage.invalid' })
  expect(said.message).toMatch(/--a.*--b/)
})

it('InvalidArgsSpecError is a bug and no usage error', async () => {
  class Wrong extends AppCommand<void> {
    static override args = { first: Args.string(), second: Args.string({ required: true }) }

    async run() {
      await this.parse(Wrong)
    }
  }

  const { error } = await runCommand(Wrong, ['a', 'b'])

  expect(error?.constructor.name).toBe('InvalidArgsSpecError')
  expect(describeFailure(error, { env: {}, isInterrupted: false })).toMatchObject({ code: 'cli.unexpected', exit: 1 })
})

it('every error class of the parser is covered by these tests', () => {
  const source = readFileSync(
    new URL('../../../node_modules/@oclif/core/lib/parser/errors.js', import.meta.url),
    'utf8',
  )
  const classes = [...source.matchAll(/^class (\w+) extends CLIParseError/gm)].map(([, name]) => name)
  const own = readFileSync(new URL(import.meta.url), 'utf8')

  expect(classes).toHaveLength(8)
  for (const name of classes) expect(own).toContain(`'${name}`.slice(1))
})
