const INSTEAD = 'On the live platform, the store owner selects the region in the store admin and approves the install.'

/** Flags of an install that the live platform rejects, because they decide for the store owner. */
export const ownerDecides = { '--approve': INSTEAD, '--store': INSTEAD, '--region': INSTEAD }
