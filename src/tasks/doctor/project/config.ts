import { AppError } from '../../../errors.ts'
import { ok, skipped, type Check } from '../check.ts'

export const config: Check = {
  id: 'config',
  group: 'project',
  title: 'app.toml',
  run: ({ project, context }) => {
    if (project === null) {
      return skipped(`no app.toml in ${context.cwd} or its parents`, { remedy: '`app init`' })
    }
    if (project instanceof AppError) throw project
    const { file } = project
    return ok(`${project.config.key} in ${file}`, { details: { file, key: project.config.key } })
  },
}
