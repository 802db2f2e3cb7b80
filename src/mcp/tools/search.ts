import { int, orElse, text } from '../../control/fields.ts'
import { findFacts } from '../search/find-facts.ts'
import { tool } from '../tool.ts'

/** Searches the catalog and the reference. */
export const search = tool({
  name: 'search',
  about:
    "Search the platform's catalog and the reference offline: endpoints with fields and scopes, topics, scopes, emulator operations, settings, journal views, error codes, pages.",
  input: {
    query: text({ about: 'Search words: "orders list", "order.paid", "stock".', min: 1, max: 200 }),
    limit: orElse(int({ about: 'Maximum number of hits.', min: 1, max: 30 }), 8),
  },
  effect: 'reads',
  run: async ({ context }, { query, limit }) => ({ said: { hits: findFacts(context.packageRoot, query, limit) } }),
})
