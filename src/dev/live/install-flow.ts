/** Maximum time for the owner: the scaffold waits equally long for the return. */
const FLOW_MS = 15 * 60_000

/** Tracks whether an install that began here may still end with an exchange. */
export interface InstallFlow {
  readonly begin: () => void
  readonly end: () => void
  readonly isRunning: () => boolean
}

export function createInstallFlow(now: () => Date): InstallFlow {
  let begunAt: number | null = null
  return {
    begin: () => {
      begunAt = now().getTime()
    },
    end: () => {
      begunAt = null
    },
    isRunning: () => begunAt !== null && now().getTime() - begunAt <= FLOW_MS,
  }
}
