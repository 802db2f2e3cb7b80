import { ExactNumber, parseObject } from '../../text/json.ts'

/** Members of a log entry that a terminal does not need. */
const times = new Set(['at', 'time', 'timestamp', 'ts'])

/** Members that describe the event. The first one's value begins the line. */
const titles = ['event', 'msg', 'message', 'what']

/**
 * Shortens a line of app output for a terminal. A flat JSON log entry becomes `what key=value` without its time. Event ids keep
 * their last six characters, which `app webhook list --grep` accepts. The log and the inspector keep the full line.
 */
export function shortOutput(line: string): string {
  return (line.startsWith('{') ? entryText(line) : line).replace(/\b(?:evt_|test:)[\w-]{6,}(\w{6})\b/g, '…$1')
}

function entryText(line: string): string {
  const members = Object.entries(parseObject(line) ?? {})
  const texts = members.map(([name, value]) => ({ name, text: valueText(value) }))
  const isFlat = texts.length > 0 && texts.every(({ text }) => text !== null)
  if (!isFlat) return line
  const title = texts.find(({ name }) => titles.includes(name))
  const rest = texts.filter((member) => member !== title && !times.has(member.name))
  return [...(title ? [title.text] : []), ...rest.map(({ name, text }) => `${name}=${text}`)].join(' ')
}

/** Returns null for an object or list. */
function valueText(value: unknown): string | null {
  if (typeof value === 'string') return /^[\w.:/-]+$/.test(value) ? value : JSON.stringify(value)
  if (value instanceof ExactNumber) return value.source
  return typeof value === 'object' && value !== null ? null : JSON.stringify(value)
}
