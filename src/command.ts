import { Command } from '@oclif/core/command'
import type { Input, ParserOutput } from '@oclif/core/interfaces'

import { refuseEmpty } from './command/empty-value.ts'
import { linesFlag, rowsOf } from './command/lines.ts'
import { controlAt, projectAt, targetAt } from './command/place.ts'
import { isInterruption, lostOutput, ReportedError } from './command/reported-error.ts'
import { openScreen, type Screen } from './command/screen.ts'
import { chooseTarget } from './command/target/choose-target.ts'
import { placeFlags } from './command/target/place-flags.ts'
import { rejectTilde } from './command/usage/home-folder.ts'
import type { Definitions } from './command/usage/usage-error.ts'
import { withoutStdin } from './command/usage/without-stdin.ts'
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

/** What a command class gets from oclif: the little of its `Config` that we read. */
type Config = Command['config']

/** A concrete command, as oclif and the tests make one. */
export type AppCommandClass<Result = unknown> = new (
  argv: string[],
  config: Config,
  context?: Context,
) => AppCommand<Result>

type Parsed = Record<string, unknown>

const INTERRUPTED_EXIT = 130

/**
 * The base of all commands. A command is parse, do, show, return: `run()` returns what `--json` prints (one document on one line), throws `AppError`
 * for what can go wrong, and never prints and then throws. Words for a person go through `show` (stdout, silent with `--json`) and `note` (stderr).
 */
export abstract class AppCommand<Result = unknown> extends Command {
  static override enableJsonFlag = true

  /** What the command changes; `live` where the live lock asks for a person. `app commands` says so. */
  static writes: readonly WrittenPart[] = []

  /** Whether it does the same on both platforms, so that advice on live does not name the target. */
  static ignoresTarget?: boolean

  /** What the live platform rejects, with where it is done there: a flag (`--approve`), an argument (`portal`), or the whole command (``). */
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

  /** The world as it is now: for a command that stays, and may not know which platform is meant for ever. In the working folder where none is named. */
  protected newContext(folder?: string): Context {
    return this.#given ?? createContext(this.config, () => this.#place, folder)
  }

  abstract override run(): Promise<Result>

  /** A line on stdout for a person; nothing for a program. Foreign text in it must be escaped (`escapeForeign`). */
  protected show(text: string): void {
    if (!this.jsonEnabled() && !this.#isLines) this.screen.show(text)
  }

  /** A line on stderr, with `--json` too: progress, notices, hints. */
  protected note(text: string): void {
    this.screen.note(text)
  }

  /** What `--ndjson` prints of the result where the command has `linesFlag`: a line for each. */
  protected rows(result: Result): readonly unknown[] {
    return rowsOf(result)
  }

  /** The same result, with the target in its commands where that is needed. */
  protected advised<T>(result: T): T {
    return mapTexts(result, this.context.terminal.nameTarget)
  }

  /** How stdout looks, for a view. */
  protected get looks(): Looks {
    return this.screen.looks
  }

  /** Stdout for a person, `--wide` or not. */
  protected get screen(): Screen {
    return (this.#screen ??= openScreen(this.context, this.#isWide))
  }

  /** The target that is meant: `--target`, then SVCAPP_TARGET, else the emulator. Known as soon as the command line is parsed. */
  protected get targetName(): Target['name'] {
    return this.#target
  }

  /** The project that the current folder belongs to, at the port that its `app dev` gave it. Raises `project.*`. */
  protected project(): Promise<Project> {
    return projectAt(this.context)
  }

  /**
   * Where the platform is (`targetName`); the emulator needs no project. Raises `project.*`, `emulator.not-running` and
   * `usage.invalid`.
   */
  protected target(project?: Project): Promise<Target> {
    return targetAt(this.context, this.targetName, project)
  }

  /** The running emulator's control interface. Raises `emulator.not-running`. */
  protected control(): Promise<ControlClient> {
    return controlAt(this.context)
  }

  /**
   * The control interface, and the code of the store that `--store` means: what a command needs that does something as the store would. Raises
   * `emulator.not-running`, and what `meantStore` raises.
   */
  protected async storeControl(
    store: string | undefined,
  ): Promise<{ readonly control: ControlClient; readonly code: string }> {
    const { meantStore } = await import('./tasks/meant/stores.ts')
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
    refuseEmpty(parsed, options?.flags)
    rejectTilde(parsed.flags, { ...options?.flags })
    const { wide, ...place } = parsed.flags as PlaceFlags & { wide?: boolean }
    this.#place = place
    this.#isWide = wide === true
    this.#isLines = options?.flags?.['ndjson'] === linesFlag.ndjson && parsed.flags['ndjson'] === true
    this.#screen = undefined
    this.#target = await chooseTarget(this.context, { command: this, typed: this.#typed(), parsed })
    return parsed
  }

  /** Only the flag decides: oclif's `APP_CONTENT_TYPE` is too common a name to change our output. */
  override jsonEnabled(): boolean {
    const end = this.argv.indexOf('--')
    return (end === -1 ? this.argv : this.argv.slice(0, end)).includes('--json')
  }

  override async _run<T>(): Promise<T> {
    try {
      const result = await this.run()
      if (result !== undefined) this.#print(result)
      return result as unknown as T // oclif's signature; the type is that of `run`
    } catch (error) {
      return this.#fail(error)
    }
  }

  #print(result: Result): void {
    if (this.#isLines) for (const row of this.rows(result)) this.#document(row)
    else if (this.jsonEnabled()) this.#document(this.toSuccessJson(result))
  }

  /** Ends with a result that is bad news itself: it is printed as every result is, and the process exits as for the error, of which nothing is shown. */
  protected endWith(result: Result, error: AppError): never {
    this.#print(result)
    throw new ReportedError(error.oclif.exit, error)
  }

  #document(value: unknown): void {
    // JSON.stringify writes C1, DEL and bidi controls as they are; escaped the document means the same (T21).
    this.context.terminal.out(escapeForeign(JSON.stringify(value)))
  }

  async #fail(error: unknown): Promise<never> {
    const shown = error instanceof ReportedError ? error.oclif.exit : null
    // The reader of stdout has what it wanted (`| head`): stopping for that is not a failure, and there is nobody to tell.
    if (this.context.interrupted.reason === 'SIGPIPE') {
      throw new ReportedError(shown === null || shown === INTERRUPTED_EXIT ? 0 : shown, error)
    }
    const lost = lostOutput(error, this.context.interrupted)
    if (lost !== null) return this.#tell(lost, false)
    if (error instanceof ReportedError) throw error
    if (this.#target === 'emulator') return this.#tell(error, this.jsonEnabled())
    const { withOtherBaseUrl } = await import('./command/target/base-url-advice.ts')
    return this.#tell(await withOtherBaseUrl(this.context, error), this.jsonEnabled())
  }

  /** As it is typed: `app dev`. */
  #typed(id = this.id ?? ''): string {
    const { bin, topicSeparator } = this.config
    return `${bin} ${id.replaceAll(':', topicSeparator)}`
  }

  /** As they are typed: `app dev status`. */
  get #commandsBelow(): readonly string[] {
    return this.config.commandIDs.filter((id) => id.startsWith(`${this.id}:`)).map((id) => this.#typed(id))
  }

  async #tell(error: unknown, isJson: boolean): Promise<never> {
    const { describeFailure, failureDocument, failureText } = await import('./command/failure.ts')
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
