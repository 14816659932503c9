import type { ConflictChoice } from '#features/files/contract.ts'
import { ApiError } from '#web/lib/api-error.ts'

type Sending = {
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

/** Uploads one file and tells how much of it has left; `fetch` cannot. @throws ApiError, status 0 when it was cancelled or cut off */
export function sendFile({ file, serviceId, path, conflict, onProgress, signal }: Sending): Promise<void> {
  const form = new FormData()
  form.append('serviceId', serviceId)
  form.append('path', path)
  if (conflict) form.append('conflict', conflict)
  form.append('file', file, file.name)
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      if (request.status === 201) resolve()
      else reject(new ApiError(request.status, request.responseText, parse(request.responseText)))
    }
    request.onerror = () => reject(new ApiError(0, 'The connection was lost.'))
    request.onabort = () => reject(new ApiError(0, 'Cancelled.'))
    signal.addEventListener('abort', () => request.abort())
    request.open('POST', '/api/files')
    request.send(form)
  })
}
