/** Whether Windows keeps a name for a device, in any folder and with any ending (T24). */
export function isDeviceName(name: string): boolean {
  return /^(con|prn|aux|nul|com\d|lpt\d)$/.test(name)
}

/** Whether a name can be one folder's on every file system, and never a hidden one: what begins with a dot is ours. */
export function isFolderName(name: string): boolean {
  return /^[a-z0-9][a-z0-9_-]{0,63}$/.test(name) && !isDeviceName(name)
}

/** What `isFolderName` takes, in words. */
export const folderNames =
  'Use at most 64 lowercase letters, digits, hyphens and underscores, starting with a letter or digit.'
