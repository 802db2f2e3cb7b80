import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Adapts package.json for a machine whose Node is too old: the app includes its own Node, as an npm
 * package whose install script is allowed. npm scripts then run on that Node.
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
