import type { FoundManager, PackageManager } from './package-manager.ts'
import type { TemplateFile } from './template-files.ts'

interface ManagerWords {
  readonly lock: string
  /** Package name in the registry. */
  readonly from: string
  /** Install command that fails if the lock file does not match. */
  readonly frozen: string
  readonly production: string
}

const words: Readonly<Record<Exclude<PackageManager, 'npm'> | 'berry', ManagerWords>> = {
  pnpm: {
    lock: 'pnpm-lock.yaml',
    from: 'pnpm',
    frozen: 'pnpm install --frozen-lockfile',
    production: 'pnpm install --frozen-lockfile --prod',
  },
  yarn: {
    lock: 'yarn.lock',
    from: 'yarn',
    frozen: 'yarn install --frozen-lockfile',
    production: 'yarn install --frozen-lockfile --production',
  },
  berry: {
    lock: 'yarn.lock .yarnrc.yml',
    from: '@yarnpkg/cli-dist',
    frozen: 'yarn install --immutable',
    production: 'yarn install --immutable && yarn workspaces focus --production',
  },
  bun: {
    lock: 'bun.lock',
    from: 'bun',
    frozen: 'bun install --frozen-lockfile',
    production: 'bun install --frozen-lockfile --production',
  },
}

/** Template files that contain npm commands. */
const withCommands = /^(?:Dockerfile|README\.md|AGENTS\.md|\.gitlab-ci\.yml|\.github\/.*|\.devcontainer\/.*)$/

/** Adapts template files, which are written for npm, to another package manager. */
export function filesForManager(files: readonly TemplateFile[], manager: FoundManager): TemplateFile[] {
  const { packageManager, version, isBerry, workspace } = manager
  if (packageManager === 'npm') return files.filter(({ path }) => path !== LOCK || workspace === null)
  const own = words[isBerry ? 'berry' : packageManager]
  const changed = files.flatMap(({ path, content }): TemplateFile[] => {
    if (path === LOCK) return []
    // Another Yarn version would write another lock file. With this field pnpm rejects its own lock file as outdated.
    if (path === 'package.json' && packageManager === 'yarn' && version !== null && workspace === null)
      return [
        { path, content: content.replace(/^ *"type":.*$/m, `$&\n  "packageManager": "${packageManager}@${version}",`) },
      ]
    if (path === '.gitignore' && isBerry) return [{ path, content: `${content}.pnp.*\n.yarn/install-state.gz\n` }]
    return [{ path, content: withCommands.test(path) ? inWords(content, manager, own) : content }]
  })
  // TypeScript and editors find no packages without node_modules.
  return isBerry && workspace === null
    ? [...changed, { path: '.yarnrc.yml', content: 'nodeLinker: node-modules\n' }]
    : changed
}

const LOCK = 'package-lock.json'

function inWords(text: string, { packageManager: name, version }: FoundManager, own: ManagerWords): string {
  // Node images contain Yarn 1, which is replaced.
  const fetch = `npm install --global --force ${own.from}${version === null ? '' : `@${version}`}`
  return text
    .replaceAll('npm ci --omit=dev', `${fetch} && ${own.production}`)
    .replaceAll('npm ci', `${fetch} && ${own.frozen}`)
    .replaceAll(LOCK, own.lock)
    .replaceAll(/\bnpm install(?! --global)/g, `${name} install`)
    .replaceAll(/\bnpm (?:run )?(test|start|types)\b/g, `${name} run $1`)
    .replaceAll('so npm needs', `so ${name} needs`)
}
