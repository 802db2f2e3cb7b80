/** Returns whether Windows reserves a name for a device, in any folder and with any extension (T24). */
export function isDeviceName(name: string): boolean {
  return /^(con|prn|aux|nul|com\d|lpt\d)$/.test(name)
}

/** Returns whether a name is valid for a folder on every file system and not hidden: names with a leading dot are reserved for svcapp. */
export function isFolderName(name: string): boolean {
  return /^[a-z0-9][a-z0-9_-]{0,63}$/.test(name) && !isDeviceName(name)
}

/** Describes what `isFolderName` accepts. */
export const folderNames =
  'Use at most 64 lowercase letters, digits, hyphens and underscores, starting with a letter or digit.'
