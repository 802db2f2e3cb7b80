import { walkPages, type PagedEndpoint } from '../../client/paging/paging.ts'
import { defined } from '../../text/defined.ts'
import type { Call } from './call.ts'
import type { Strategy } from './strategy.ts'

/** Reads a list page by page, for `--all` and `--limit`. */
export function readPages({ facts, asked, options }: Call): Strategy {
  return {
    isWalk: true,
    hasMany: true,
    isLive: false,
    requests: async () => [asked],
    async *answers({ client, pin }) {
      const { pageSize, ...query } = asked.query
      const walk = defined({ pageSize: typeof pageSize === 'number' ? pageSize : undefined, limit: options.limit })
      const input = { params: asked.params, query, region: pin }
      // `strategyOf` has checked that it is a paged list.
      const endpoint = facts.known as PagedEndpoint
      for await (const { result, rows } of walkPages({ client, endpoint, input, ...walk })) {
        yield { result, rows, place: 'items' }
      }
    },
  }
}
