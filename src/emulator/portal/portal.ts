import type { ControlTools } from '../control/control-tools.ts'
import { createControl } from '../control/control.ts'
import { isTunnelled } from '../hosts.ts'
import { textAnswer } from '../pages/page.ts'
import { createPortalPages } from './pages.ts'

/** Creates the developer portal: pages for the browser, and the control interface for the command line. */
export function createPortal(tools: ControlTools): (request: Request) => Response | Promise<Response> {
  const control = createControl(tools)
  const pages = createPortalPages(tools)
  return (request) => {
    if (isTunnelled(request)) return textAnswer(403, 'The portal is not available through a tunnel.')
    return new URL(request.url).pathname.startsWith('/_emu/') ? control(request) : pages(request)
  }
}
