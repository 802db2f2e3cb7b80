import { isScope, scopeNames } from '../../../catalog/scopes.ts'
import { oneOf, optional } from '../../../control/fields.ts'
import { findScopeSources, scopeStatus } from '../../../tasks/install/scope-status.ts'
import { tool } from '../../tool.ts'

/** Shows what each scope allows, and whether the app has it. */
export const scopes = tool({
  name: 'scopes',
  about:
    'Show the scopes requested in app.toml and granted to the install. With a scope, show the endpoints and topics that need it. A new scope needs `register` and `install`.',
  input: { scope: optional(oneOf(scopeNames, '')) },
  effect: 'reads',
  run: async (call, { scope }) => {
    const { context, project: loadProject, targetName } = call
    const place = { store: undefined, region: undefined }
    const sources = await findScopeSources(context, { loadProject, targetName, ...place })
    if (scope !== undefined && isScope(scope)) return { said: { ...scopeStatus(scope, sources) } }
    const all = scopeNames.map((name) => scopeStatus(name, sources))
    return {
      said: {
        scopes: all.map(({ scope: name, state, requested, granted }) => ({
          scope: name,
          state,
          requested,
          held: granted,
        })),
      },
    }
  },
})
