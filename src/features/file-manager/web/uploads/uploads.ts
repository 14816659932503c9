import { checkConnection, onReconnected } from '#web/lib/calls/connection.ts'
import { sendFile } from './send-file.ts'
import { UploadQueue } from './upload-queue.ts'
import { isUnfinished } from './upload-state.ts'

const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** The uploads of this tab; they continue across pages. */
export const uploadQueue = new UploadQueue({
  send: (sending) => sendFile(sending),
  isServerThere: checkConnection,
  wait,
})

onReconnected(uploadQueue.resume)

/** A reload would discard unfinished uploads, so the browser asks first. */
const warn = (event: BeforeUnloadEvent) => event.preventDefault()

uploadQueue.watch(() => {
  if (uploadQueue.uploads().some(isUnfinished)) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
})
