import type { Context } from '../../context.ts'
import { pageLinks } from '../../control/pages/page-links.ts'
import type { DevControls } from '../../dev/dev-controls.ts'
import type { InstalledEvent, TimedEvent } from '../../dev/events/dev-event.ts'
import type { OnKey } from '../../terminal/keys.ts'
import { supportsLinks } from '../../terminal/links.ts'
import { style } from '../../terminal/style.ts'
import { wrap } from '../../terminal/wrap.ts'
import { createDevLines } from '../../views/dev/dev-events.ts'
import { devStatusParts, keyHelp } from '../../views/dev/dev-status.ts'
import { step, type DevLooks } from '../../views/dev/looks.ts'
import { endsStep, firstStep, liveStep, nextStep, startPart } from '../../views/dev/start.ts'

/** The terminal during `app dev`: scrolling lines, a status line below them, and keys. */
export interface DevScreen {
  readonly show: (event: TimedEvent) => void
  /** Enables the keys. */
  readonly offer: (controls: DevControls) => void
  /** Restores the terminal. */
  readonly close: () => void
}

const REFRESH_MS = 1000
const FRAME_MS = 80
const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']

export interface ScreenOptions {
  /** The app's topics, which decide the suggested first step. */
  readonly topics: readonly string[]
  /** Paths with the emulator's run file. */
  readonly paths: Context['paths']
}

export async function createDevScreen(
  { terminal, env }: Pick<Context, 'terminal' | 'env'>,
  { topics, paths }: ScreenOptions,
): Promise<DevScreen> {
  const status = await terminal.statusLine()
  const looks = style(terminal.noteColour)
  let controls: DevControls | null = null
  let working: string | null = null
  let frame = 0
  let home: string | null = null
  const begun: string[] = []
  const devEventLine = createDevLines()
  let installed: InstalledEvent | null = null
  let isLive = false
  let isRunning = false
  let isNextShown = false
  let isClosed = false
  let stopKeys: (() => void) | null = null
  const line = (text: string) => status.above(() => terminal.out(text))
  const refresh = () => {
    const moving =
      working === null ? [] : [{ rank: 20, text: `${looks.cyan(frames[frame++ % frames.length] ?? '')} ${working}` }]
    // Work in progress comes first. The rest follows if there is space.
    status.show([
      ...moving,
      ...(controls === null ? [] : devStatusParts(controls.status(), looks)).slice(moving.length),
    ])
  }
  let timer: NodeJS.Timeout | undefined
  const tick = () => {
    if (isClosed) return
    refresh()
    timer = setTimeout(tick, working === null ? REFRESH_MS : FRAME_MS).unref()
  }
  const wake = () => {
    clearTimeout(timer)
    tick()
  }
  const lookOf = (): DevLooks => ({
    style: style(terminal.colour),
    width: terminal.width,
    links: supportsLinks(env, terminal.width > 0),
    keys: terminal.isInteractive,
    nameTarget: terminal.nameTarget,
    home,
    pages: home === null || isLive ? null : pageLinks(paths, home),
  })
  const textOf = (event: TimedEvent): string => {
    if (isRunning) return devEventLine(event, lookOf())
    const part = startPart(event)
    if (part !== null) begun.push(part)
    // The list of URLs shows the app as soon as it listens.
    if (part !== null || event.event === 'app-listening') return ''
    if (event.event !== 'gateway' || begun.length === 0) return devEventLine(event, lookOf())
    return wrap(step(lookOf().style, begun.splice(0).join('; ')), terminal.width, '  ')
  }
  return {
    show: (event) => {
      if (event.event === 'store') home = event.code
      if (event.event === 'installed') installed = event
      isLive ||= event.event === 'live'
      const text = textOf(event)
      isRunning ||= event.event === 'ready'
      if (text !== '') line(text)
      if (bringsEvents(event, isLive) && terminal.isInteractive && !isNextShown) {
        isNextShown = true
        const next = `${lookOf().style.bold('Next:')} ${isLive ? liveStep(installed) : firstStep(topics)}`
        line(`\n${wrap(next, terminal.width, '      ')}\n`)
      }
      const next = nextStep(event, isRunning)
      if (next === null && !endsStep(event)) return
      working = next
      wake()
    },
    offer: (given) => {
      controls = given
      wake()
      void terminal.keys(actions(given, { line, clear: status.wipe, dim: lookOf().style.dim })).then((stop) => {
        stopKeys = stop
        if (isClosed) stop?.()
      })
    },
    close: () => {
      isClosed = true
      clearTimeout(timer)
      stopKeys?.()
      status.clear()
    },
  }
}

/** Returns whether events can arrive now. On the live platform they wait for a pending payment, which only a call shows. */
function bringsEvents(event: TimedEvent, isLive: boolean): boolean {
  if (!isLive) return event.event === 'installed'
  return event.event === 'verified' && event.paymentPending !== true
}

interface Page {
  readonly line: (text: string) => void
  readonly clear: () => void
  readonly dim: (text: string) => string
}

function actions(controls: DevControls, { line, clear, dim }: Page): OnKey {
  const keys: Readonly<Record<string, () => unknown>> = {
    i: controls.install,
    ...(controls.placeOrder && { o: controls.placeOrder }),
    a: controls.openAdmin,
    ...(controls.openPortal && { p: controls.openPortal }),
    w: controls.openInspector,
    t: controls.trigger,
    r: controls.replayLast,
    f: controls.lastFailure,
    x: controls.retryDeadLetters,
    c: clear,
    '?': () => line(keyHelp(controls)),
    // An empty line separates what follows.
    '\r': () => line(''),
  }
  return (pressed) => {
    // The only key whose capital letter does something else.
    if (pressed === 'R') void controls.restart()
    else {
      const key = pressed.toLowerCase()
      if (key === 'q') return 'interrupt'
      if (Object.hasOwn(keys, key)) keys[key]?.()
      else line(dim('? lists the keys'))
    }
    return undefined
  }
}
