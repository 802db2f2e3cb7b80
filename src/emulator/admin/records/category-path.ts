import type { DatabaseSync } from 'node:sqlite'

import { html } from 'hono/html'

import { integer, text } from '../../../storage/columns.ts'
import { prepared } from '../../../storage/statements.ts'
import type { Html } from '../../pages/page.ts'

/** Path from the root to the category. It ends even in a cycle, which no code writes. */
const path = `
  WITH RECURSIVE up (id, parent_id, name, depth) AS (
    SELECT id, parent_id, name, 0 FROM categories WHERE id = ?
    UNION ALL
    SELECT c.id, c.parent_id, c.name, depth + 1 FROM categories c JOIN up ON c.id = up.parent_id WHERE depth < 50
  )
  SELECT id, name FROM up ORDER BY depth DESC`

/** Shows a category and the categories above it as links. */
export function categoryPath(db: DatabaseSync, categoryId: number): Html {
  const steps = prepared(db, path).all(categoryId)
  return html`${steps.map(
    (step, at) =>
      html`${at === 0 ? '' : ' › '}<a href="/admin/categories/${integer(step, 'id')}">${text(step, 'name')}</a>`,
  )}`
}
