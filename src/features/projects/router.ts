import { z } from 'zod'
import { exampleId, type Meta } from '#server/trpc/procedure-meta.ts'
import { customer, router } from '#server/trpc/trpc.ts'
import { byId, ok, page } from '#shared/schema.ts'
import {
  byFileId,
  createFileInput,
  createProjectInput,
  maxBodyBytes,
  missingOutput,
  outlineOutput,
  projectFileOutput,
  projectOutput,
  publishInput,
  publishPlanOutput,
  restoreInput,
  saveFileInput,
  updateFileInput,
  updateProjectInput,
  versionOutput,
} from './contract/contract.ts'
import { createProject } from './service/create-project.ts'
import { createFile, getFile, removeFile, updateFile } from './service/files.ts'
import { listMissing } from './service/missing.ts'
import {
  listProjects,
  outlineProject,
  outlineProjects,
  removeProject,
  updateProject,
} from './service/projects.ts'
import { planPublish, publishProject, undoPublish } from './service/publish.ts'
import { listVersions, restoreVersion, saveFile } from './service/versions.ts'

const readFileAgain: Meta['readAgain'] = (ctx, fileId) => getFile(ctx, { fileId })
const readProjectAgain: Meta['readAgain'] = (ctx, id) => outlineProject(ctx.store, ctx, id)

const filesRouter = router({
  get: customer
    .meta({
      rest: 'GET /api/projects/files/:fileId',
      summary: 'Shows a project file with its text.',
      heavy: true,
      isPrivate: true,
    })
    .input(byFileId)
    .output(projectFileOutput)
    .query(({ ctx, input }) => getFile(ctx, input)),
  create: customer
    .meta({
      rest: 'POST /api/projects/files',
      summary: 'Adds a file to a project.',
      example: { projectId: exampleId, name: 'index.html', type: 'html', content: '<h1>Hello</h1>' },
      status: 201,
      maxBodyBytes,
      readAgain: readFileAgain,
    })
    .input(createFileInput)
    .output(projectFileOutput)
    .mutation(({ ctx, input }) => createFile(ctx, input)),
  save: customer
    .meta({
      rest: 'PUT /api/projects/files/:fileId',
      summary: 'Saves a file’s text as a new version.',
      example: { content: '<h1>Hello again</h1>', baseVersion: 1 },
      maxBodyBytes,
      readAgain: readFileAgain,
    })
    .input(saveFileInput)
    .output(projectFileOutput)
    .mutation(({ ctx, input }) => saveFile(ctx, input)),
  update: customer
    .meta({
      rest: 'PATCH /api/projects/files/:fileId',
      summary: 'Renames a file or changes its type.',
      readAgain: readFileAgain,
    })
    .input(updateFileInput)
    .output(projectFileOutput)
    .mutation(({ ctx, input }) => updateFile(ctx, input)),
  remove: customer
    .meta({
      rest: 'DELETE /api/projects/files/:fileId',
      summary: 'Deletes a project file with its versions.',
    })
    .input(byFileId)
    .output(ok)
    .mutation(({ ctx, input }) => removeFile(ctx, input)),
  versions: customer
    .meta({
      rest: 'GET /api/projects/files/:fileId/versions',
      summary: 'Lists the stored versions of a file, newest first.',
    })
    .input(byFileId)
    .output(z.array(versionOutput))
    .query(({ ctx, input }) => listVersions(ctx, input)),
  restore: customer
    .meta({
      rest: 'POST /api/projects/files/:fileId/versions/:version/restore',
      summary: 'Restores an earlier version of a file.',
      readAgain: readFileAgain,
    })
    .input(restoreInput)
    .output(projectFileOutput)
    .mutation(({ ctx, input }) => restoreVersion(ctx, input)),
})

export const projectsRouter = router({
  list: customer
    .meta({
      rest: 'GET /api/projects',
      summary: 'Lists your projects with the texts of their files.',
      heavy: true,
    })
    .input(page.optional())
    .output(z.array(projectOutput))
    .query(({ ctx, input }) => listProjects(ctx, input)),
  outline: customer
    .meta({ summary: 'Lists your projects without the texts of their files.' })
    .output(z.array(outlineOutput))
    .query(({ ctx }) => outlineProjects(ctx)),
  create: customer
    .meta({
      rest: 'POST /api/projects',
      summary: 'Creates a project, empty or from a template.',
      example: { name: 'Shop', description: 'The new front page' },
      status: 201,
    })
    .input(createProjectInput)
    .output(outlineOutput)
    .mutation(({ ctx, input }) => createProject(ctx, input)),
  update: customer
    .meta({
      rest: 'PATCH /api/projects/:id',
      summary: 'Renames a project or changes its description.',
      readAgain: readProjectAgain,
    })
    .input(updateProjectInput)
    .output(outlineOutput)
    .mutation(({ ctx, input }) => updateProject(ctx, input)),
  remove: customer
    .meta({ rest: 'DELETE /api/projects/:id', summary: 'Deletes a project with its files.' })
    .input(byId)
    .output(ok)
    .mutation(({ ctx, input }) => removeProject(ctx, input)),
  publish: customer
    .meta({
      rest: 'POST /api/projects/:id/publish',
      summary: 'Publishes a project’s files to a service’s site.',
      readAgain: readProjectAgain,
    })
    .input(publishInput)
    .output(outlineOutput)
    .mutation(({ ctx, input }) => publishProject(ctx, input)),
  planPublish: customer
    .meta({
      rest: 'GET /api/projects/:id/publish',
      summary: 'Shows what publishing a project would add and replace on a service’s site.',
      heavy: true,
    })
    .input(publishInput)
    .output(publishPlanOutput)
    .query(({ ctx, input }) => planPublish(ctx, input)),
  undoPublish: customer
    .meta({
      rest: 'POST /api/projects/:id/publish/undo',
      summary: 'Undoes the last publish of a project.',
      readAgain: readProjectAgain,
    })
    .input(byId)
    .output(outlineOutput)
    .mutation(({ ctx, input }) => undoPublish(ctx, input)),
  missing: customer
    .meta({
      rest: 'GET /api/projects/:id/missing',
      summary: 'Lists missing files that a project’s pages refer to.',
      heavy: true,
    })
    .input(byId)
    .output(missingOutput)
    .query(({ ctx, input }) => listMissing(ctx, input)),
  files: filesRouter,
})
