/** Allowed access to the live platform from this machine: none, reads, or reads and writes. */
export const liveLevels = ['off', 'read', 'write'] as const

export type LiveLevel = (typeof liveLevels)[number]
