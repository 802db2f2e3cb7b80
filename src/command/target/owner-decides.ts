const INSTEAD = 'The store owner signs in to the store admin, selects the region there and approves.'

/** Flags of an install that the live platform rejects, because they decide for the store owner. */
export const ownerDecides = { '--approve': INSTEAD, '--store': INSTEAD, '--region': INSTEAD }
