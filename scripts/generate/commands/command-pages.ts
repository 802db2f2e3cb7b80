import { plain } from '../reference/field-rows.ts'
import { table } from '../reference/resource-page.ts'

interface Flag {
  readonly name: string
  readonly summary?: string
  readonly description?: string
  readonly char?: string
  readonly helpValue?: string
  readonly helpGroup?: string
  readonly type: 'boolean' | 'option'
  readonly allowNo?: boolean
  readonly required?: boolean
  readonly default?: string | number | boolean
  readonly options?: readonly string[]
}

interface Command {
  readonly id: string
  readonly summary: string
  readonly description?: string
  readonly usage?: string
  readonly examples: readonly string[]
  readonly args: Readonly<
    Record<string, { readonly name: string; readonly description?: string; readonly required?: boolean }>
  >
  readonly flags: Readonly<Record<string, Omit<Flag, 'name'>>>
}

const GENERATED = '<!-- Generated from the commands by `npm run generate`; do not edit it. -->'

/** Returns path and text of each page in docs/commands/: one per topic, and an index. `manifest` is the text of oclif.manifest.json. */
export function commandPages(manifest: string): readonly (readonly [path: string, text: string])[] {
  const { commands } = JSON.parse(manifest) as { readonly commands: Readonly<Record<string, Command>> }
  // The manifest is sorted.
  const all = Object.values(commands)
  const topics = Map.groupBy(all, ({ id }) => topicOf(id))
  return [
    ['docs/commands/README.md', indexPage(topics, commonFlags(all))],
    ...[...topics].map(([topic, own]) => [`docs/commands/${topic}.md`, topicPage(topic, own)] as const),
  ]
}

function indexPage(topics: ReadonlyMap<string, readonly Command[]>, common: readonly Flag[]): string {
  const rows = [...topics].flatMap(([topic, own]) =>
    own.map((command) => [`[${name(command)}](${topic}.md#${anchor(command)})`, plain(command.summary)]),
  )
  return [
    GENERATED,
    '# Commands',
    'Each topic has a page. `app <command> --help` prints the same text.',
    table(['command', 'description'], rows),
    '## Flags of most commands',
    table(['flag', 'description'], common.map(flagRow)),
    '',
  ].join('\n\n')
}

function topicPage(topic: string, commands: readonly Command[]): string {
  return [
    GENERATED,
    `# app ${topic}`,
    'For the flags that most commands have, see [Commands](README.md#flags-of-most-commands).',
    ...commands.flatMap(commandSection),
    '',
  ].join('\n\n')
}

function commandSection(command: Command): string[] {
  const args = Object.values(command.args)
  const flags = namedFlags(command).filter(({ helpGroup }) => helpGroup !== 'GLOBAL')
  return [
    `## ${name(command)}`,
    `${plain(command.summary)}.`,
    ...(command.description === undefined ? [] : [plain(command.description)]),
    ...(command.usage === undefined ? [] : [`\`app ${command.usage}\``]),
    ...(args.length === 0 ? [] : [table(['argument', 'description'], args.map(argumentRow))]),
    ...(flags.length === 0 ? [] : [table(['flag', 'description'], flags.map(flagRow))]),
    ['```sh', ...command.examples.map((example) => exampleText(example, command)), '```'].join('\n'),
  ]
}

function argumentRow({ name: text, description = '', required }: Command['args'][string]): string[] {
  return [`\`${text}\``, [plain(description), required === true ? 'Required.' : ''].join(' ').trim()]
}

function flagRow(flag: Flag): string[] {
  const { char, helpValue, type, allowNo, options = [], required } = flag
  const value = type === 'option' ? ` ${helpValue ?? '<value>'}` : ''
  const long = `--${allowNo === true ? '[no-]' : ''}${flag.name}${value}`
  const allowed = options.length === 0 ? '' : `One of ${options.map((option) => `\`${option}\``).join(', ')}.`
  return [
    `\`${char === undefined ? '' : `-${char}, `}${long}\``,
    [plain(flag.summary ?? flag.description ?? ''), allowed, defaultText(flag), required === true ? 'Required.' : '']
      .filter((part) => part !== '')
      .join(' '),
  ]
}

/** Some summaries already contain the default. */
function defaultText({ default: value, summary = '' }: Flag): string {
  if (value === undefined || typeof value === 'boolean' || /default/i.test(summary)) return ''
  return `Default: \`${String(value)}\`.`
}

function namedFlags({ flags }: Command): Flag[] {
  return Object.entries(flags).map(([name, flag]) => ({ ...flag, name }))
}

function commonFlags(commands: readonly Command[]): Flag[] {
  const flags = commands.flatMap(namedFlags).filter(({ helpGroup }) => helpGroup === 'GLOBAL')
  return [...new Map(flags.map((flag) => [flag.name, flag])).values()]
}

function exampleText(example: string, command: Command): string {
  return example.replaceAll('<%= config.bin %>', 'app').replaceAll('<%= command.id %>', command.id.replaceAll(':', ' '))
}

function name({ id }: Command): string {
  return `app ${id.replaceAll(':', ' ')}`
}

function anchor(command: Command): string {
  return name(command).replaceAll(' ', '-')
}

function topicOf(id: string): string {
  return id.split(':')[0] ?? ''
}
