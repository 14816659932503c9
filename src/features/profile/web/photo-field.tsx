import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { putFile } from '#web/lib/calls/send-form.ts'
import { useTRPC } from '#web/trpc.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { UploadIcon } from '#web/ui/icons.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { showToast } from '#web/ui/overlays/toast.ts'
import type { Viewer } from '#web/viewer.ts'
import { maxPhotoBytes, texts } from '../contract/photo.ts'

const CropDialog = lazyPart(() => import('./photo-crop-dialog.tsx'), 'PhotoCropDialog')

type PhotoFieldProps = {
  viewer: Viewer
  /** The photo URL to save: null for none, undefined to keep the current photo. */
  chosen: string | null | undefined
  onChoose: (address: string | null) => void
  isSending: boolean
  onSending: (isSending: boolean) => void
}

const failed = () =>
  showToast({ title: texts.uploadFailed, description: texts.uploadFailedText, variant: 'destructive' })

/** Uploads a photo and returns its URL without the signature; closing the form aborts it. */
function useUpload() {
  const trpc = useTRPC()
  const offer = useMutation(trpc.profile.offerUpload.mutationOptions({ meta: { failure: false } }))
  const [share, setShare] = useState(0)
  const [closing] = useState(() => new AbortController())
  useEffect(() => () => closing.abort(), [closing])
  const upload = async (photo: Blob): Promise<string> => {
    setShare(0)
    const { uploadURL } = await offer.mutateAsync()
    closing.signal.throwIfAborted()
    await putFile(uploadURL, photo, { onProgress: setShare, signal: closing.signal })
    return uploadURL.split('?')[0] ?? ''
  }
  return { upload, share, closing: closing.signal }
}

/** The photo with its actions; saving the form stores the choice. */
export function PhotoField({ viewer, chosen, onChoose, isSending, onSending }: PhotoFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const dialog = useDialog<ImageBitmap>()
  const { upload, share, closing } = useUpload()
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
    onSending(true)
    try {
      onChoose(await upload(photo))
      showToast({ title: texts.uploaded, description: texts.uploadedText })
    } catch {
      if (!closing.aborted) failed()
    }
    onSending(false)
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
            <button type="button" className="button" disabled={isSending} onClick={() => onChoose(null)}>
              Remove Photo
            </button>
          )}
        </div>
        {isSending ? (
          <progress className="profile-photo-progress" value={share} aria-label="Photo upload" />
        ) : (
          <p>PNG, JPEG, WebP or GIF, at most 5 MB.</p>
        )}
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
