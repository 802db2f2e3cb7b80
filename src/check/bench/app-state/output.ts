/** What an app process has written, as it came, stdout and stderr apart. */
export interface Output {
  readonly add: (stream: 'stdout' | 'stderr', chunk: Uint8Array) => void
  /** Lines of both streams in order of arrival, as far as they are kept. */
  readonly lines: () => readonly string[]
  /** All of one stream that is kept: its first and its last 4 MiB. */
  readonly text: (stream: 'stdout' | 'stderr') => string
}

/** The limit for each stream: an app that writes without end must not fill our memory. */
const KEPT = 4 * 1024 * 1024

/** How many characters of a line are shown. */
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
