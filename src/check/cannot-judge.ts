import type { Answer } from './harness/raw-request.ts'

/** Thrown by a check that has nothing to judge; the message becomes its `reason`. */
export class CannotJudge extends Error {}

/** Reason if a check cannot tell a slow app from a slow machine. */
export const TOO_BUSY = 'this machine is too busy to judge how fast the app is'

/** Returns the same response. Throws `CannotJudge` if there is none because the machine is too busy, which shows nothing about the app. */
export function judgeable(answer: Answer): Answer {
  if (!answer.answered && answer.why === 'busy') throw new CannotJudge(TOO_BUSY)
  return answer
}
