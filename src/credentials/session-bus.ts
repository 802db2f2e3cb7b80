import { existsSync } from 'node:fs'

/**
 * Returns why no Secret Service can be reached, or null if there may be one. Covers the usual headless machine without starting a process.
 * Reads what libdbus reads: the address, otherwise the user's bus in the runtime folder; our libdbus is built without X11 autolaunch.
 */
export function missingSessionBus(env: Readonly<Record<string, string | undefined>>): string | null {
  const address = env['DBUS_SESSION_BUS_ADDRESS']
  if (address) return address.includes(';') ? null : missingSocket(/^unix:path=([^,%]+)/.exec(address)?.[1])
  const folder = env['XDG_RUNTIME_DIR']
  if (folder) return missingSocket(`${folder}/bus`)
  return 'no D-Bus session (neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set)'
}

function missingSocket(path: string | undefined): string | null {
  return path === undefined || existsSync(path) ? null : `no D-Bus session at ${path}`
}
