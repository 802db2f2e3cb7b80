import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { deliveriesOfEvent, findDelivery, type DeliveryRow } from '../../journal/deliveries.ts'
import type { DeliveryTarget } from '../../journal/delivery-state.ts'
import { findDeliveries } from '../../journal/find-deliveries.ts'
import { openJournal, type Journal, type JournalOptions } from '../../journal/journal.ts'
import { unwritableDatabase } from '../../storage/database.ts'

type Work<T> = (journal: Journal) => T | Promise<T>

/** Calls `work` with the app's journal and always closes it. Raises the errors of opening it, and `storage.unwritable`. */
export function withJournal<T>({ paths }: Pick<Context, 'paths'>, appKey: string, work: Work<T>): Promise<T> {
  return opened({ path: paths.journalDb, appKey }, work)
}

/** Does the same for a short read, which works on a full disk, too. */
export function readJournal<T>({ paths }: Pick<Context, 'paths'>, appKey: string, look: Work<T>): Promise<T> {
  return opened({ path: paths.journalDb, appKey, isBrief: true }, look)
}

async function opened<T>(options: JournalOptions, work: Work<T>): Promise<T> {
  const journal = openJournal(options)
  try {
    return await work(journal)
  } catch (error) {
    throw unwritableDatabase(options.path, error)
  } finally {
    journal.close()
  }
}

/** Returns the delivery with this id. Raises `journal.unknown-delivery`. */
export function requireDelivery(journal: Journal, id: number): DeliveryRow {
  const row = findDelivery(journal, id)
  if (row !== null) return row
  throw new AppError('journal.unknown-delivery', `The journal has no delivery ${id} to this app.`, {
    suggestions: ['app webhook list'],
  })
}

/** Returns the newest delivery of the event with this `eventId`. Raises `journal.unknown-delivery`. */
export function requireEvent(journal: Journal, eventId: string): DeliveryRow {
  const row = deliveriesOfEvent(journal, eventId).at(-1)
  if (row !== undefined) return row
  throw new AppError('journal.unknown-delivery', `The journal has no delivery of the event ${eventId} to this app.`, {
    suggestions: ['app webhook list', 'app webhook why'],
  })
}

/** Returns the newest delivery, of one platform if given. Raises `journal.unknown-delivery` if there is none. */
export function newestDelivery(journal: Journal, target?: DeliveryTarget): DeliveryRow {
  const [row] = findDeliveries(journal, { target, limit: 1 })
  if (row !== undefined) return row
  throw new AppError(
    'journal.unknown-delivery',
    `The journal has no delivery to this app yet${target === undefined ? '' : ` from the target ${target}`}.`,
    {
      suggestions: ['app webhook why', 'app webhook trigger order.created'],
    },
  )
}
