import type { ConflictChoice, FileEntry } from '#features/files/contract/contract.ts'
import { sendForm } from '#web/lib/calls/send-form.ts'

export type Sending = {
  file: File
  serviceId: string
  path: string
  conflict?: ConflictChoice | undefined
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Uploads one file and returns the stored row. @throws ApiError, status 0 when it was cancelled or cut off */
export async function sendFile({
  file,
  serviceId,
  path,
  conflict,
  ...sending
}: Sending): Promise<FileEntry | undefined> {
  const form = new FormData()
  form.append('serviceId', serviceId)
  form.append('path', path)
  if (conflict) form.append('conflict', conflict)
  form.append('file', file, file.name)
  const [kept] = await sendForm<FileEntry[]>('/api/files', form, sending)
  return kept
}
