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
      summary: 'Reads a file of a project with its text.',
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
      summary: 'Saves the text of a file as a new version.',
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
      summary: 'Deletes a file of a project with its versions.',
    })
    .input(byFileId)
    .output(ok)
    .mutation(({ ctx, input }) => removeFile(ctx, input)),
  versions: customer
    .meta({
      rest: 'GET /api/projects/files/:fileId/versions',
      summary: 'Lists the kept versions of a file, newest first.',
    })
    .input(byFileId)
    .output(z.array(versionOutput))
    .query(({ ctx, input }) => listVersions(ctx, input)),
  restore: customer
    .meta({
      rest: 'POST /api/projects/files/:fileId/versions/:version/restore',
      summary: 'Makes an earlier version the current text.',
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
      summary: 'Puts the files of a project on the site of a service.',
      readAgain: readProjectAgain,
    })
    .input(publishInput)
    .output(outlineOutput)
    .mutation(({ ctx, input }) => publishProject(ctx, input)),
  planPublish: customer
    .meta({
      rest: 'GET /api/projects/:id/publish',
      summary: 'Says what publishing a project would add to the site of a service, and replace.',
      heavy: true,
    })
    .input(publishInput)
    .output(publishPlanOutput)
    .query(({ ctx, input }) => planPublish(ctx, input)),
  undoPublish: customer
    .meta({
      rest: 'POST /api/projects/:id/publish/undo',
      summary: 'Restores what the last publish of a project replaced on its site.',
      readAgain: readProjectAgain,
    })
    .input(byId)
    .output(outlineOutput)
    .mutation(({ ctx, input }) => undoPublish(ctx, input)),
  missing: customer
    .meta({
      rest: 'GET /api/projects/:id/missing',
      summary: 'Lists the files that the pages of a project refer to and that do not exist.',
      heavy: true,
    })
    .input(byId)
    .output(missingOutput)
    .query(({ ctx, input }) => listMissing(ctx, input)),
  files: filesRouter,
})
