import { connect } from 'node:net'

/**
 * Takes a name on a session bus and never answers a call: a Secret Service that hangs, or a dialog that nobody answers. Speaks just enough of the D-Bus
 * specification ("Message Protocol") for two calls. Answers with what gives the name back.
 */
export async function ownSilently(socketPath: string, name: string): Promise<() => void> {
  const socket = connect(socketPath)
  socket.on('error', () => {})
  const uid = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex')
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.once('data', () => {
      socket.write('BEGIN\r\n')
      socket.write(methodCall({ serial: 1, member: 'Hello' }))
      socket.write(
        methodCall({ serial: 2, member: 'RequestName', body: { signature: 'su', bytes: nameAndFlags(name) } }),
      )
      // Read and thrown away, calls as well as replies.
      socket.on('data', () => {})
      resolve()
    })
    socket.write(`\0AUTH EXTERNAL ${uid}\r\n`)
  })
  return () => void socket.destroy()
}

interface Call {
  readonly serial: number
  readonly member: string
  readonly body?: { readonly signature: string; readonly bytes: Buffer }
}

function methodCall({ serial, member, body }: Call): Buffer {
  const fields = [
    field(1, 'o', text('/org/freedesktop/DBus')),
    field(2, 's', text('org.freedesktop.DBus')),
    field(3, 's', text(member)),
    field(6, 's', text('org.freedesktop.DBus')),
    ...(body ? [field(8, 'g', signature(body.signature))] : []),
  ]
  const array = fields.reduce((all, one) => Buffer.concat([padded(all, 8), one]), Buffer.alloc(0))
  // Little-endian, METHOD_CALL, no flags, protocol 1.
  const start = Buffer.concat([Buffer.from('l'), Buffer.from([1, 0, 1]), u32(body?.bytes.length ?? 0), u32(serial)])
  const header = padded(Buffer.concat([start, u32(array.length), array]), 8)
  return Buffer.concat([header, body?.bytes ?? Buffer.alloc(0)])
}

function nameAndFlags(name: string): Buffer {
  // 4: do not queue for the name.
  return Buffer.concat([padded(text(name), 4), u32(4)])
}

function field(code: number, type: string, value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([code]), signature(type), value])
}

function text(value: string): Buffer {
  return Buffer.concat([u32(Buffer.byteLength(value)), Buffer.from(`${value}\0`)])
}

function signature(value: string): Buffer {
  return Buffer.concat([Buffer.from([value.length]), Buffer.from(`${value}\0`)])
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function padded(bytes: Buffer, to: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((to - (bytes.length % to)) % to)])
}
