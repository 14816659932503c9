import { z } from 'zod'
import { fileOutput } from '#features/files/contract/contract.ts'
import { extractInput } from '#features/files/contract/extract.ts'
import type { HttpRoute } from '#server/feature.ts'
import { maxUploadFiles, uploadInput } from '../contract/contract.ts'

// A slow connection is not a dead one: a transfer may be silent for this long.
const idleSeconds = 60

const content = { type: 'application/octet-stream' }
const contentQuery = z.object({ disposition: z.literal('attachment').optional() })

/** Streaming routes: uploads, extraction, downloads, archives and shared links. */
export const routes: readonly HttpRoute[] = [
  {
    method: 'POST',
    path: '/api/files',
    access: 'activeCustomer',
    shared: { from: 'developer', by: { serviceId: 'service' } },
    upload: 'many',
    idleSeconds,
    description: {
      summary: `Uploads up to ${maxUploadFiles} files, all or none.`,
      form: uploadInput.extend({ file: z.array(z.file()).min(1).max(maxUploadFiles) }),
      status: 201,
      answer: { type: 'application/json', schema: z.array(fileOutput) },
      refusals: [400, 403, 404, 409, 413, 415, 422],
    },
  },
  {
    method: 'POST',
    path: '/api/files/:id/extract',
    access: 'customer',
    shared: { from: 'developer', by: { id: 'file' } },
    idleSeconds,
    description: {
      summary: 'Extracts a zip into the folder that holds it, all files or none.',
      body: extractInput.omit({ id: true }),
      answer: { type: 'application/x-ndjson' },
      refusals: [400, 403, 404, 409, 413, 415, 422],
    },
  },
  {
    method: 'GET',
    path: '/api/files/archive',
    access: 'customer',
    shared: { from: 'viewer', by: { ids: 'file' } },
    idleSeconds,
    description: {
      summary: 'Downloads files and folders as a zip.',
      query: z.object({ ids: z.string().meta({ description: 'Comma-separated ids.' }) }),
      answer: { type: 'application/zip' },
      refusals: [404, 422],
    },
  },
  {
    method: 'GET',
    path: '/api/files/:id/content',
    access: 'customer',
    shared: { from: 'viewer', by: { id: 'file' } },
    idleSeconds,
    description: {
      summary: 'Downloads a file, or a range of it.',
      query: contentQuery,
      answer: content,
      isRanged: true,
      refusals: [404, 416],
    },
  },
  {
    method: 'GET',
    path: '/s/:token',
    access: 'visitor',
    idleSeconds,
    description: {
      summary: 'Downloads a shared file, or a range of it.',
      query: contentQuery,
      answer: content,
      isRanged: true,
      refusals: [404, 416],
    },
  },
]
