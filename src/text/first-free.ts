/** `demo`, then `demo-2`, `demo-3`: the first of them that is not taken. */
export function firstFree(name: string, isTaken: (name: string) => boolean): string {
  let free = name
  for (let count = 2; isTaken(free); count++) free = `${name}-${count}`
  return free
}
