/** Does something with each, three at a time, and answers in their order. */
export async function sideBySide<One, Result>(
  all: readonly One[],
  work: (one: One) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const left = [...all.entries()]
  const worker = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) results[next[0]] = await work(next[1])
  }
  await Promise.all([worker(), worker(), worker()])
  return results
}
