import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../../cli.ts'
import { devPortFlags } from '../../cli/dev-port-flags.ts'
import { otlpEndpointFlag } from '../../cli/flags.ts'
import { ownerDecides } from '../../cli/target/owner-decides.ts'
import { BACKGROUND } from '../../dev/background/mark.ts'
import type { DevOptions } from '../../dev/context.ts'
import type { TimedEvent } from '../../dev/events/dev-event.ts'
import type { LiveRun } from '../../dev/live/live-run.ts'
import type { DevFlags } from '../../dev/lock.ts'
import type { Project } from '../../project/app-toml.ts'
import { namedPlatform } from '../../project/platforms/choose-platform.ts'
import type { DevScreen } from '../../tasks/dev/dev-screen.ts'
import { sessionFlags } from '../../tasks/dev/ignored-flags.ts'
import { isForBackground } from '../../tasks/dev/is-for-background.ts'
import type { LiveFlags } from '../../tasks/dev/prepare-live.ts'
import { readOptions, movableParts, requirePublished } from '../../tasks/dev/read-flags.ts'
import type { StartedDev } from '../../tasks/dev/start-in-background.ts'
import { escapeForeign } from '../../text/escape.ts'
export type { TimedEvent as Line } from '../../dev/events/dev-event.ts'

export default class Dev extends AppCommand<StartedDev | undefined> {
  static override summary = 'Run your app on the emulator or on the live platform'

  static override description =
    'Starts the emulator if needed, registers the app, creates a missing test store, runs dev.command behind the gateway and installs the app. If a port is in use, picks another, unless a flag sets it. Ctrl-C stops everything and restores the webhook URL. --target live needs a tunnel.'

  static override writes = ['project', 'state', 'emulator'] as const
  static override examples = [
    '<%= config.bin %> dev --approve --once --json',
    '<%= config.bin %> dev --target live --tunnel quick',
  ]

  static override rejectedOnLive = ownerDecides

  static override flags = {
    approve: Flags.boolean({
      summary: "Approve the install as the store's manager.",
      helpGroup: 'INSTALL AND DELIVERY',
    }),
    once: Flags.boolean({ summary: 'Exit with 0 after the first delivered event.' }),
    reinstall: Flags.boolean({ summary: 'Reinstall the app if it is installed.', helpGroup: 'INSTALL AND DELIVERY' }),
    region: Flags.string({
      summary: 'Region id, code, country or currency. Default: home.',
      helpValue: '<region>',
      helpGroup: 'INSTALL AND DELIVERY',
    }),
    store: Flags.string({
      summary: 'Test store code or id. Default: the current store.',
      helpValue: '<code>',
      helpGroup: 'INSTALL AND DELIVERY',
    }),
    ack: Flags.boolean({
      summary: 'Respond immediately, then deliver with retries.',
      helpGroup: 'INSTALL AND DELIVERY',
    }),
    'retry-delays': Flags.string({
      default: '5s,15s,1m,5m,15m,30m',
      summary: 'Retry delays.',
      helpValue: '<5s,…>',
      helpGroup: 'INSTALL AND DELIVERY',
    }),
    dedupe: Flags.boolean({ summary: 'Skip events that the app already accepted.', helpGroup: 'INSTALL AND DELIVERY' }),
    watch: Flags.boolean({
      default: true,
      allowNo: true,
      summary: 'Restart the app and reload app.toml on changes.',
    }),
    'keep-calls': Flags.boolean({
      summary: 'Store full live API calls (with customer data).',
      helpGroup: 'TUNNEL AND LIVE',
    }),
    'otlp-endpoint': otlpEndpointFlag,
    compact: Flags.boolean({ summary: "Hide the app's output.", helpGroup: 'OUTPUT' }),
    ndjson: Flags.boolean({ summary: 'Print one JSON event per line, as --json does.', helpGroup: 'OUTPUT' }),
    'ready-file': Flags.string({
      summary: 'Write the ready event to a file (deleted on exit).',
      helpValue: '<file>',
      helpGroup: 'OUTPUT',
    }),
    published: Flags.boolean({
      allowNo: true,
      summary: 'Treat the app as published. Required in scripts.',
      helpGroup: 'TUNNEL AND LIVE',
    }),
    background: Flags.boolean({
      allowNo: true,
      summary: 'Run in the background. Default for coding agents.',
    }),
    cleanup: Flags.boolean({ summary: 'Restore what a killed run changed, then exit.' }),
    yes: Flags.boolean({ char: 'y', summary: 'Allow dev.command, new live tokens, loopback tunnels.' }),
    tunnel: Flags.string({
      summary: 'Tunnel to the gateway.',
      helpValue: '<quick|none|name>',
      helpGroup: 'TUNNEL AND LIVE',
    }),
    'tunnel-url': Flags.string({
      summary: 'Public URL of an existing tunnel.',
      helpValue: '<https url>',
      helpGroup: 'TUNNEL AND LIVE',
    }),
    ...devPortFlags,
  }

  async run(): Promise<StartedDev | undefined> {
    const { flags, metadata } = await this.parse(Dev)
    // Uses app.toml unchanged, without the ports of another running `app dev`.
    const { loadProject } = await import('../../project/app-toml.ts')
    const project = loadProject(this.context)
    if (flags.cleanup) return this.#cleanUp(project)
    // A background run shows the line in the process that starts it.
    if (this.context.env[BACKGROUND] === undefined) await this.#noteKit(project)
    const chosen = sessionFlags(flags, metadata.flags)
    const isBackground = await isForBackground(this.context, { ...flags, isJson: this.jsonEnabled() })
    if (this.targetName !== 'emulator') requirePublished(flags, this.context.terminal.isInteractive && !isBackground)
    if (isBackground) return this.#inBackground(project, { ...flags, given: chosen.given })
    const { readTunnelChoice } = await import('../../dev/tunnel-choice.ts')
    const live = this.targetName === 'emulator' ? null : await this.#live(project, flags)
    const tunnel = readTunnelChoice({ tunnel: flags.tunnel, url: flags['tunnel-url'] })
    const movable = movableParts(metadata.flags, live?.tunnel ?? tunnel)
    if (live !== null) movable.delete('app')
    const options = { ...flags, ...readOptions(flags), flags: chosen.session }
    await this.#runHere({ ...options, project, tunnel, live, movableParts: movable }, flags)
    return undefined
  }

  async #noteKit({ dir }: Project): Promise<void> {
    const { kitNotice } = await import('../../tasks/kit-notice.ts')
    const notice = kitNotice(this.context, dir)
    if (notice !== null) this.note(notice)
  }

  async #runHere(options: DevOptions, flags: ShowFlags): Promise<void> {
    const { context } = this
    const { terminal, runtime, now } = context
    const [
      { runDevSession },
      { createDevScreen },
      { readyFile },
      { madeDevPlatform },
      { openSessionLog, logged },
      { withoutUnused },
    ] = await Promise.all([
      import('../../dev/session.ts'),
      import('../../tasks/dev/dev-screen.ts'),
      import('../../tasks/dev/ready-file.ts'),
      import('../../tasks/dev/dev-platform.ts'),
      import('../../dev/background/session-log.ts'),
      import('../../tasks/emulator/platforms/failed-start.ts'),
    ])
    const isBackground = context.env[BACKGROUND] !== undefined
    const ready = flags['ready-file'] === undefined ? null : readyFile(context.cwd, flags['ready-file'])
    const trust = { isInteractive: terminal.isInteractive, ask: terminal.ask, isAgreed: flags.yes }
    const { dir } = options.project
    const { paths, isNew } = madeDevPlatform(context, { dir, flag: flags.platform, isLive: options.live !== null })
    const { topics } = options.project.config.webhooks
    const screen = this.jsonEnabled() || flags.ndjson ? null : await createDevScreen(context, { topics, paths })
    const tools = { ...context, ...runtime, paths, trust }
    const run = runDevSession(tools, { ...options, isBackground, ...(screen && { onControls: screen.offer }) })
    const events = withoutUnused(run, { paths, dir, isNew })
    // The process that started this one reads the log.
    const show = isBackground ? () => {} : this.#shower({ screen, isCompact: flags.compact })
    try {
      for await (const event of logged(events, openSessionLog({ paths, dir }, now))) {
        if (event.event === 'ready') ready?.write(event)
        show(event)
      }
    } finally {
      screen?.close()
      ready?.remove()
    }
  }

  /** Runs in the background, and prints one document or, on a terminal, text. */
  async #inBackground(project: Project, { yes, given, platform: flag }: BackgroundFlags): Promise<StartedDev> {
    const [{ startInBackground }, { runningLooks }, { runningLines, ignoredLine }] = await Promise.all([
      import('../../tasks/dev/start-in-background.ts'),
      import('../../tasks/running-looks.ts'),
      import('../../views/dev/running.ts'),
    ])
    const platform = namedPlatform({ flag, env: this.context.env })
    const wanted = { flags: given, platform, target: this.targetName }
    const started = await startInBackground(this.context, { project, argv: this.argv, isAgreed: yes, wanted })
    if (started.ignored !== null) this.note(ignoredLine(started.ignored))
    if (this.context.terminal.width > 0) {
      if (!started.started) this.show('Already running:')
      this.show(runningLines(started, runningLooks(this.context, this.looks, started)))
      this.show(this.looks.style.dim('Follow the logs with `app dev logs --follow`. Stop with `app dev stop`.'))
    } else if (!this.jsonEnabled()) this.context.terminal.out(escapeForeign(JSON.stringify(started)))
    return started
  }

  async #live(project: Project, flags: LiveFlags): Promise<LiveRun> {
    const { prepareLive } = await import('../../tasks/dev/prepare-live.ts')
    return prepareLive(this.context, { project, target: await this.target(project), flags })
  }

  async #cleanUp(project: Project): Promise<undefined> {
    if (this.targetName !== 'emulator') {
      this.show('Nothing to restore. `app dev` does not change the registration on the live platform.')
      return undefined
    }
    const { cleanUp } = await import('../../tasks/dev/clean-up.ts')
    this.show(await cleanUp(this.context, project))
    return undefined
  }

  /** Without a screen, prints one JSON line or one text per event. */
  #shower({ screen, isCompact }: { screen: DevScreen | null; isCompact: boolean }): (event: TimedEvent) => void {
    if (screen === null) return (event) => this.context.terminal.out(escapeForeign(JSON.stringify(event)))
    return (event) => {
      if (!isCompact || event.event !== 'app-output') screen.show(event)
    }
  }
}

interface ShowFlags {
  readonly ndjson: boolean
  readonly compact: boolean
  readonly yes: boolean
  readonly platform?: string | undefined
  readonly 'ready-file'?: string | undefined
}

interface BackgroundFlags {
  readonly yes: boolean
  readonly given: DevFlags
  readonly platform?: string | undefined
}
