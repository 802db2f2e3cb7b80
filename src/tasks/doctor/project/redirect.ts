import { newTokenNote, receiverAt } from '../../../install/advice.ts'
import { consoleRegistration } from '../../../project/live/console-fields.ts'
import { registrationOf } from '../../../project/registration.ts'
import { SECOND_APP } from '../../../project/toml/registration-files.ts'
import { ok, warning, type Check } from '../check.ts'
import { withProject } from '../with-project.ts'

const here = ['127.0.0.1', 'localhost', '[::1]']

/** Checks the first redirect URI, which gets the code. With another local port, another program gets the code. */
export const redirect: Check = {
  id: 'redirect',
  group: 'project',
  title: 'redirect URL',
  run: withProject(({ targetName, tunnel }, { config }) => {
    const way = targetName === 'live' ? tunnel() : null
    if (way !== null) {
      const [address = ''] = consoleRegistration(config, { origin: way.url }).redirect_uris
      const receiver = receiverAt(address, new URL(way.url).origin)
      if (receiver !== 'app') return warning(newTokenNote(receiver).slice(0, -1), { remedy: SECOND_APP.trim() })
      return ok(`${address} while \`app dev\` runs, but the developer console cannot be checked`)
    }
    const [first = ''] = registrationOf(config).redirect_uris
    const url = URL.parse(first)
    const { port } = config.dev
    // The live platform does not show its registration.
    const unseen = targetName === 'live' ? ' in app.toml, but the developer console cannot be checked' : ''
    if (url === null || !here.includes(url.hostname)) return ok(first + unseen)
    const named = Number(url.port || '80')
    if (named === port) return ok(`${first}, the app's port${unseen && `,${unseen}`}`)
    return warning(
      `redirect_uris[0] has port ${named}, but the app listens on ${port}. The code would be sent to another program`,
      {
        remedy: `Set redirect_uris = ["${first.replace(`:${named}`, `:${port}`)}"] in app.toml, then run \`app register\`.`,
        details: { redirectUri: first, devPort: port },
      },
    )
  }),
}
