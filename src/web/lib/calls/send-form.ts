import { callAddress } from './acting.ts'
import { ApiError } from './api-error.ts'
import { checkConnection } from './connection.ts'

type SendOptions = { onProgress: (share: number) => void; signal: AbortSignal }

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

/** After this long without progress or a response, the server may be down. */
const stalledMs = 15_000

/** Aborts a stalled request if the server is unreachable; a slow server may take its time. */
function watchForStall(request: XMLHttpRequest): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const check = async () => {
    if (await checkConnection()) restart()
    else request.abort()
  }
  const restart = () => {
    clearTimeout(timer)
    if (request.readyState !== XMLHttpRequest.DONE) timer = setTimeout(() => void check(), stalledMs)
  }
  request.upload.addEventListener('progress', restart)
  request.addEventListener('loadend', () => clearTimeout(timer))
  restart()
}

/** Sends a body and reports upload progress, which `fetch` cannot. */
function send<Answer>(
  method: 'POST' | 'PUT',
  path: string,
  { body, onProgress, signal }: SendOptions & { body: FormData | Blob },
): Promise<Answer> {
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () =>
      request.status >= 200 && request.status < 300
        ? resolve(JSON.parse(request.responseText) as Answer)
        : reject(refusalOf(request))
    request.onerror = () => reject(new ApiError(0, 'The connection was lost.'))
    request.onabort = () => reject(new ApiError(0, 'Cancelled.'))
    signal.addEventListener('abort', () => request.abort())
    request.open(method, callAddress(path))
    request.send(body)
    watchForStall(request)
  })
}

/**
 * Posts a form with files, reports progress, and returns the server's response.
 * @throws ApiError, status 0 when it was cancelled or interrupted
 */
export const sendForm = <Created>(path: string, form: FormData, sending: SendOptions): Promise<Created> =>
  send('POST', path, { body: form, ...sending })

/**
 * Puts one file, with its own content type, and reports progress.
 * @throws ApiError, status 0 when it was cancelled or interrupted
 */
export const putFile = (path: string, file: Blob, sending: SendOptions): Promise<unknown> =>
  send('PUT', path, { body: file, ...sending })
