import type { Area } from '../../check.ts'
import { addresses } from './addresses.ts'
import { cookies } from './cookies.ts'
import { embedAddress } from './embed-address.ts'
import { files } from './files.ts'
import { logs } from './logs.ts'
import { pages } from './pages.ts'
import { served } from './served.ts'

export const secretsArea: Area = {
  id: 'secrets',
  checks: [logs, pages, cookies, addresses, files, served, embedAddress],
}
