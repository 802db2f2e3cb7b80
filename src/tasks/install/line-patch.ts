const CONTEXT = 3

/** Returns a patch of one hunk for `git apply` that turns `before` into `after`. Empty if they are equal. Both end with a newline. */
export function linePatch(file: string, before: string, after: string): string {
  if (before === after) return ''
  const [old, fresh] = [before.split('\n'), after.split('\n')]
  let start = 0
  while (old[start] === fresh[start]) start += 1
  let end = 0
  while (end < Math.min(old.length, fresh.length) - start && old.at(-1 - end) === fresh.at(-1 - end)) end += 1
  const from = Math.max(0, start - CONTEXT)
  const head = old.slice(from, start)
  // The empty text after the last newline is not a line.
  const tail = old.slice(old.length - end, old.length - end + CONTEXT).slice(0, Math.max(0, end - 1))
  const [removed, added] = [old.slice(start, old.length - end), fresh.slice(start, fresh.length - end)]
  const span = (lines: readonly string[]) => `${from + 1},${head.length + lines.length + tail.length}`
  return [
    `--- a/${file}`,
    `+++ b/${file}`,
    `@@ -${span(removed)} +${span(added)} @@`,
    ...head.map((line) => ` ${line}`),
    ...removed.map((line) => `-${line}`),
    ...added.map((line) => `+${line}`),
    ...tail.map((line) => ` ${line}`),
    '',
  ].join('\n')
}
