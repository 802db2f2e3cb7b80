import type { Input } from '@oclif/core/interfaces'

type Parsed = Record<string, unknown>

/** Stops oclif from waiting on stdin for a missing argument. Only `--body -` and similar flags read stdin. */
export function withoutStdin<F extends Parsed, B extends Parsed, A extends Parsed>(
  options: Input<F, B, A>,
): Input<F, B, A> {
  const args = Object.entries(options.args ?? {}).map(([name, arg]) => [name, { ...arg, ignoreStdin: true }])
  const { flags, baseFlags, enableJsonFlag, strict } = options
  // Reads a class's inherited statics one by one, because a spread copies only its own.
  return { ...options, flags, baseFlags, enableJsonFlag, strict, args: Object.fromEntries(args) } as Input<F, B, A>
}
