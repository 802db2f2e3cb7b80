/** Limits concurrency: the others wait in line, and are rejected if the line is full. */
export interface Gate {
  /** Resolves with the function that leaves again, or with null if the line is full. */
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
