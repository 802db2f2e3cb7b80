import { serve } from 'svcapp-kit/node'

import { app } from './app.ts'

await serve(app)
