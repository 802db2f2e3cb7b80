import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { textIn } from '../package-manager.ts'

/** Frameworks with known lines to paste. `node` is any other Node server. */
export const frameworks = ['express', 'fastify', 'hono', 'next', 'workers', 'node'] as const

export type Framework = (typeof frameworks)[number]

/** Place and form of the library's lines in a Node project. */
export interface PasteTarget {
  /** Server file or Next configuration, or null if not found. */
  readonly source: string | null
  /** New file that creates the app, next to the server. */
  readonly file: string
  /** Import specifier of that file in the server. */
  readonly specifier: string
  /** True if the server loads modules with `require`. */
  readonly commonJs: boolean
  /** Name of the server variable in the code. */
  readonly server: string
}

interface NodeProject {
  readonly framework: Framework
  readonly isModule: boolean
  readonly script: string
  /** Source files, the likeliest server first. */
  readonly files: readonly string[]
}

/** Detects the form of the server's own lines from its source. */
export function pasteTarget(dir: string, project: NodeProject): PasteTarget {
  const { framework, isModule, files } = project
  const isTypeScript = existsSync(join(dir, 'tsconfig.json'))
  if (framework === 'next') return nextTarget(dir, isTypeScript)
  const source = files.find((file) => !/^(dist|build)\//.test(file) && existsSync(join(dir, file))) ?? null
  const text = source === null ? '' : textIn(join(dir, source))
  const { extension, imported } = extensionsOf(project, isTypeScript)
  return {
    source,
    file: join(dirname(source ?? '.'), `svcapp.${extension}`).replaceAll('\\', '/'),
    specifier: `./svcapp.${imported}`,
    commonJs: !isModule && !isTypeScript && /\brequire\(/.test(text),
    server: created.exec(text)?.[1] ?? 'server',
  }
}

function nextTarget(dir: string, isTypeScript: boolean): PasteTarget {
  const folder = existsSync(join(dir, 'src/app')) ? 'src/' : ''
  const file = `${folder}svcapp.${isTypeScript ? 'ts' : 'js'}`
  const configs = ['js', 'mjs', 'ts'].map((end) => `next.config.${end}`)
  const source = configs.find((name) => existsSync(join(dir, name))) ?? null
  return { source, file, specifier: './svcapp', commonJs: false, server: 'server' }
}

/** Only TypeScript's own loaders find svcapp.ts under the name svcapp.js. Node does not. */
function extensionsOf({ isModule, script }: NodeProject, isTypeScript: boolean) {
  if (/\bnode\b.*\.ts\b/.test(script)) return { extension: 'ts', imported: 'ts' }
  if (isTypeScript) return { extension: 'ts', imported: 'js' }
  return isModule ? { extension: 'js', imported: 'js' } : { extension: 'mjs', imported: 'mjs' }
}

/** `const app = express()`, `const server = Fastify({`, `export const app = new Hono(`. */
const created = /\b(?:const|let|var)\s+(\w+)\s*=\s*(?:express|[fF]astify|new\s+(?:OpenAPI)?Hono)\b/
