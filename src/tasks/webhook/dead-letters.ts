import type { Context } from '../../context.ts'
import type { Journal } from '../../journal/journal.ts'
import { MOST_DEAD_LETTERS, platformDeadLetters } from '../../webhooks/platform-dead-letters.ts'
import { askEmulator } from '../dev/ask-emulator.ts'

/** What to do about the dead letters that the running emulator's queue has of this app, in words; null without any, and where none runs. */
export async function deadLettersElsewhere(
  context: Pick<Context, 'paths' | 'send'>,
  journal: Journal,
): Promise<string | null> {
  const query = { app: journal.appKey, state: 'dead_letter', limit: MOST_DEAD_LETTERS } as const
  const dead = await askEmulator(context, async (control) => control.deliveries(query))
  return dead === null ? null : platformDeadLetters(journal, dead)
}
