import type { Call } from '../send/call.ts'
import type { Answer, Way } from '../send/way.ts'

interface Page {
  readonly items: readonly unknown[]
  readonly totalCount: number
}

/**
 * Says that a list goes on after its first page: in a pipe or a file it looks like the whole. Nothing is said where the page was chosen, where the endpoint's
 * view tells it below its table, and of `--json`, which has the answer with its total.
 */
export function noteMore({ asked, facts, options, screen }: Call, way: Way, { result: { body } }: Answer): void {
  if (way.isWalk || way.isLive) return
  const { page, pageSize } = asked.query
  if (page !== undefined || pageSize !== undefined || options.format === 'json' || facts.known === null) return
  if (options.format === 'view' && options.fields === null && screen.looks.width > 0) return
  if (!isPage(body) || body.items.length >= body.totalCount) return
  screen.note(`Showing the first ${body.items.length} of ${body.totalCount} rows. Add --all for all rows.`)
}

function isPage(body: unknown): body is Page {
  const { items, totalCount } = (body ?? {}) as Partial<Record<keyof Page, unknown>>
  return Array.isArray(items) && typeof totalCount === 'number'
}

/** Notices a list that was asked for from a later page on, and that has nothing there: it looks like an empty one. */
export function watchLaterPage({ asked, options }: Call) {
  const { page } = asked.query
  let rows = 0
  return {
    see: (seen: readonly unknown[]) => void (rows += seen.length),
    report(note: (line: string) => void): void {
      const isLater = page !== undefined && Number(page) > 1
      if (isLater && rows === 0 && options.format !== 'json')
        note(`No rows on page ${page} or later. Earlier pages may have rows.`)
    },
  }
}
