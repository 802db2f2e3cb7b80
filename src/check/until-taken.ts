import { CannotJudge } from './cannot-judge.ts'
import { lastAnswer } from './deliver.ts'
import { isTaken } from './harness/raw-request.ts'

/** Thrown if the app accepts no event, neither now nor shortly after, so its handling of events cannot be judged. */
export class NotTaken extends CannotJudge {
  constructor() {
    super('the app no longer accepts events at this point')
  }
}

/** Sends a delivery until the app accepts it. Throws `NotTaken`. */
export async function untilTaken(...given: Parameters<typeof lastAnswer>): Promise<void> {
  if (!isTaken(await lastAnswer(...given))) throw new NotTaken()
}
