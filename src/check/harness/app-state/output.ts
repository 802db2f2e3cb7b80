/** Raw output of an app process, with stdout and stderr separate. */
export interface Output {
  readonly add: (stream: 'stdout' | 'stderr', chunk: Uint8Array) => void
  /** Lines of both streams in order of arrival, within the size limit. */
  readonly lines: () => readonly string[]
  /** Text of one stream within the limit: its first and its last 4 MiB. */
  readonly text: (stream: 'stdout' | 'stderr') => string
}

/** Limit for each stream, so that an app that writes without end does not fill our memory. */
const KEPT = 4 * 1024 * 1024

/** Maximum number of characters shown per line. */
const SHOWN = 2000

export function createOutput(): Output {
  const streams = { stdout: createKept(), stderr: createKept() }
  const tail: string[] = []
  return {
    add: (stream, chunk) => {
      streams[stream].add(chunk)
      for (const line of Buffer.from(chunk).toString('utf8').split('\n')) {
        if (line.trim() === '') continue
        tail.push(line.slice(0, SHOWN))
        if (tail.length > 5000) tail.splice(0, 1000)
      }
    },
    lines: () => tail,
    text: (stream) => streams[stream].text(),
  }
}

function createKept() {
  const first: Uint8Array[] = []
  let firstLength = 0
  const last: Uint8Array[] = []
  let lastLength = 0
  return {
    add: (chunk: Uint8Array) => {
      if (firstLength < KEPT) {
        first.push(chunk)
        firstLength += chunk.length
        return
      }
      last.push(chunk)
      lastLength += chunk.length
      while (lastLength - (last[0]?.length ?? 0) > KEPT) lastLength -= last.shift()?.length ?? 0
    },
    text: () => Buffer.concat([...first, ...last]).toString('utf8'),
  }
}
