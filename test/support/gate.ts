/** Lets so many through at one time; the others wait in line, and when the line is full they are turned away. */
export interface Gate {
  /** Resolves with the function that leaves again, or with null when there is no room to wait. */
  readonly enter: () => Promise<(() => void) | null>
}

export interface GateSize {
  readonly inside: number
  readonly waiting: number
}

export function createGate({ inside, waiting }: GateSize): Gate {
  const line: (() => void)[] = []
  let count = 0
  const leave = () => {
    const next = line.shift()
    if (next) next()
    else count--
  }
  return {
    enter: async () => {
      if (count < inside) {
        count++
        return leave
      }
      if (line.length >= waiting) return null
      await new Promise<void>((resolve) => line.push(resolve))
      return leave
    },
  }
}
