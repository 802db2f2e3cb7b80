import { registrationWarnings } from '../../../project/registration-warnings.ts'
import { ok, warning, type Check } from '../check.ts'
import { withProject } from '../with-project.ts'

export const traps: Check = {
  id: 'traps',
  group: 'project',
  title: 'pitfalls',
  run: withProject(({ target }, { config }) => {
    const found = registrationWarnings({ config, adminOrigin: target?.adminUrl.origin ?? null, isNew: false })
    if (found.length === 0) return ok('no pitfalls in app.toml')
    return warning(found.map(({ message }) => message).join(' '), {
      remedy: 'Change app.toml, then run `app register`.',
      details: { warnings: found },
    })
  }),
}
