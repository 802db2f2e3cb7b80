import { Command } from '@oclif/core/command'
import type { Input, ParserOutput } from '@oclif/core/interfaces'

import { rejectEmpty } from './cli/empty-value.ts'
import { linesFlag, rowsOf } from './cli/lines.ts'
import { controlAt, projectAt, targetAt } from './cli/place.ts'
import { isInterruption, lostOutput, ReportedError } from './cli/reported-error.ts'
import { openScreen, type Screen } from './cli/screen.ts'
import { chooseTarget } from './cli/target/choose-target.ts'
import { placeFlags } from './cli/target/place-flags.ts'
import { rejectTilde } from './cli/usage/home-folder.ts'
import type { Definitions } from './cli/usage/usage-error.ts'
import { withoutStdin } from './cli/usage/without-stdin.ts'
import type { Context } from './context.ts'
import { createContext, type PlaceFlags } from './context/create-context.ts'
import type { ControlClient } from './control/control-client.ts'
import type { AppError } from './errors.ts'
import type { Project } from './project/app-toml.ts'
import type { Target } from './project/targets.ts'
import { style } from './terminal/style.ts'
import { escapeForeign } from './text/escape.ts'
import { mapTexts } from './text/map-texts.ts'
import type { WrittenPart } from './views/commands/described-command.ts'
import type { Looks } from './views/view.ts'

/** The parts of oclif's `Config` that commands read. */
type Config = Command['config']

/** A concrete command class, as oclif and the tests instantiate it. */
export type AppCommandClass<Result = unknown> = new (
  argv: string[],
  config: Config,
  context?: Context,
) => AppCommand<Result>

type Parsed = Record<string, unknown>

const INTERRUPTED_EXIT = 130

/**
 * Base class of all commands. A command parses, acts, shows and returns: `run()` returns what `--json` prints (one document on one line), throws `AppError` for
 * expected failures, and never prints and then throws. Text for users goes through `show` (stdout, silent with `--json`) and `note` (stderr).
 */
export abstract class AppCommand<Result = unknown> extends Command {
  static override enableJsonFlag = true

  /** What the command changes. `live` if the live lock requires a confirmation. `app commands` prints it. */
  static writes: readonly WrittenPart[] = []

  /** Whether the command works the same on both platforms, so that live advice omits the target. */
  static ignoresTarget?: boolean

  /** What the live platform rejects, and where to do it instead: a flag (`--approve`), an argument (`portal`), or the whole command (``). */
  static rejectedOnLive?: Readonly<Record<string, string>>

  static override baseFlags = placeFlags

  protected readonly context: Context
  readonly #given: Context | undefined
  #target: Target['name'] = 'emulator'
  #place: PlaceFlags = {}
  #isWide = false
  #isLines = false
  #takes: Definitions = {}
  #screen: Screen | undefined

  constructor(argv: string[], config: Config, context?: Context) {
    super(argv, config)
    this.#given = context
    this.context = context ?? this.newContext()
  }

  /** Creates a fresh context for long-running commands, because the selected platform may change. Uses the working folder by default. */
  protected newContext(folder?: string): Context {
    return this.#given ?? createContext(this.config, () => this.#place, folder)
  }

  abstract override run(): Promise<Result>

  /** Prints text for a user on stdout, and nothing with --json. The caller must escape untrusted text (`escapeForeign`). */
  protected show(text: string): void {
    if (!this.jsonEnabled() && !this.#isLines) this.screen.show(text)
  }

  /** Prints progress, notices and hints on stderr, also with `--json`. */
  protected note(text: string): void {
    this.screen.note(text)
  }

  /** Returns the rows that `--ndjson` prints, one per line, if the command has `linesFlag`. */
  protected rows(result: Result): readonly unknown[] {
    return rowsOf(result)
  }

  /** Returns the same result with the target added to its commands if needed. */
  protected advised<T>(result: T): T {
    return mapTexts(result, this.context.terminal.nameTarget)
  }

  /** Returns stdout's properties for a view. */
  protected get looks(): Looks {
    return this.screen.looks
  }

  /** Returns stdout for text, with or without `--wide`. */
  protected get screen(): Screen {
    return (this.#screen ??= openScreen(this.context, this.#isWide))
  }

  /** Returns the selected target: `--target`, then SVCAPP_TARGET, else the emulator. Known once the command line is parsed. */
  protected get targetName(): Target['name'] {
    return this.#target
  }

  /** Loads the current folder's project, with the port of its `app dev`. Raises `project.*`. */
  protected project(): Promise<Project> {
    return projectAt(this.context)
  }

  /**
   * Returns the target (`targetName`). The emulator needs no project. Raises `project.*`,
   * `emulator.not-running` and `usage.invalid`.
   */
  protected target(project?: Project): Promise<Target> {
    return targetAt(this.context, this.targetName, project)
  }

  /** Returns the running emulator's control API. Raises `emulator.not-running`. */
  protected control(): Promise<ControlClient> {
    return controlAt(this.context)
  }

  /**
   * Returns the control API and the code of the store in `--store`, for a command that acts as the
   * store. Raises `emulator.not-running` and the errors of `meantStore`.
   */
  protected async storeControl(
    store: string | undefined,
  ): Promise<{ readonly control: ControlClient; readonly code: string }> {
    const { meantStore } = await import('./tasks/selection/stores.ts')
    const control = await this.control()
    const { identity } = await this.target()
    const tools = { context: this.context, control, identity }
    const { code } = await meantStore(tools, store)
    return { control, code }
  }

  protected override async parse<F extends Parsed, B extends Parsed, A extends Parsed>(
    options?: Input<F, B, A>,
    argv?: string[],
  ): Promise<ParserOutput<F, B, A>> {
    this.#takes = { flags: { ...options?.baseFlags, ...options?.flags }, args: { ...options?.args } }
    const parsed = await super.parse(options === undefined ? options : withoutStdin(options), argv)
    rejectEmpty(parsed, options?.flags)
    rejectTilde(parsed.flags, { ...options?.flags })
    const { wide, ...place } = parsed.flags as PlaceFlags & { wide?: boolean }
    this.#place = place
    this.#isWide = wide === true
    this.#isLines = options?.flags?.['ndjson'] === linesFlag.ndjson && parsed.flags['ndjson'] === true
    this.#screen = undefined
    this.#target = await chooseTarget(this.context, { command: this, typed: this.#typed(), parsed })
    return parsed
  }

  /** Ignores oclif's `APP_CONTENT_TYPE`: the name is too common to change the output. */
  override jsonEnabled(): boolean {
    const end = this.argv.indexOf('--')
    return (end === -1 ? this.argv : this.argv.slice(0, end)).includes('--json')
  }

  override async _run<T>(): Promise<T> {
    try {
      const result = await this.run()
      if (result !== undefined) this.#print(result)
      return result as unknown as T // oclif's signature; `run` defines the type
    } catch (error) {
      return this.#fail(error)
    }
  }

  #print(result: Result): void {
    if (this.#isLines) for (const row of this.rows(result)) this.#document(row)
    else if (this.jsonEnabled()) this.#document(this.toSuccessJson(result))
  }

  /** Ends with a result that is itself a failure: prints the result as usual and exits with the error's code, without the error. */
  protected endWith(result: Result, error: AppError): never {
    this.#print(result)
    throw new ReportedError(error.oclif.exit, error)
  }

  #document(value: unknown): void {
    // JSON.stringify does not escape C1, DEL and bidi controls. Escaping them keeps the document's meaning (T21).
    this.context.terminal.out(escapeForeign(JSON.stringify(value)))
  }

  async #fail(error: unknown): Promise<never> {
    const shown = error instanceof ReportedError ? error.oclif.exit : null
    // The reader of stdout closed it (`| head`). Stopping is not a failure, and no output is possible.
    if (this.context.interrupted.reason === 'SIGPIPE') {
      throw new ReportedError(shown === null || shown === INTERRUPTED_EXIT ? 0 : shown, error)
    }
    const lost = lostOutput(error, this.context.interrupted)
    if (lost !== null) return this.#report(lost, false)
    if (error instanceof ReportedError) throw error
    if (this.#target === 'emulator') return this.#report(error, this.jsonEnabled())
    const { withOtherBaseUrl } = await import('./cli/target/base-url-advice.ts')
    return this.#report(await withOtherBaseUrl(this.context, error), this.jsonEnabled())
  }

  /** Returns the command as typed: `app dev`. */
  #typed(id = this.id ?? ''): string {
    const { bin, topicSeparator } = this.config
    return `${bin} ${id.replaceAll(':', topicSeparator)}`
  }

  /** Returns the subcommands as typed: `app dev status`. */
  get #commandsBelow(): readonly string[] {
    return this.config.commandIDs.filter((id) => id.startsWith(`${this.id}:`)).map((id) => this.#typed(id))
  }

  async #report(error: unknown, isJson: boolean): Promise<never> {
    const { describeFailure, failureDocument, failureText } = await import('./cli/failure.ts')
    const { env, terminal } = this.context
    const failure = describeFailure(error, {
      env,
      isInterrupted: isInterruption(error) || this.context.interrupted.aborted,
      commandsBelow: this.#commandsBelow,
      takes: this.#takes,
      target: this.#target,
      nameTarget: terminal.nameTarget,
      ...(this.id !== undefined && { command: this.#typed() }),
    })
    if (env['DEBUG'] !== undefined && env['DEBUG'] !== '') terminal.noteLines(failure.trace)
    if (isJson) this.#document(failureDocument(failure))
    else terminal.noteLines(failureText(failure, style(terminal.noteColour), terminal.noteWidth))
    throw new ReportedError(failure.exit, error)
  }
}
