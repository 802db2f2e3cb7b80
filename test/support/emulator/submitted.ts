import type { Registration } from '../../../src/control/contract.ts'
import { makeProject, plainAppToml } from '../project.ts'

/** Returns an app.toml whose panel has one slot with this path. */
export const panel = (path: string) =>
  `${plainAppToml}[manifest]\n[[manifest.slots]]\ntype = "fullpage"\npath = "${path}"\nlabel = "L"\n`

/** Creates a project with a panel, its registration on the emulator, and the platform's approval. */
export function makeSubmitted(appToml = panel('panel')) {
  const made = makeProject({ appToml })
  const app = async () => (await made.control<{ app: Registration }>('GET', '/apps/app.acme.loyalty')).app
  const approve = () => made.control('POST', '/apps/app.acme.loyalty/review', { approved: true })
  return { ...made, app, approve }
}
