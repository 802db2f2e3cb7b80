import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { parseSync } from 'rolldown/utils'
import { describe, expect, it } from 'vitest'

import { targetNamer } from '../../../src/cli/target/name-target.ts'
import { adviceOn } from '../../../src/errors/advice.ts'
import { noteWords } from '../../../src/views/notes/note-words.ts'
import { commandsIn, followsTarget, isRejectedOnLive, wrongOnLive } from '../../support/command/advice-on-live.ts'
import { wrongWith } from '../../support/command/command-line.ts'

const root = join(import.meta.dirname, '../../..')
const onLive = targetNamer({ target: 'live' }, root)

/** Texts of the emulator itself, of its commands, and data whose own tests know the target. */
const elsewhere = 'src/{emulator,control,catalog,{commands,tasks,views}/emulator,errors/explanations,inspector/page}/**'

/**
 * Commands that the live platform rejects, in files that a command with --target live loads, outside an `emulator:` text and a condition on
 * the target. Each is read before it is listed: the code around it runs on the emulator only.
 */
const onEmulatorOnly: Readonly<Record<string, readonly string[]>> = {
  'src/cli/number-argument.ts': ['app emulator fault list'],
  'src/commands/chaos/run.ts': ['app chaos run --seed value --for valuevalue'],
  'src/commands/uninstall.ts': ['app store list'],
  'src/dev/installs/failed-exchange.ts': ['app install --approve'],
  'src/dev/installs/consent.ts': ['app install --approve --yesvaluevalue'],
  'src/dev/installs/first-event.ts': ['app emulator deliveries'],
  'src/dev/run-stages.ts': ['app emulator stop'],
  'src/dev/processes/emulator-link.ts': ['app emulator start'],
  'src/hooks/other-words.ts': [
    'app emulator start',
    'app store open --name <name>',
    'app store use',
    'app emulator start',
    'app emulator stop',
    'app emulator order place',
  ],
  'src/install/approve.ts': [
    'app uninstall',
    'app emulator app status draft',
    'app emulator app status published',
    'app emulator plan free',
    'app emulator plan paid',
    'app emulator app countries',
    'app store use value',
    'app store list',
    'app store use <code>',
  ],
  'src/mcp/tools/setup/embed.ts': ['app embed open'],
  'src/selection/store.ts': ['app store open --name Demo', 'app store list'],
  'src/project/platforms/choose-platform.ts': ['app emulator list'],
  'src/project/platforms/not-running.ts': ['app emulator list'],
  'src/project/targets.ts': ['app emulator start'],
  'src/tasks/chaos/run-on-dev.ts': ['app chaos run', 'app emulator rewind value'],
  'src/tasks/chaos/running-app.ts': ['app install --approve', 'app chaos run -- npm test'],
  'src/tasks/doctor/platform/clock.ts': ['app emulator clock advance', 'app emulator undo', 'app emulator reset'],
  'src/tasks/doctor/platform/faults.ts': ['app emulator fault clear'],
  'src/tasks/doctor/platform/install-again.ts': ['app install --store valuevalue'],
  'src/tasks/doctor/platform/installs.ts': ['app emulator plan paid --store value'],
  'src/tasks/doctor/platform/registration.ts': ['app emulator app countries'],
  'src/tasks/doctor/platform/target.ts': ['app emulator start'],
  'src/tasks/selection/install-place.ts': ['app store use value', 'app store open'],
  'src/tasks/selection/known-installs.ts': ['app emulator start'],
  'src/tasks/selection/none-installed.ts': ['app install --approvevalue --region value'],
  'src/tasks/selection/stores.ts': ['app store use value', 'app store open --name Demo', 'app store use <code>'],
  'src/tasks/register/submit-app.ts': ['app emulator app review approve', 'app emulator app review reject'],
  'src/tasks/webhook/plan-trigger.ts': ['app emulator order place'],
  'src/views/dev/running.ts': ['app open portal', 'app open data'],
  'src/views/dev/start.ts': ['app open portal', 'app open data', 'app emulator provider create --help'],
  'src/views/stores.ts': ['app store open --name Demo'],
  'src/views/init/adopted-app.ts': ['app dev --approve'],
  'src/views/init/new-app.ts': ['app dev --approve'],
  'src/webhooks/platform-dead-letters.ts': ['app portal'],
  'src/webhooks/why/causes.ts': [
    'app emulator order place',
    'app emulator order place --paid',
    'app emulator order ship <order>',
    'app emulator order cancel <order>',
    'app emulator order refund <order>',
    'app emulator fulfillment request <order>',
    'app emulator provider request',
    'app emulator provider request',
    'app uninstall',
  ],
  'src/webhooks/why/event-link.ts': ['app emulator clock advance 10m', 'app emulator deliveries'],
  'src/webhooks/why/faults-link.ts': ['app emulator fault clear'],
  'src/webhooks/why/last-answer.ts': ['app emulator deliveries'],
  'src/webhooks/why/links.ts': [
    'app secret rotate',
    'app emulator app status draft',
    'app emulator app status published',
    'app store use <code>',
    'app store open',
    'app store use value',
  ],
  'src/webhooks/why/token-link.ts': ['app emulator undo'],
}

interface Text {
  readonly file: string
  readonly text: string
  /** It stands in the emulator's half of an advice, or under a condition on the target. */
  readonly isOfTarget: boolean
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

const notSaid = new Set(['summary', 'description', 'examples', 'rejectedOnLive'])

interface Place {
  readonly file: string
  readonly code: string
  readonly isOfTarget: boolean
}

/** Every text below a node that a command may print; a value in it reads `value`. */
function textsIn(value: unknown, place: Place): readonly Text[] {
  if (Array.isArray(value)) return value.flatMap((one) => textsIn(one, place))
  if (!isNode(value)) return []
  const { file, code, isOfTarget } = place
  const text = textOf(value)
  const isCondition = value.type === 'IfStatement' || value.type === 'ConditionalExpression'
  const isOnTarget = isCondition && /live|emulator/i.test(sourceOf(value['test'], code))
  const name = value.type.startsWith('Property') ? sourceOf(value['key'], code) : ''
  const inner = Object.entries(value).flatMap(([member, below]) => {
    const isBranch = isOnTarget && (member === 'consequent' || member === 'alternate')
    return textsIn(below, { file, code, isOfTarget: isOfTarget || isBranch || name === 'emulator' })
  })
  return [...(text === null ? [] : [{ file, text, isOfTarget }]), ...(notSaid.has(name) ? [] : inner)]
}

function textsOf(file: string): readonly Text[] {
  const code = readFileSync(join(root, file), 'utf8')
  return textsIn(parseSync(file, code).program, { file, code, isOfTarget: false })
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string'
}

function sourceOf(node: unknown, code: string): string {
  return isNode(node) ? code.slice(node.start, node.end) : ''
}

function textOf({ type, value, quasis }: Node): string | null {
  if (type === 'Literal' && typeof value === 'string') return value
  if (type !== 'TemplateLiteral') return null
  return (quasis as readonly { readonly value: { readonly cooked: string } }[])
    .map((part) => part.value.cooked)
    .join('value')
}

/** The commands that it tells the reader to type: those in backticks, and a text that is one. */
function typedIn({ text }: Text): readonly string[] {
  const quoted = [...text.matchAll(/`(app [^`]+)`/g)].map(([, line = '']) => line)
  return [...quoted, ...(/^app [a-z]/.test(text) ? [text] : [])].flatMap(commandsIn)
}

/** In a sentence the command may be named without its arguments. */
function isTypeable(line: string): boolean {
  const problem = wrongWith(line)
  return problem === null || problem === 'an argument is missing'
}

const files = globSync('src/**/*.ts', { cwd: root, exclude: [elsewhere] })
const texts = files.flatMap(textsOf)

describe('every source text that contains a command', () => {
  it('adds the live platform to each command that follows the target, so that it can be typed', () => {
    const lines = texts.flatMap(typedIn).filter((line) => followsTarget(line) && isTypeable(line))
    const named = lines.map((line) => onLive(`\`${line}\``).slice(1, -1))
    const wrong = named.filter((line) => !line.includes('--target') || !isTypeable(line))

    expect(lines.length).toBeGreaterThan(250)
    expect(wrong).toEqual([])
  })

  it('contains a command that the live platform rejects only if it is about the emulator', () => {
    const rejected = texts
      .filter(({ isOfTarget }) => !isOfTarget)
      .map((text) => [text.file, typedIn(text).filter(isRejectedOnLive)] as const)
    const found = Object.fromEntries(
      [...Map.groupBy(rejected, ([file]) => file)]
        .map(([file, of]) => [file, of.flatMap(([, lines]) => lines)] as const)
        .filter(([, lines]) => lines.length > 0),
    )

    expect(found).toEqual(onEmulatorOnly)
  })

  it('puts a command to type in backticks, so that it gets the target', () => {
    const bare = texts.filter(({ text, isOfTarget }) => {
      const plain = text.replaceAll(/`[^`]*`/g, '')
      const [, line = ''] = /(?:\b[Rr]un|\b[Tt]hen:?|Next:|one:|\bor run|\btry) (app [a-z][a-z -]*)/.exec(plain) ?? []
      return !isOfTarget && followsTarget(line) && !line.includes('--target')
    })

    expect(bare.map(({ file, text }) => `${file}: ${text}`)).toEqual([])
  })
})

describe('the suggestions of an error', () => {
  it('are read for the target, not only for the emulator', () => {
    const readers = files.filter((file) => /\w\.suggestions\b/.test(readFileSync(join(root, file), 'utf8')))

    // Of oclif's own errors, of what is printed already, and of emulator.not-running.
    const allowed = ['src/cli/failure.ts', 'src/cli/usage/usage-failure.ts', 'src/dev/controls.ts']
    expect(readers.toSorted()).toEqual([...allowed, 'src/errors.ts'])
  })
})

it('the fix for a list status on the live platform contains no emulator command', () => {
  const wrong = [...noteWords].flatMap(([word, { fix }]) =>
    adviceOn('live', fix).flatMap((text) =>
      wrongOnLive(onLive(text), { isNamed: true }).map((problem) => `${word}: ${problem}`),
    ),
  )

  expect(noteWords.size).toBeGreaterThan(30)
  expect(wrong).toEqual([])
})
