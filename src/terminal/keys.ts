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
  /** Called on Ctrl-C: in raw mode the terminal sends no signal for it. */
  readonly interrupt: () => void
  /** Calls back when the process continues after a suspension, until the returned function is called. */
  readonly onContinued?: ((listener: () => void) => () => void) | undefined
}

/** More characters at a time are not typed keys. */
const MOST_KEYS = 3

/** Handles a key. `interrupt` makes it act like Ctrl-C. */
export type OnKey = (key: string) => 'interrupt' | undefined

/**
 * Reads single keys until the returned function is called, which restores the terminal. Null if stdin is not a
 * terminal. Ctrl-C and Ctrl-\ interrupt as usual; input that is not a single key (arrows, pasted text) is ignored.
 */
export function readKeys({ stdin, interrupt, onContinued }: KeyTools, onKey: OnKey): (() => void) | null {
  if (stdin.isTTY !== true || stdin.setRawMode === undefined) return null
  const listen = (text: string) => {
    // Arrows and other sequences begin with ESC; a longer text was pasted. Two or three quick keys may arrive together.
    if (text.startsWith('\u001b') || text.length > MOST_KEYS) return
    for (const key of text) if (isInterrupt(key) || onKey(key) === 'interrupt') interrupt()
  }
  stdin.setRawMode(true)
  stdin.setEncoding?.('utf8')
  stdin.on?.('data', listen)
  stdin.resume?.()
  // The shell has left raw mode meanwhile, and Node sets a mode only if it differs from the mode that it last set.
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

/** Returns whether the key is Ctrl-C or Ctrl-\. */
function isInterrupt(key: string): boolean {
  return key === '\u0003' || key === '\u001c'
}
