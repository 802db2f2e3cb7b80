/** The part of stdin that keys are read from. */
export interface KeyInput {
  readonly isTTY?: boolean | undefined
  setRawMode?(on: boolean): unknown
  setEncoding?(encoding: 'utf8'): unknown
  resume?(): unknown
  pause?(): unknown
  on?(event: 'data', listener: (text: string) => void): unknown
  off?(event: 'data', listener: (text: string) => void): unknown
}

export interface KeyTools {
  readonly stdin: KeyInput
  /** What Ctrl-C does: in raw mode the terminal sends no signal for it. */
  readonly interrupt: () => void
  /** Calls back when the process continues after a suspension, until the returned function is called. */
  readonly onContinued?: ((listener: () => void) => () => void) | undefined
}

/** More at one time is not typing. */
const MOST_KEYS = 3

/** Does what a key means; `interrupt` is what Ctrl-C does. */
export type OnKey = (key: string) => 'interrupt' | undefined

/**
 * Reads single keys until the returned function is called, which gives the terminal back as it was. Null when stdin is not a terminal. Ctrl-C and Ctrl-\
 * interrupt as ever; everything that is not a single key (arrows, pasted text) is passed over.
 */
export function readKeys({ stdin, interrupt, onContinued }: KeyTools, onKey: OnKey): (() => void) | null {
  if (stdin.isTTY !== true || stdin.setRawMode === undefined) return null
  const listen = (text: string) => {
    // Arrows and other sequences begin with ESC; a longer text was pasted. Two or three quick keys may come together.
    if (text.startsWith('\u001b') || text.length > MOST_KEYS) return
    for (const key of text) if (isInterrupt(key) || onKey(key) === 'interrupt') interrupt()
  }
  stdin.setRawMode(true)
  stdin.setEncoding?.('utf8')
  stdin.on?.('data', listen)
  stdin.resume?.()
  // The shell has taken raw mode back meanwhile, and Node sets only a mode that it does not have yet.
  const stop = onContinued?.(() => {
    stdin.setRawMode?.(false)
    stdin.setRawMode?.(true)
  })
  return () => {
    stop?.()
    stdin.off?.('data', listen)
    stdin.setRawMode?.(false)
    stdin.pause?.()
  }
}

/** Ctrl-C and Ctrl-\. */
function isInterrupt(key: string): boolean {
  return key === '\u0003' || key === '\u001c'
}
