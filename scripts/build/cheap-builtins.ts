/** `import a from`, `import * as a from`, `import { a as b } from`, and a default beside names, as rolldown prints them before minifying. */
const importOfBuiltin = /^import (?:(\* as [\w$]+|[\w$]+)(?:, | ))?(?:\{([^}]*)\} )?from "(node:[\w/]+)";$/gm

/**
 * `import … from 'node:fs'` makes Node build an ESM face of the module, which reads every export: 4 ms for fs, 4 for crypto, 20 for http (BENCH.md
 * section 5). `process.getBuiltinModule` hands out the module itself, which is also what its default export and its namespace stand for. By `globalThis`, since
 * what is imported may be called `process` itself.
 */
export function takeBuiltinsDirectly(code: string): string {
  return code.replace(importOfBuiltin, (...match: (string | undefined)[]) => {
    const [, whole, named, module] = match
    const names = [whole?.replace('* as ', ''), named && `{ ${named.trim().replaceAll(' as ', ': ')} }`]
    return names
      .flatMap((name) => (name ? [`const ${name} = globalThis.process.getBuiltinModule("${module}");`] : []))
      .join(' ')
  })
}

/** The rolldown plugin of it. */
export function cheapBuiltins() {
  return {
    name: 'cheap-builtins',
    renderChunk: (code: string) => ({ code: takeBuiltinsDirectly(code), map: null }),
  }
}
