import { int, orElse, text } from '../../control/fields.ts'
import { findFacts } from '../search/find-facts.ts'
import { tool } from '../tool.ts'

/** The catalog and the reference. */
export const search = tool({
  name: 'search',
  about:
    "Find in the platform's catalog and the reference, offline: endpoints with their fields and scopes, topics, scopes, operations of the emulator, settings, views of the journal, error codes, pages.",
  input: {
    query: text({ about: 'Words: "orders list", "order.paid", "stock".', min: 1, max: 200 }),
    limit: orElse(int({ about: 'The most hits.', min: 1, max: 30 }), 8),
  },
  effect: 'reads',
  run: async ({ context }, { query, limit }) => ({ said: { hits: findFacts(context.packageRoot, query, limit) } }),
})
