import { describe, expect, it } from 'vitest'

import { readLsof, readLsofFolder, readNetstat, readTasklist } from '../../src/processes/port-listings.ts'

const OWN = 1

describe('lsof on macOS', () => {
  it('lists pid and program of the listening process, and no process on a free port (P9)', () => {
    expect(readLsof('p4242\ncnode\nf19\nn127.0.0.1:4810\n', OWN)).toEqual({ pid: 4242, name: 'node' })
    expect(readLsof('p512\ncControlCe\nf9\nn*:5000\nf10\nn*:5000\n', OWN)).toEqual({ pid: 512, name: 'ControlCe' })
    expect(readLsof('p731\ncGoogle\\x20Chrome\\x20Helper\nf23\nn[::1]:3000\n', OWN)).toEqual({
      pid: 731,
      name: 'Google Chrome Helper',
    })
    expect(readLsof('', OWN)).toBeNull()
    expect(readLsof('p\nc\n', OWN)).toBeNull()
  })

  it('lists another process before the caller, and the caller if no other process listens', () => {
    const both = 'p4242\ncnode\nf19\nn127.0.0.1:4810\np512\ncControlCe\nf9\nn[::1]:4810\n'

    expect(readLsof(both, 4242)).toEqual({ pid: 512, name: 'ControlCe' })
    expect(readLsof('p4242\ncnode\nf19\nn127.0.0.1:4810\n', 4242)).toEqual({ pid: 4242, name: 'node' })
  })

  it('shows the folder of a process, even with spaces, and no folder without permission', () => {
    expect(readLsofFolder('p4242\nfcwd\nn/Users/me/My Apps/loyalty\n')).toBe('/Users/me/My Apps/loyalty')
    expect(readLsofFolder('p4242\nfcwd\nnunknown (readlink: Operation not permitted)\n')).toBeNull()
  })
})

describe('netstat on Windows', () => {
  const english = `
Active Connections

  Proto  Local Address          Foreign Address        State           PID
  TCP    0.0.0.0:135            0.0.0.0:0              LISTENING       1108
  TCP    127.0.0.1:4810         127.0.0.1:50113        ESTABLISHED     7777
  TCP    127.0.0.1:4810         0.0.0.0:0              LISTENING       9120
  TCP    127.0.0.1:50113        127.0.0.1:4810         ESTABLISHED     3344
  TCP    [::1]:4801             [::]:0                 LISTENING       9121
  TCP    [::]:3000              [::]:0                 LISTENING       9122
  TCP    [fe80::1%4]:49702      [fe80::2%4]:3000       ESTABLISHED     9123
  UDP    0.0.0.0:3001           *:*                                    9124
  UDP    [::]:3001              *:*                                    9124
`.replaceAll('\n', '\r\n')

  it('lists the pid of the process that listens at either address, and no other end of a connection (P9)', () => {
    expect(readNetstat(english, { port: 4810, ownPid: OWN })).toBe(9120)
    expect(readNetstat(english, { port: 4801, ownPid: OWN })).toBe(9121)
    expect(readNetstat(english, { port: 3000, ownPid: OWN })).toBe(9122)
    expect([
      readNetstat(english, { port: 3001, ownPid: OWN }),
      readNetstat(english, { port: 49_702, ownPid: OWN }),
    ]).toEqual([null, null])
    expect(readNetstat(english, { port: 50_113, ownPid: OWN })).toBeNull()
    expect(readNetstat(english, { port: 810, ownPid: OWN })).toBeNull()
  })

  it('lists another process before the caller, and the caller if no other process listens', () => {
    const both = '  TCP  127.0.0.1:80  0.0.0.0:0  LISTENING  77\r\n  TCP  [::1]:80  [::]:0  LISTENING  78\r\n'

    expect(readNetstat(both, { port: 80, ownPid: 77 })).toBe(78)
    expect(readNetstat(english, { port: 4810, ownPid: 9120 })).toBe(9120)
  })

  it('reads it in any system language', () => {
    const german = '  TCP    127.0.0.1:4810         0.0.0.0:0              ABHÖREN         9120\r\n'
    const turkish = '  TCP    127.0.0.1:4810         0.0.0.0:0              DINLENIYOR      9120\r\n'

    expect([
      readNetstat(german, { port: 4810, ownPid: OWN }),
      readNetstat(turkish, { port: 4810, ownPid: OWN }),
    ]).toEqual([9120, 9120])
  })

  it('reads the program from the task list', () => {
    expect(readTasklist('"node.exe","9120","Console","1","45,120 K"\r\n')).toBe('node')
    expect(readTasklist('INFO: No tasks are running which match the specified criteria.\r\n')).toBeNull()
  })
})
