import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { AppError } from '../errors.ts'
import { extraLayer, templateOf, type Extra } from './templates.ts'

export interface TemplateFile {
  /** Below the new app's folder, with slashes. */
  readonly path: string
  readonly content: string
}

export interface TemplateRef {
  /** Where `templates/` is. */
  readonly packageRoot: string
  readonly template: string
  readonly extras?: readonly Extra[]
}

/**
 * The files of a template, those of protocol/ as they stand, below `src/protocol/`, and the schema of app.toml. Only plain files: links are never followed.
 * Raises `usage.invalid` for a template that is none, and `scaffold.failed` where the schema is missing.
 */
export function templateFiles({ packageRoot, template, extras = [] }: TemplateRef): TemplateFile[] {
  const { layers, base } = templateOf(template)
  const own = [...extras.map(extraLayer), ...layers].flatMap(({ from, to, without = [] }) =>
    readFolder(join(packageRoot, 'templates', from), to).filter(({ path }) => !without.includes(path)),
  )
  const files = (base === 'kit' ? own : [...own, ...copiedFiles(packageRoot)])
    // npm leaves .gitignore out of packages, so it is kept under another name.
    .map(({ path, content }) => ({ path: path === 'gitignore' ? '.gitignore' : path, content }))
  // Of files with one path the last one counts.
  return [...new Map(files.map((file) => [file.path, file])).values()]
}

/** What an app without the kit gets of this package. */
function copiedFiles(packageRoot: string): TemplateFile[] {
  const protocol = readFolder(protocolFolder(packageRoot), '').filter(({ path }) => !onNodeCrypto.includes(path))
  const copied = protocol.map(({ path, content }) => ({ path: `src/protocol/${path}`, content }))
  return [...copied, schemaFile(packageRoot)]
}

/** The files of protocol/ that reach node:crypto, and are not copied: those of `web/` do the same by WebCrypto. */
export const onNodeCrypto = [
  'access-token.ts',
  'embed-defect.ts',
  'embed-token.ts',
  'hmac.ts',
  'oauth-state.ts',
  'signing-key.ts',
  'webhook-signature.ts',
]

/** Beside app.toml, so that editors find it offline. */
function schemaFile(packageRoot: string): TemplateFile {
  const path = join(packageRoot, 'schema', 'app.schema.json')
  if (!existsSync(path)) throw new AppError('scaffold.failed', `${path} is missing: this installation is not whole.`)
  return { path: 'app.schema.json', content: readFileSync(path, 'utf8') }
}

/** The published package carries a copy, because it has no src/; a checkout has the files themselves. */
function protocolFolder(packageRoot: string): string {
  const sources = join(packageRoot, 'src', 'protocol')
  return existsSync(sources) ? sources : join(packageRoot, 'templates', '_protocol')
}

/** What a developer who runs the template's own tests in place leaves behind. */
const leftovers = ['node_modules', 'data', '.env']

/** The plain files below a folder, by their path behind `prefix`; what running an app leaves behind is not among them. */
export function readFolder(folder: string, prefix: string): TemplateFile[] {
  return readdirSync(folder, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry): TemplateFile[] => {
      const path = join(folder, entry.name)
      if (leftovers.includes(entry.name)) return []
      if (entry.isDirectory()) return readFolder(path, `${prefix}${entry.name}/`)
      return entry.isFile() ? [{ path: prefix + entry.name, content: readFileSync(path, 'utf8') }] : []
    })
}
