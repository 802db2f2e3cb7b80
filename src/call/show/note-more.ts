import type { Call } from '../send/call.ts'
import type { Answer, Strategy } from '../send/strategy.ts'

interface Page {
  readonly items: readonly unknown[]
  readonly totalCount: number
}

/**
 * Reports that a list continues after its first page: in a pipe or a file it looks complete. Nothing is reported if the
 * page was chosen, if the endpoint's view shows it below its table, or with `--json`, which contains the total.
 */
export function noteMore(
  { asked, facts, options, screen }: Call,
  strategy: Strategy,
  { result: { body } }: Answer,
): void {
  if (strategy.isWalk || strategy.isLive) return
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

/** Reports an empty later page of a list, which looks like an empty list. */
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
