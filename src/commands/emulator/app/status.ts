import { appStatusWords } from '../../../catalog/status-words.ts'
import { operationCommand } from '../../../cli/operation-command.ts'
import { lifecycleView } from '../../../views/emulator/app-lifecycle.ts'

/** For example, `in-review` is P. */
const letters = Object.fromEntries(
  Object.entries(appStatusWords).map(([status, word]) => [word.replace(' ', '-'), status]),
)

export default operationCommand('setStatus', {
  summary: "Set an app's status directly, without publishing or review",
  examples: ['<%= config.bin %> <%= command.id %> draft', '<%= config.bin %> <%= command.id %> published'],
  spelling: { status: { isArgument: true, choices: letters } },
  view: lifecycleView,
})
