import { otherHolder } from '../../../dev/ports/look-at-port.ts'
import { isListening } from '../../../http/listening.ts'
import { failed, ok, skipped, warning, type Check } from '../check.ts'
import { withProject } from '../with-project.ts'

export const app: Check = {
  id: 'app',
  group: 'project',
  title: 'app',
  run: withProject(async ({ session }, { config }) => {
    if (session === null) return skipped('`app dev` is not running in this project')
    const { port } = config.dev
    const details = { port, pid: session.pid }
    const other = await otherHolder(port, session.appPid)
    if (other !== null) {
      const remedy = 'Stop that program, then press R in the terminal of `app dev` to restart the app.'
      return failed(`\`app dev\` is running, but port ${port} of the app is in use by ${other}`, { remedy, details })
    }
    if (await isListening(port)) return ok(`listens on port ${port}`, { details })
    const remedy = 'Read the output and fix the app, then press R in that terminal to restart it.'
    const place = 'its last output is in the terminal of `app dev`'
    // The first start takes time. After a failed start, the session waits for a change.
    if (session.target === null)
      return warning(`\`app dev\` is running, but the app does not listen yet: ${place}`, { details })
    return failed(`\`app dev\` is running, but the app does not listen on port ${port}: ${place}`, { remedy, details })
  }),
}
