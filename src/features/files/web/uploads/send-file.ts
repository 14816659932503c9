import type { ConflictChoice, FileEntry } from '#features/files/contract.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { checkConnection } from '#web/lib/connection.ts'

export type Sending = {
  file: File
  serviceId: string
  path: string
  conflict?: ConflictChoice | undefined
  onProgress: (share: number) => void
  signal: AbortSignal
}

const parse = (text: string): Record<string, unknown> => {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

function refusalOf(request: XMLHttpRequest): ApiError {
  const error = new ApiError(request.status, request.responseText, parse(request.responseText))
  const seconds = Number(request.getResponseHeader('retry-after'))
  if (seconds > 0) error.retryAfterSeconds = seconds
  return error
}

/** The file as it is stored now. */
const keptOf = (request: XMLHttpRequest): FileEntry | undefined =>
  (JSON.parse(request.responseText) as FileEntry[])[0]

/** After this long without a byte or an answer, the server may be gone. */
const stalledMs = 15_000

/** Aborts a request that stalls because the server is gone; a live server may take its time. */
function watchForStall(request: XMLHttpRequest): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = async () => {
    if (await checkConnection()) restart()
    else request.abort()
  }
  const restart = () => {
    clearTimeout(timer)
    if (request.readyState !== XMLHttpRequest.DONE) timer = setTimeout(() => void look(), stalledMs)
  }
  request.upload.addEventListener('progress', restart)
  request.addEventListener('loadend', () => clearTimeout(timer))
  restart()
}

/** Uploads one file, answers what was stored, and tells how much of it has left; `fetch` cannot. @throws ApiError, status 0 when it was cancelled or cut off */
export function sendFile({
  file,
  serviceId,
  path,
  conflict,
  onProgress,
  signal,
}: Sending): Promise<FileEntry | undefined> {
  const form = new FormData()
  form.append('serviceId', serviceId)
  form.append('path', path)
  if (conflict) form.append('conflict', conflict)
  form.append('file', file, file.name)
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => (request.status === 201 ? resolve(keptOf(request)) : reject(refusalOf(request)))
    request.onerror = () => reject(new ApiError(0, 'The connection was lost.'))
    request.onabort = () => reject(new ApiError(0, 'Cancelled.'))
    signal.addEventListener('abort', () => request.abort())
    request.open('POST', '/api/files')
    request.send(form)
    watchForStall(request)
  })
}
