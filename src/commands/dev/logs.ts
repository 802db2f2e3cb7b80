import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../../cli.ts'
import { SINCE_FORMS, sinceOf } from '../../cli/values/since.ts'
import { logSources, type LogEntry } from '../../dev/background/log-entry.ts'
import { AppError } from '../../errors.ts'
import { escapeForeign } from '../../text/escape.ts'
import { createDevLines } from '../../views/dev/dev-events.ts'
import { NOT_RUNNING } from '../../views/dev/running.ts'

export type Line = LogEntry

/** Interval between reads of a followed log. */
const LOOK_MS = 200

export default class DevLogs extends AppCommand<undefined> {
  static override ignoresTarget = true

  static override summary = 'Show the output of `app dev` in this project'

  static override description =
    "Works for runs in the foreground and background. The newest 10 MB are available. With --ndjson or --json, prints one JSON event per line, as `app dev --json` does, with time and source. The sources are `app` (the app's process), `platform` (the emulator with its stores and installs) and `gateway` (deliveries and calls). Secrets are masked."

  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --follow --source app',
    '<%= config.bin %> <%= command.id %> --since 5m --source gateway --json',
  ]

  static override flags = {
    follow: Flags.boolean({ char: 'F', summary: 'Follow new lines until `app dev` stops or you press Ctrl-C.' }),
    ndjson: Flags.boolean({ summary: 'Print one JSON event per line, as --json does.' }),
    since: Flags.string({ summary: `Show only lines since a time: ${SINCE_FORMS}.`, helpValue: '<time|age>' }),
    source: Flags.option({ options: logSources, multiple: true })({
      summary: 'Show only this source. May be repeated.',
    }),
  }

  /** Store code of the run. A line shows its store only if it differs. */
  #home: string | null = null
  #isForProgram = false
  readonly #lineOf = createDevLines()

  async run(): Promise<undefined> {
    const { flags } = await this.parse(DevLogs)
    this.#isForProgram = this.jsonEnabled() || flags.ndjson
    const { context } = this
    const [{ readSessionLog }, { runningSession }, { sessionFolder }] = await Promise.all([
      import('../../dev/background/session-log.ts'),
      import('../../dev/lock.ts'),
      import('../../dev/session-folder.ts'),
    ])
    const place = { paths: context.paths, dir: sessionFolder(context) }
    const first = flags.since === undefined ? '' : sinceOf(flags.since, context.now()).toISOString()
    const show = (entries: readonly LogEntry[]) => {
      for (const entry of entries) {
        if (entry.event === 'store') this.#home = entry.code
        const isMeant = entry.at >= first && (flags.source === undefined || flags.source.includes(entry.source))
        if (isMeant) this.#show(entry)
      }
    }
    const read = readSessionLog(place)
    const kept = read()
    show(kept)
    let isRunning = runningSession(place) !== null
    if (!isRunning && (flags.follow || kept.length === 0)) this.note(NOT_RUNNING)
    while (flags.follow && isRunning && !context.interrupted.aborted) {
      isRunning = runningSession(place) !== null
      // A stopped run still logs why it stopped.
      await context.sleep(LOOK_MS, context.interrupted).catch(() => {})
      show(read())
      if (!isRunning && !context.interrupted.aborted) this.note('`app dev` has stopped.')
    }
    if (context.interrupted.aborted) throw new AppError('cli.interrupted', 'Stopped.')
    return undefined
  }

  #show(entry: Line): void {
    if (this.#isForProgram) return this.context.terminal.out(escapeForeign(JSON.stringify(entry)))
    const text = this.#lineOf(entry, { ...this.looks, home: this.#home })
    if (text.trim() !== '') this.show(text)
  }
}
