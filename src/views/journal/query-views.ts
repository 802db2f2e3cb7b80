import type { QueryView } from '../../journal/query/query-views.ts'
import { facts, sentence } from '../cells.ts'
import type { View } from '../view.ts'

/** Formats each view with its contents, and its columns below. */
export const queryViewsView: View<readonly Pick<QueryView, 'name' | 'about' | 'columns'>[]> = (views, looks) =>
  views
    .map(({ name, about, columns }) =>
      [
        sentence(`${looks.style.bold(name)}  ${about}`, looks, '  '),
        facts(
          columns.map((column): [string, string] => [`  ${column.name}`, column.about]),
          looks,
        ),
      ].join('\n'),
    )
    .join('\n\n')
