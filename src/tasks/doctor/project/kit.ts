import { kitVersion } from '../../../scaffold/kit-version.ts'
import { ok, skipped, warning, type Check } from '../check.ts'
import { withProject } from '../with-project.ts'

export const kit: Check = {
  id: 'kit',
  group: 'project',
  title: 'svcapp-kit',
  run: withProject(({ context: { packageRoot, env } }, { dir }) => {
    const found = kitVersion({ dir, packageRoot, env })
    if (found === null) return skipped('not used by the app')
    const { trouble, ...details } = found
    if (trouble === null) return ok(found.declared, { details })
    return warning(trouble.what, { remedy: `\`${trouble.remedy}\``, details })
  }),
}
