import type { Feature } from '#server/feature.ts'
import { listPublishActivity } from './activity.ts'
import { exports } from './exports.ts'
import { projectsHttp } from './http.ts'
import { projectsRouter } from './router.ts'
import { eraseAccount } from './service/erase.ts'

declare module '#server/events.ts' {
  interface LiveKinds {
    project: true
  }
}

export const projects = {
  name: 'projects',
  procedures: { projects: projectsRouter },
  http: {
    routes: [
      {
        method: 'GET',
        path: '/api/projects/:id/download',
        access: 'customer',
        description: {
          summary: 'Downloads the files of a project as a zip.',
          answer: { type: 'application/zip' },
          refusals: [404],
        },
      },
      { method: 'GET', path: '/preview', access: 'visitor' },
    ],
    mount: projectsHttp,
  },
  live: { project: 'owner' },
  activity: [{ kind: 'publish', list: listPublishActivity }],
  exports,
  eraseAccount,
} satisfies Feature
