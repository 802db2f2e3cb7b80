import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The package.json of an app on a machine whose own Node is too old: it brings its Node along, as an npm package whose install script is allowed.
 * npm scripts then run on that one.
 */
export function withOwnNode(packageJson: string, packageRoot: string): string {
  // Both files are ours and have these fields.
  const app = JSON.parse(packageJson) as { devDependencies: Record<string, string> }
  const ours = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
    devDependencies: { node: string }
  }
  const devDependencies = { ...app.devDependencies, node: ours.devDependencies.node }
  return `${JSON.stringify({ ...app, devDependencies, allowScripts: { node: true } }, null, 2)}\n`
}
