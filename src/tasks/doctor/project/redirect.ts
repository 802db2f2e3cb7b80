import { consoleRegistration } from '../../../project/live/console-fields.ts'
import { registrationOf } from '../../../project/registration.ts'
import { ok, warning, type Check } from '../check.ts'
import { withProject } from '../with-project.ts'

const here = ['127.0.0.1', 'localhost', '[::1]']

/** The code goes to the first redirect address; where that names another port of this machine, another program gets it. */
export const redirect: Check = {
  id: 'redirect',
  group: 'project',
  title: 'redirect address',
  run: withProject(({ targetName, tunnel }, { config }) => {
    const way = targetName === 'live' ? tunnel() : null
    if (way !== null) {
      const [address] = consoleRegistration(config, { origin: way.url }).redirect_uris
      return ok(`${address} while \`app dev\` runs; the developer console itself cannot be read`)
    }
    const [first = ''] = registrationOf(config).redirect_uris
    const url = URL.parse(first)
    const { port } = config.dev
    // The live platform shows no registration.
    const unseen = targetName === 'live' ? ' in app.toml; the developer console itself cannot be read' : ''
    if (url === null || !here.includes(url.hostname)) return ok(first + unseen)
    const named = Number(url.port || '80')
    if (named === port) return ok(`${first}, the port of the app${unseen && `,${unseen}`}`)
    return warning(
      `redirect_uris[0] names port ${named}, the app listens on ${port}: its code would go to another program`,
      {
        remedy: `Write redirect_uris = ["${first.replace(`:${named}`, `:${port}`)}"] into app.toml, then run \`app register\`.`,
        details: { redirectUri: first, devPort: port },
      },
    )
  }),
}
