/** Lines that are shown in one second. */
const MOST = 1000

/** The same for a second that follows one with too many: a program that prints for ever must not push everything else out of the log. */
const MOST_OF_FLOOD = 100

/** A line counts once more for each so many characters. */
const COUNTED_CHARACTERS = 1000

/** As many of the newest lines are shown in any case: the last ones say why a program has ended. */
const NEWEST = 20

const SECOND_MS = 1000

export interface OutputLimit {
  readonly add: (line: string) => void
  /** Shows now what is held back: the program has ended. */
  readonly flush: () => void
}

export interface LimitTools {
  /** May reject, when everything is to end: what is held back is shown then. */
  readonly sleep: (ms: number) => Promise<void>
  readonly show: (line: string) => void
}

/** Shows the lines of a program as they come, as long as these are not too many for a second. Of the others it shows how many there were, and the newest. */
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
    // It is over when a second goes by without too many.
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
