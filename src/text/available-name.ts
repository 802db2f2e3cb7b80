/** Returns the first available name of `demo`, `demo-2`, `demo-3`. */
export function availableName(name: string, isTaken: (name: string) => boolean): string {
  let free = name
  for (let count = 2; isTaken(free); count++) free = `${name}-${count}`
  return free
}
