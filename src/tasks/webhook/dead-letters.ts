import type { Context } from '../../context.ts'
import type { Journal } from '../../journal/journal.ts'
import { MOST_DEAD_LETTERS, platformDeadLetters } from '../../webhooks/platform-dead-letters.ts'
import { askEmulator } from '../dev/ask-emulator.ts'

/** Returns an instruction for the app's dead letters in the running emulator's queue, or null without any or without an emulator. */
export async function deadLettersElsewhere(
  context: Pick<Context, 'paths' | 'send'>,
  journal: Journal,
): Promise<string | null> {
  const query = { app: journal.appKey, state: 'dead_letter', limit: MOST_DEAD_LETTERS } as const
  const dead = await askEmulator(context, async (control) => control.deliveries(query))
  return dead === null ? null : platformDeadLetters(journal, dead)
}
