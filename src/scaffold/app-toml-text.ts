import { LIVE_EXAMPLE } from '../project/app-toml.ts'
import { tomlText } from '../project/toml/set-toml-value.ts'

export interface AppTomlInput {
  readonly key: string
  readonly name: string
  readonly installScope: 'region' | 'store'
  readonly countries: readonly string[]
  readonly scopes: readonly string[]
  readonly optionalScopes: readonly string[]
  readonly topics: readonly string[]
}

export interface AppTomlForm {
  /** Location from which editors read the schema. */
  readonly schema: string | null
  readonly command: readonly string[]
  /** Defaults to 3000. */
  readonly port?: number
  /** True if the app has the template's pages. */
  readonly pages?: boolean
}

/** Returns the app.toml of a new app, with comments for its first reader. */
export function appTomlText(input: AppTomlInput, form: AppTomlForm): string {
  const { schema, command, port = 3000, pages = true } = form
  const { key, name, installScope, countries, scopes, optionalScopes, topics } = input
  return `${schema === null ? '' : `#:schema ${schema}\n`}# The app's registration. Never put secrets here: \`app register\` stores them, and \`app dev\` passes them to the app.

key = ${tomlText(key)} # the identity, which cannot change after registration
name = ${tomlText(name)}
install_scope = ${tomlText(installScope)} # region: a token per region. store: one token for all regions
countries = ${tomlText(countries)} # empty for a global app. Cannot change after registration
redirect_uris = ["http://127.0.0.1:${port}/auth/callback"] # only the first entry is used

[scopes]
required = ${tomlText(scopes)}
optional = ${tomlText(optionalScopes)} # the store owner can decline these

[webhooks]
path = "/webhooks"
topics = ${tomlText(topics)}

${pages ? pagesText(name) : ''}[dev]
command = ${tomlText(command)}
port = ${port}
install_path = "/auth/start"

${LIVE_EXAMPLE}`
}

function pagesText(name: string): string {
  return `[manifest] # the app's pages in the store admin
render_mode = "iframe"

[[manifest.slots]]
type = "fullpage"
path = "panel" # relative, without a leading slash
label = ${tomlText(name)}

[[manifest.slots]]
type = "order-detail" # on the order page
path = "slots/order"
label = ${tomlText(name)}

`
}
