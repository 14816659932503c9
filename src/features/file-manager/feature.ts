import type { Feature } from '#server/feature.ts'
import { filesHttp } from './http/http.ts'
import { routes } from './router/http-routes.ts'
import { filesRouter } from './router/router.ts'

export const fileManager = {
  name: 'file-manager',
  procedures: { files: filesRouter },
  http: {
    area: 'files',
    routes,
    mount: filesHttp,
  },
} satisfies Feature
