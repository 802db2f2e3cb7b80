/** `import a from`, `import * as a from`, `import { a as b } from`, and a default next to names, as rolldown prints them before minifying. */
const importOfBuiltin = /^import (?:(\* as [\w$]+|[\w$]+)(?:, | ))?(?:\{([^}]*)\} )?from "(node:[\w/]+)";$/gm

/** Part of the bundler's runtime. Creating a `require` takes a third of a millisecond at every start, and the code requires only built-in modules. */
const requireOfRuntime = /^var __require = .*createRequire\(import\.meta\.url\).*$/m

/**
 * Functions of modules that take 5 ms or more to load and that most commands never call. The first call loads
 * the module. List only functions that are called, and neither constructed nor passed to `promisify`.
 */
const lateFunctions: Readonly<Record<string, readonly string[]>> = {
  'node:child_process': ['spawn', 'spawnSync'],
  'node:crypto': [
    'createCipheriv',
    'createDecipheriv',
    'createHash',
    'createHmac',
    'createSecretKey',
    'hash',
    'randomBytes',
    'randomUUID',
    'scrypt',
    'timingSafeEqual',
  ],
  'node:timers/promises': ['setTimeout'],
}

/**
 * Replaces imports of built-in modules. For `import … from 'node:fs'` Node builds an ESM facade that reads every export: 4 ms for
 * fs, 4 for crypto, 20 for http (docs/decisions/0001). `process.getBuiltinModule` returns the module itself, which is also its
 * default export and its namespace. Called through `globalThis`, because an import may be named `process`.
 */
export function takeBuiltinsDirectly(code: string): string {
  return code
    .replace(
      requireOfRuntime,
      'var __require = (name) => globalThis.process.getBuiltinModule(name) ?? createRequire(import.meta.url)(name);',
    )
    .replace(importOfBuiltin, (...match: (string | undefined)[]) => {
      const [, whole, named = '', module = ''] = match
      const source = `globalThis.process.getBuiltinModule("${module}")`
      const pairs = named
        .split(',')
        .map((pair) => pair.trim())
        .filter((pair) => pair !== '')
      const isLate = (pair: string) => lateFunctions[module]?.includes(pair.split(' ')[0] ?? '') === true
      const direct = pairs.filter((pair) => !isLate(pair)).map((pair) => pair.replace(' as ', ': '))
      return [
        ...(whole === undefined ? [] : [`const ${whole.replace('* as ', '')} = ${source};`]),
        ...(direct.length === 0 ? [] : [`const { ${direct.join(', ')} } = ${source};`]),
        ...pairs.filter(isLate).map((pair) => {
          const [name = '', local = name] = pair.split(' as ')
          return `const ${local} = (...args) => ${source}.${name}(...args);`
        }),
      ].join(' ')
    })
}

/** Returns the rolldown plugin that does this. */
export function cheapBuiltins() {
  return {
    name: 'cheap-builtins',
    renderChunk: (code: string) => ({ code: takeBuiltinsDirectly(code), map: null }),
  }
}
