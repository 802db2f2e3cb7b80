import type { Answer } from './harness/raw-request.ts'

/** Thrown by a check that has nothing to judge; the message becomes its `reason`. */
export class CannotJudge extends Error {}

/** Thrown by a check that cannot tell a slow app from a slow machine. The other checks are part of what keeps the machine busy. */
export class TooBusy extends CannotJudge {
  constructor() {
    super('this machine is too busy to judge how fast the app is')
  }
}

/** Returns the same response. Throws `TooBusy` if there is none because the machine is too busy, which shows nothing about the app. */
export function judgeable(answer: Answer): Answer {
  if (!answer.answered && answer.why === 'busy') throw new TooBusy()
  return answer
}
