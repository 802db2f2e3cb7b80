/**
 * Changes the bundled @oclif/core so that a start takes little longer than bare Node (docs/decisions/0026): its modules
 * load at first use instead of all together, and packages that a bundled CLI never reaches are removed. This changes
 * its internals, so it is written for one version, and test/bin/oclif.test.ts fails for other versions.
 */
export const oclifVersion = '5.1.9'

const isOclif = /[\\/]@oclif[\\/]core[\\/]lib[\\/].*\.js$/

/** `const x_1 = require("y")`, also inside TypeScript's `__importDefault` or `__importStar`. */
const topLevelRequire = /^const (\w+) = ((?:__import(?:Default|Star)\()?require\("[^"]+"\)\)?);$/gm

/**
 * Makes the top-level requires of a CommonJS module lazy: each becomes a function that is called where its
 * name is used. TypeScript prints these names only as `name.member`, so text replacement is enough.
 */
export function lazyRequires(code: string): string {
  const names: string[] = []
  const declared = code.replace(topLevelRequire, (_whole, name: string, value: string) => {
    names.push(name)
    return `let ${name}__; const ${name} = () => (${name}__ ??= ${value});`
  })
  return names.reduce(
    (text, name) =>
      text
        // `new a().B()` would construct `a`.
        .replace(new RegExp(`\\bnew ${name}\\.([\\w.]+)`, 'g'), `new (${name}().$1)`)
        .replace(new RegExp(`\\b${name}\\.(?=\\w)`, 'g'), `${name}().`),
    declared,
  )
}

interface Replacement {
  /** Path in @oclif/core/lib. */
  readonly file: string
  readonly from: string
  readonly to: string
}

export const replacements: readonly Replacement[] = [
  {
    // Opens stdout at every start, which takes 4 ms. context/signals.ts watches stdout from the first write.
    file: 'command.js',
    from: `process.stdout.on('error', (err) => {
    if (err && err.code === 'EPIPE')
        return;
    throw err;
});`,
    to: '',
  },
  {
    // Starts the ICU collator, which takes 6 ms, to sort what the manifest has already sorted.
    file: 'config/plugin.js',
    from: 'a.id.localeCompare(b.id)',
    to: '(a.id < b.id ? -1 : 1)',
  },
  {
    // Searches for its own package.json, which a bundle does not have.
    file: 'cache.js',
    from: 'this.getOclifCoreMeta()',
    to: `{ name: '@oclif/core', version: '${oclifVersion}' }`,
  },
]

const unreachable = (what: string) => `throw new Error('${what} is not part of the published package.')`

/** Packages that only oclif uses and a bundled CLI does not need: searches for commands, plugins, rc files, its own spinner, tsconfig. */
export const stubs: Readonly<Record<string, string>> = {
  tinyglobby: `exports.glob = () => { ${unreachable('Looking for command files')} }`,
  minimatch: `exports.minimatch = () => { ${unreachable('Matching plugins')} }`,
  lilconfig: `exports.lilconfig = () => { ${unreachable('Looking for an oclif rc file')} }`,
  'cli-spinners': `module.exports = { dots: { interval: 80, frames: ['-'] }, dots2: { interval: 80, frames: ['-'] } }`,
  'wsl-utils': `
    const isWsl = process.platform === 'linux' && /microsoft/i.test(require('node:os').release())
    module.exports = { isWsl, powerShellPath: async () => 'powershell.exe' }`,
  // Follows the rule of terminal/style.ts. The package itself loads node:tty, which takes 3 ms.
  'supports-color': `
    const { env } = process
    const forced = env.FORCE_COLOR
    exports.stderr = true
    Object.defineProperty(exports, 'stdout', { get: () =>
      forced ? forced !== '0' && forced !== 'false'
        : !env.NO_COLOR && env.TERM !== 'dumb' && (!env.CI || env.CI === 'false' || env.CI === '0') && process.stdout.isTTY === true })`,
  typescript: unreachable('The TypeScript compiler'),
  // Command texts insert a value by its path and use nothing else of the template language.
  ejs: String.raw`
    exports.render = (text, values) =>
      text.replace(/<%[-=]\s*([\w.]+)\s*%>/g, (_, path) => path.split('.').reduce((value, name) => value?.[name], values) ?? '')`,
}

/** Dependencies of the packages that oclif uses. */
const innerStubs: Readonly<Record<string, string>> = {
  // ansi-styles uses it for color formats other than the sixteen named colors.
  'color-convert': 'module.exports = {}',
  'emoji-regex': String.raw`module.exports = () => /\p{RGI_Emoji}/gv`,
}

const STUB = '\0svcapp-stub:'

/** Returns the rolldown plugin that does all this. */
export function oclifLean() {
  return {
    name: 'oclif-lean',
    resolveId(source: string, importer: string | undefined) {
      if (importer === undefined) return null
      const known = isOclif.test(importer) ? stubs : innerStubs
      if (known[source] === undefined) return null
      return { id: `${STUB}${source}.cjs`, moduleSideEffects: false }
    },
    load(id: string) {
      if (!id.startsWith(STUB)) return null
      const name = id.slice(STUB.length, -'.cjs'.length)
      return { code: stubs[name] ?? innerStubs[name] ?? '' }
    },
    transform(code: string, id: string) {
      if (!isOclif.test(id)) return null
      const file = id.replaceAll('\\', '/').split('/@oclif/core/lib/')[1]
      const replaced = replacements
        .filter((replacement) => replacement.file === file)
        .reduce((text, { from, to }) => text.replace(from, to), code)
      return { code: lazyRequires(replaced), map: null }
    },
  }
}
