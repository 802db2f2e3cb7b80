/** Maximum lines shown per second. */
const MOST = 1000

/** Limit after a second with too many lines, so that a program that prints in a loop does not push everything else out of the log. */
const MOST_OF_FLOOD = 100

/** Number of characters after which a line counts once more. */
const COUNTED_CHARACTERS = 1000

/** Number of newest lines that are always shown, because the last ones explain why a program exited. */
const NEWEST = 20

const SECOND_MS = 1000

export interface OutputLimit {
  readonly add: (line: string) => void
  /** Shows the pending lines after the program has exited. */
  readonly flush: () => void
}

export interface LimitTools {
  /** May reject when the session ends. The pending lines are shown then. */
  readonly sleep: (ms: number) => Promise<void>
  readonly show: (line: string) => void
}

/** Shows a program's lines immediately unless there are too many in a second. Then it shows the number of omitted lines and the newest ones. */
export function limitOutput({ sleep, show }: LimitTools): OutputLimit {
  let isCounting = false
  let left = MOST
  let heldBack = 0
  let newest: string[] = []
  const flush = () => {
    const leftOut = heldBack - newest.length
    if (leftOut > 0) show(`… ${leftOut} ${leftOut === 1 ? 'line' : 'lines'} left out`)
    for (const line of newest) show(line)
    heldBack = 0
    newest = []
  }
  const end = () => {
    const isFlood = heldBack > 0
    flush()
    isCounting = false
    left = isFlood ? MOST_OF_FLOOD : MOST
    // The flood is over after a second without too many lines.
    if (isFlood) begin()
  }
  const begin = () => {
    isCounting = true
    void sleep(SECOND_MS).then(end, () => {
      flush()
      isCounting = false
    })
  }
  return {
    add: (line) => {
      if (!isCounting) begin()
      left -= 1 + Math.floor(line.length / COUNTED_CHARACTERS)
      if (left >= 0) return show(line)
      heldBack++
      newest.push(line)
      if (newest.length > NEWEST) newest.shift()
    },
    flush,
  }
}
