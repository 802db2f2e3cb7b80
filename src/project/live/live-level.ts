/** What may be done on the live platform from this machine: nothing, reads, or reads and writes. */
export const liveLevels = ['off', 'read', 'write'] as const

export type LiveLevel = (typeof liveLevels)[number]
