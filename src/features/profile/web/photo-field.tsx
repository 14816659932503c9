import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, useRef, useState } from 'react'
import { useTRPC } from '#web/trpc.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { UploadIcon } from '#web/ui/icons.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import type { Viewer } from '#web/viewer.ts'
import { maxPhotoBytes, texts } from '../contract/photo.ts'

const CropDialog = lazyPart(() => import('./photo-crop-dialog.tsx'), 'PhotoCropDialog')

type PhotoFieldProps = {
  viewer: Viewer
  /** The address of the photo that will be saved, null for none, undefined for the one there is. */
  chosen: string | null | undefined
  onChoose: (address: string | null) => void
}

const failed = () =>
  showToast({ title: texts.uploadFailed, description: texts.uploadFailedText, variant: 'destructive' })

/** The uploaded photo's address, without the query that signed it. */
async function upload(photo: Blob, offer: () => Promise<{ uploadURL: string }>): Promise<string> {
  const { uploadURL } = await offer()
  const headers = { 'content-type': photo.type }
  const answer = await fetch(uploadURL, { method: 'PUT', body: photo, headers, credentials: 'include' })
  if (!answer.ok) throw new Error(`the upload answered ${answer.status}`)
  return uploadURL.split('?')[0] ?? ''
}

/** The photo, and what can be done about it: nothing is stored in the profile before it is saved. */
export function PhotoField({ viewer, chosen, onChoose }: PhotoFieldProps) {
  const trpc = useTRPC()
  const input = useRef<HTMLInputElement>(null)
  const dialog = useDialog<ImageBitmap>()
  const [isSending, setSending] = useState(false)
  const offer = useMutation(trpc.profile.offerUpload.mutationOptions({ meta: { failure: false } }))
  const shown = chosen === undefined ? viewer.profileImageUrl : chosen
  const choose = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0]
    currentTarget.value = ''
    if (!file) return
    if (!file.type.startsWith('image/') || file.size > maxPhotoBytes)
      return showToast({ title: texts.tooLarge, description: texts.tooLargeText, variant: 'destructive' })
    await createImageBitmap(file).then((image) => dialog.open(image), failed)
  }
  const send = async (photo: Blob) => {
    dialog.close()
    setSending(true)
    try {
      onChoose(await upload(photo, () => offer.mutateAsync()))
      showToast({ title: texts.uploaded, description: texts.uploadedText })
    } catch {
      failed()
    }
    setSending(false)
  }
  return (
    <div className="profile-photo">
      <Avatar person={{ ...viewer, profileImageUrl: shown }} size={72} />
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif"
        className="visually-hidden"
        aria-label="Profile photo"
        tabIndex={-1}
        onChange={choose}
      />
      <div>
        <div className="profile-photo-buttons">
          <button
            type="button"
            className="button"
            disabled={isSending}
            onClick={() => input.current?.click()}
          >
            <UploadIcon size={16} /> {isSending ? 'Uploading…' : 'Upload Photo'}
          </button>
          {shown !== null && (
            <button type="button" className="button" onClick={() => onChoose(null)}>
              Remove photo
            </button>
          )}
        </div>
        <p>PNG, JPEG, WebP or GIF, at most 5 MB.</p>
      </div>
      {dialog.subject && (
        <CropDialog
          key={dialog.key}
          opened={dialog.isOpen}
          image={dialog.subject}
          onClose={dialog.close}
          onCrop={send}
        />
      )}
    </div>
  )
}
