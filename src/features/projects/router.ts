import { z } from 'zod'
import type { Meta } from '#server/procedure-meta.ts'
import { customer, router } from '#server/trpc.ts'
import { byId, ok, page } from '#shared/schema.ts'
import {
  byFileId,
  createFileInput,
  createProjectInput,
  maxBodyBytes,
  outlineOutput,
  projectFileOutput,
  projectOutput,
  publishInput,
  restoreInput,
  saveFileInput,
  updateFileInput,
  updateProjectInput,
  versionOutput,
} from './contract.ts'
import { createFile, getFile, removeFile, updateFile } from './service/files.ts'
import {
  createProject,
  listProjects,
  outlineProject,
  outlineProjects,
  removeProject,
  updateProject,
} from './service/projects.ts'
import { publishProject } from './service/publish.ts'
import { listVersions, restoreVersion, saveFile } from './service/versions.ts'

const readFileAgain: Meta['readAgain'] = (ctx, fileId) => getFile(ctx, { fileId })
const readProjectAgain: Meta['readAgain'] = (ctx, id) => outlineProject(ctx, id)

const filesRouter = router({
  get: customer
    .meta({ rest: 'GET /api/projects/files/:fileId', heavy: true })
    .input(byFileId)
    .output(projectFileOutput)
    .query(({ ctx, input }) => getFile(ctx, input)),
  create: customer
    .meta({ rest: 'POST /api/projects/files', status: 201, maxBodyBytes, readAgain: readFileAgain })
    .input(createFileInput)
    .output(projectFileOutput)
    .mutation(({ ctx, input }) => createFile(ctx, input)),
  save: customer
    .meta({ rest: 'PUT /api/projects/files/:fileId', maxBodyBytes, readAgain: readFileAgain })
    .input(saveFileInput)
    .output(projectFileOutput)
    .mutation(({ ctx, input }) => saveFile(ctx, input)),
  update: customer
    .meta({ rest: 'PATCH /api/projects/files/:fileId', readAgain: readFileAgain })
    .input(updateFileInput)
    .output(projectFileOutput)
    .mutation(({ ctx, input }) => updateFile(ctx, input)),
  remove: customer
    .meta({ rest: 'DELETE /api/projects/files/:fileId' })
    .input(byFileId)
    .output(ok)
    .mutation(({ ctx, input }) => removeFile(ctx, input)),
  versions: customer
    .meta({ rest: 'GET /api/projects/files/:fileId/versions' })
    .input(byFileId)
    .output(z.array(versionOutput))
    .query(({ ctx, input }) => listVersions(ctx, input)),
  restore: customer
    .meta({
      rest: 'POST /api/projects/files/:fileId/versions/:version/restore',
      readAgain: readFileAgain,
    })
    .input(restoreInput)
    .output(projectFileOutput)
    .mutation(({ ctx, input }) => restoreVersion(ctx, input)),
})

export const projectsRouter = router({
  list: customer
    .meta({ rest: 'GET /api/projects', heavy: true })
    .input(page.optional())
    .output(z.array(projectOutput))
    .query(({ ctx, input }) => listProjects(ctx, input)),
  outline: customer.output(z.array(outlineOutput)).query(({ ctx }) => outlineProjects(ctx)),
  create: customer
    .meta({ rest: 'POST /api/projects', status: 201 })
    .input(createProjectInput)
    .output(outlineOutput)
    .mutation(({ ctx, input }) => createProject(ctx, input)),
  update: customer
    .meta({ rest: 'PATCH /api/projects/:id', readAgain: readProjectAgain })
    .input(updateProjectInput)
    .output(outlineOutput)
    .mutation(({ ctx, input }) => updateProject(ctx, input)),
  remove: customer
    .meta({ rest: 'DELETE /api/projects/:id' })
    .input(byId)
    .output(ok)
    .mutation(({ ctx, input }) => removeProject(ctx, input)),
  publish: customer
    .meta({ rest: 'POST /api/projects/:id/publish', readAgain: readProjectAgain })
    .input(publishInput)
    .output(outlineOutput)
    .mutation(({ ctx, input }) => publishProject(ctx, input)),
  files: filesRouter,
})
