import type { Context } from '../context.ts'
import type { DevControls } from '../dev/controls.ts'
import type { OnKey } from '../terminal/keys.ts'
import { style } from '../terminal/style.ts'
import { devStatusLine, keyHelp } from '../views/dev-status.ts'

/** The terminal while `app dev` runs: lines that scroll, one status line below them, and keys. */
export interface DevScreen {
  readonly line: (text: string) => void
  /** From now on keys do something. */
  readonly offer: (controls: DevControls) => void
  /** Gives the terminal back. */
  readonly close: () => void
}

const REFRESH_MS = 1000

export async function createDevScreen({ terminal }: Context): Promise<DevScreen> {
  const status = await terminal.statusLine()
  let timer: NodeJS.Timeout | undefined
  let stopKeys: (() => void) | null = null
  let isClosed = false
  const line = (text: string) => status.above(() => terminal.out(text))
  return {
    line,
    offer: (controls) => {
      const refresh = () => status.show(devStatusLine(controls.status(), style(terminal.noteColour)))
      timer = setInterval(refresh, REFRESH_MS).unref()
      refresh()
      void terminal.keys(actions(controls, line)).then((stop) => {
        stopKeys = stop
        if (isClosed) stop?.()
      })
    },
    close: () => {
      isClosed = true
      clearInterval(timer)
      stopKeys?.()
      status.clear()
    },
  }
}

function actions(controls: DevControls, line: (text: string) => void): OnKey {
  const keys: Readonly<Record<string, () => unknown>> = {
    i: controls.install,
    o: controls.openAdmin,
    w: controls.openInspector,
    t: controls.trigger,
    r: controls.replayLast,
    x: controls.retryDeadLetters,
    '?': () => line(keyHelp),
  }
  return (pressed) => {
    const key = pressed.toLowerCase()
    if (key === 'q') return 'interrupt'
    if (Object.hasOwn(keys, key)) keys[key]?.()
    return undefined
  }
}
