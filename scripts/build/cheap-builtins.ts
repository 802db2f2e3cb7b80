/** `import a from`, `import * as a from`, `import { a as b } from`, and a default beside names, as rolldown prints them before minifying. */
const importOfBuiltin = /^import (?:(\* as [\w$]+|[\w$]+)(?:, | ))?(?:\{([^}]*)\} )?from "(node:[\w/]+)";$/gm

/** Of the bundler's runtime: making a `require` costs a third of a millisecond at every start, and what is asked of it are builtins. */
const requireOfRuntime = /^var __require = .*createRequire\(import\.meta\.url\).*$/m

/**
 * Functions of modules that take 5 ms and more to load and that most commands never call: their module is loaded by the first call. Only what is called, and
 * neither constructed nor handed to `promisify`, may stand here.
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
 * `import … from 'node:fs'` makes Node build an ESM face of the module, which reads every export: 4 ms for fs, 4 for crypto, 20 for http (BENCH.md
 * section 5). `process.getBuiltinModule` hands out the module itself, which is also what its default export and its namespace stand for. By `globalThis`, since
 * what is imported may be called `process` itself.
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

/** The rolldown plugin of it. */
export function cheapBuiltins() {
  return {
    name: 'cheap-builtins',
    renderChunk: (code: string) => ({ code: takeBuiltinsDirectly(code), map: null }),
  }
}
