/**
 * Reads `lsof +c0 -nP -iTCP:<port> -sTCP:LISTEN -F pcn`: `p` begins a process. Our own process only
 * if no other listens; null if none.
 */
export function readLsof(text: string, ownPid: number): { readonly pid: number; readonly name: string } | null {
  const found = text.split(/^(?=p)/m).flatMap((process) => {
    const pid = Number(fieldOf(process, 'p'))
    const name = fieldOf(process, 'c')
    return Number.isSafeInteger(pid) && pid > 0 && name !== null ? [{ pid, name }] : []
  })
  return found.find(({ pid }) => pid !== ownPid) ?? found[0] ?? null
}

/** Reads a process's working directory from `lsof -a -p <pid> -d cwd -F n`; null if it is not shown. */
export function readLsofFolder(text: string): string | null {
  const name = fieldOf(text, 'n')
  return name?.startsWith('/') === true ? name : null
}

/** lsof prints a space in a command, and bytes that are not letters, as `\\x20`. */
function unescaped(text: string): string {
  return text.replaceAll(/(?:\\x[0-9a-f]{2})+/gi, (run) =>
    Buffer.from(run.replaceAll('\\x', ''), 'hex').toString('utf8'),
  )
}

function fieldOf(text: string, field: string): string | null {
  const line = text.split(/\r?\n/).find((one) => one.startsWith(field))
  return line === undefined || line.length < 2 ? null : unescaped(line.slice(1))
}

/**
 * Reads the process that listens on a port from `netstat -ano`. The word for the state is localized, so a listener is recognized by
 * its other end, which has no port. Returns our own process only if no other one listens; null if no process does.
 */
export function readNetstat(text: string, { port, ownPid }: { readonly port: number; readonly ownPid: number }) {
  const found = text.split(/\r?\n/).flatMap((line) => {
    const [protocol = '', local = '', remote = '', ...rest] = line.trim().split(/\s+/)
    const pid = Number(rest.at(-1))
    const isListener = protocol.toUpperCase() === 'TCP' && local.endsWith(`:${port}`) && remote.endsWith(':0')
    return isListener && pid > 0 ? [pid] : []
  })
  return found.find((pid) => pid !== ownPid) ?? found[0] ?? null
}

/** Reads the program's name, without extension, from `tasklist /FI "PID eq <pid>" /FO CSV /NH`; null if there is no such process. */
export function readTasklist(text: string): string | null {
  const [, name] = /^"([^"]+)","\d+"/m.exec(text) ?? []
  return name?.replace(/\.exe$/i, '') ?? null
}
