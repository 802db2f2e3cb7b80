import type { Input } from '@oclif/core/interfaces'

type Parsed = Record<string, unknown>

/** oclif fills a missing argument from stdin, waiting for it; input comes by stdin only where a command says so (`--body -`). */
export function withoutStdin<F extends Parsed, B extends Parsed, A extends Parsed>(
  options: Input<F, B, A>,
): Input<F, B, A> {
  const args = Object.entries(options.args ?? {}).map(([name, arg]) => [name, { ...arg, ignoreStdin: true }])
  const { flags, baseFlags, enableJsonFlag, strict } = options
  // A class is handed in: its inherited statics are read one by one, for a spread takes only its own.
  return { ...options, flags, baseFlags, enableJsonFlag, strict, args: Object.fromEntries(args) } as Input<F, B, A>
}
