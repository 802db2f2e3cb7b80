/** How long an owner may take: as long as the scaffold waits for a return. */
const FLOW_MS = 15 * 60_000

/** Whether an install that was begun here may still end with an exchange. */
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
