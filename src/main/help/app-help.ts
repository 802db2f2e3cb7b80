import { CommandHelp, Help } from '@oclif/core/help'
import type { Topic } from '@oclif/core/interfaces'

import { withoutColour } from '../../terminal/width.ts'
import { everyday, helpGroups, startHere } from './help-groups.ts'
import { ALL_COMMANDS } from './wants-help.ts'

type LoadableCommand = Parameters<Help['showCommandHelp']>[0]

/** Name and description. */
type Row = [name: string, about: string | undefined]

type CommandExamples = Parameters<CommandHelp['examples']>[0]

type CommandFlags = Parameters<CommandHelp['groupFlags']>[0]

type FlagGroups = ReturnType<CommandHelp['groupFlags']>

type ListOptions = Parameters<CommandHelp['renderList']>[1]

class FittingCommandHelp extends CommandHelp {
  override renderList(input: (string | undefined)[][], wanted: ListOptions): string {
    return fitting(this.opts.maxWidth, (opts) => super.renderList(input, { ...wanted, ...opts }))
  }

  /** The page starts with the summary, which oclif repeats in the description. */
  protected override description(): string | undefined {
    const { description } = this.command
    return description === undefined ? undefined : this.wrap(description)
  }

  /** oclif adds an empty line between examples. */
  protected override examples(examples: CommandExamples): string | undefined {
    const text = super.examples(examples)
    const isLines = [examples].flat().every((example) => typeof example === 'string' && !example.includes('\n'))
    return isLines ? text?.replaceAll('\n\n', '\n') : text
  }

  /** oclif measures the line before it inserts the command's name. */
  protected override usage(): string {
    const { usage: lines = this.defaultUsage() } = this.command
    const usage = [lines]
      .flat()
      .map((line) => this.#usageLine(line))
      .join('\n')
    return usage.split('\n').length <= LONGEST_USAGE ? usage : this.#usageLine(`${this.#requiredUsage()} [FLAGS]`)
  }

  /** Flags common to all commands come last. */
  protected override groupFlags(flags: CommandFlags): FlagGroups {
    const { mainFlags, flagGroups } = super.groupFlags(flags)
    const { GLOBAL = [], ...own } = flagGroups
    return { mainFlags, flagGroups: { ...own, GLOBAL } }
  }

  #usageLine(line: string): string {
    return this.wrap(`$ ${this.config.bin} ${line}`, 6).replaceAll('\n', '\n    ')
  }

  #requiredUsage(): string {
    const { flags } = this.command
    const required = Object.entries(flags).filter(([, flag]) => flag.required)
    return new FittingCommandHelp(
      { ...this.command, flags: Object.fromEntries(required) },
      this.config,
      this.opts,
    ).defaultUsage()
  }
}

/** In lines. A longer usage omits the flags, which have their own lists. */
const LONGEST_USAGE = 3

/** When oclif puts the text below the name, it ignores the section's own two-column indentation. */
function fitting(maxWidth: number, render: (opts: Partial<ListOptions>) => string): string {
  const list = render({})
  const isTooWide = list.split('\n').some((line) => withoutColour(line).length > maxWidth - 2)
  return isTooWide ? render({ multiline: true, indentation: 4 }) : list
}

/** oclif's help with our root pages: first steps, and all commands in groups. A topic's page lists the commands of its topics. */
export class AppHelp extends Help {
  protected override CommandHelpClass = FittingCommandHelp

  override render = (text: string): string => withNames(text, { bin: this.config.bin, id: '' })

  protected override get sortedTopics(): Topic[] {
    // oclif treats a command as a topic if another topic's name ends like it (`context`, `call:context`).
    const ids = this.config.commandIDs
    const isTopic = ({ name }: Topic) => ids.some((id) => id.startsWith(`${name}:`))
    return this.config.topics
      .filter((topic) => topic.hidden !== true && isTopic(topic))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
  }

  /** oclif's own text for an unknown command does not suggest a similar one. */
  override async showHelp(argv: string[]): Promise<void> {
    if (argv[0] === ALL_COMMANDS) return this.#showAllCommands()
    try {
      await super.showHelp(argv)
    } catch (error) {
      const [, id] = /^Command (.+) not found\.$/.exec(error instanceof Error ? error.message : '') ?? []
      if (id === undefined) throw error
      await this.config.runCommand(id)
    }
  }

  /** At 80 columns it fits a terminal of 24 lines (test/main/help/root-help.test.ts). */
  protected override async showRootHelp(): Promise<void> {
    const { bin } = this.config
    const start = startHere.map(([command, result]): Row => [`$ ${bin} ${command}`, result])
    this.#showPage([
      this.section('START HERE', this.#list(start)),
      this.section('COMMANDS', this.#list(everyday.map(([command, about]): Row => [command, about]))),
      this.wrap(`Live platform: \`${bin} register --target live\`, then \`${bin} dev --target live\`.`, 0),
      this.wrap(`All commands: \`${bin} help ${ALL_COMMANDS}\`. Flags and examples: \`${bin} COMMAND --help\`.`, 0),
    ])
  }

  #showAllCommands(): void {
    const { bin, pjson } = this.config
    const known = this.#topLevel()
    const groups = [...helpGroups, { title: 'MORE', entries: [...known.keys()].filter((name) => !isGrouped(name)) }]
    const sections = groups.map(({ title, entries }) => {
      const rows = entries.map((entry): Row => [entry, known.get(entry) ?? this.#about(entry)])
      return rows.length === 0 ? '' : this.section(title, this.#list(rows))
    })
    // package.json is fully typed at its source, but loosely by oclif.
    const { homepage } = pjson as { readonly homepage?: string }
    const more = [
      `\`${bin} <command> --help\` shows flags and examples. \`${bin} <topic> --help\` lists the commands of ${[...this.#topics()].join(', ')}.`,
      ...(homepage === undefined ? [] : [`Documentation: ${homepage}`]),
    ]
    this.#showPage([
      this.section('USAGE', `$ ${bin} COMMAND [--help]`),
      ...sections.filter((section) => section !== ''),
      this.wrap(more.join('\n'), 0),
    ])
  }

  #showPage(sections: readonly string[]): void {
    // As above, oclif types package.json loosely.
    const { description = '' } = this.config.pjson as { readonly description?: string }
    this.log(`${[this.wrap(description, 0), ...sections].join('\n\n')}\n`)
  }

  protected override async showTopicHelp(topic: Topic): Promise<void> {
    const { bin } = this.config
    const topics = this.sortedTopics.filter(({ name }) => isChild(name, topic.name))
    const rows: Row[] = topics.map(({ name, description }) => [
      asTyped(name),
      `${description ?? ''} (${this.#commandsOf(name).join(', ')})`,
    ])
    const page = [
      this.wrap(topic.description ?? '', 0),
      this.section('USAGE', `$ ${bin} ${asTyped(topic.name)} COMMAND [--help]`),
      this.#commandsBelow(topic.name),
      topics.length === 0 ? '' : this.section('TOPICS', this.#list(rows)),
    ]
    this.log(`${page.filter((section) => section !== '').join('\n\n')}\n`)
  }

  override async showCommandHelp(command: LoadableCommand): Promise<void> {
    const page = [
      this.wrap(this.summary(command) ?? '', 0),
      this.formatCommand(command).trimEnd(),
      this.#commandsBelow(command.id),
    ]
    this.log(`${page.filter((section) => section !== '').join('\n\n')}\n`)
  }

  /** oclif inserts the spaces into the command id itself, which is then no longer found. */
  protected override formatCommand(command: LoadableCommand): string {
    return super.formatCommand({ ...command })
  }

  protected override getCommandHelpClass(command: LoadableCommand): CommandHelp {
    const help = super.getCommandHelpClass(command)
    help.render = (text) => withNames(text, { bin: this.config.bin, id: command.id })
    return help
  }

  /** Returns top-level commands and topics with their descriptions. */
  #topLevel(): Map<string, string | undefined> {
    const commands = this.sortedCommands.filter(({ id }) => !id.includes(':'))
    const topics = this.sortedTopics.filter(({ name }) => !name.includes(':'))
    return new Map<string, string | undefined>([
      ...topics.map(({ name, description }) => [name, description] as const),
      ...commands.map((command) => [command.id, this.summary(command)] as const),
    ])
  }

  #topics(): string[] {
    return this.sortedTopics.filter(({ name }) => !name.includes(':')).map(({ name }) => name)
  }

  #about(entry: string): string | undefined {
    const command = this.config.findCommand(entry.replaceAll(' ', ':'))
    return command && this.summary(command)
  }

  #commandsBelow(topic: string): string {
    const below = this.sortedCommands.filter(({ id }) => isChild(id, topic))
    return below.length === 0
      ? ''
      : this.section('COMMANDS', this.#list(below.map((one) => [asTyped(one.id), this.summary(one)])))
  }

  /** Returns the last words of the commands below a topic. */
  #commandsOf(topic: string): string[] {
    return this.sortedCommands
      .filter(({ id }) => id.startsWith(`${topic}:`))
      .map(({ id }) => id.split(':').at(-1) ?? '')
  }

  #list(rows: readonly Row[]): string {
    return fitting(this.opts.maxWidth, (opts) => this.renderList([...rows], { indentation: 2, spacer: '\n', ...opts }))
  }
}

/** Our texts use only these two of oclif's templates; compiling each line with ejs, as oclif does, costs 5 ms per page. */
function withNames(text: string, { bin, id }: { readonly bin: string; readonly id: string }): string {
  return text.replaceAll('<%= config.bin %>', bin).replaceAll('<%= command.id %>', id)
}

function isGrouped(name: string): boolean {
  return helpGroups.some(({ entries }) => entries.includes(name))
}

function isChild(id: string, topic: string): boolean {
  return id.startsWith(`${topic}:`) && !id.slice(topic.length + 1).includes(':')
}

function asTyped(id: string): string {
  return id.replaceAll(':', ' ')
}
