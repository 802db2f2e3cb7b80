import { AppCommand } from '../../cli.ts'
import { linesFlag } from '../../cli/lines.ts'
import { queryViews, type QueryView } from '../../journal/query/query-views.ts'
import { queryViewsView } from '../../views/journal/query-views.ts'

interface Listed {
  readonly views: readonly Pick<QueryView, 'name' | 'about' | 'columns'>[]
}

export default class JournalViews extends AppCommand<Listed> {
  static override ignoresTarget = true

  static override summary = 'List the views and columns for `app journal query`'

  static override examples = ['<%= config.bin %> journal views', '<%= config.bin %> journal views --json']

  static override flags = linesFlag

  async run(): Promise<Listed> {
    await this.parse(JournalViews)
    this.show(queryViewsView(queryViews, this.looks))
    const views = queryViews.map(({ name, about, columns }) => ({
      name,
      about,
      columns: columns.map((column) => ({ name: column.name, about: column.about })),
    }))
    return { views }
  }
}
