import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { usePlainForm, type Values } from '#web/lib/calls/plain-form.ts'
import { AreaField, Field, SubmitButton } from '#web/public/field.tsx'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { type Viewer, writeViewer } from '#web/viewer.ts'
import { texts } from '../contract/photo.ts'
import { PhotoField } from './photo-field.tsx'
import { profileFields } from './profile-fields.ts'

type ProfileFormProps = { viewer: Viewer; onClose: () => void }

/** Omits fields that equal the form's initial values: another tab may have changed those meanwhile. */
const editedOf = (values: Values, opened: Viewer): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== (opened[name as keyof Viewer] ?? '')),
  )

/** The six fields and the photo, in place of `ProfileView`. */
export function ProfileForm({ viewer, onClose }: ProfileFormProps) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const [opened] = useState(viewer)
  /** The photo to save; undefined to keep the current one. */
  const [photo, setPhoto] = useState<string | null>()
  const [isSending, setSending] = useState(false)
  const update = useMutation(trpc.profile.update.mutationOptions({ meta: { failure: false } }))
  const { form, errors, isBusy, input, submit } = usePlainForm({
    failureTitle: texts.updateFailed,
    refused: undefined,
    // Wait for the upload: saving now would lose the photo.
    isHeld: isSending,
    send: async (values) => {
      const image = photo === undefined ? {} : { profileImageUrl: photo }
      writeViewer(queryClient, await update.mutateAsync({ ...editedOf(values, opened), ...image }))
      showToast({ title: texts.updated, description: texts.updatedText })
      onClose()
    },
  })
  const given = (name: 'address' | (typeof profileFields)[number][0]) => ({
    name,
    defaultValue: opened[name] ?? '',
    error: errors[name],
  })
  return (
    <form className="profile-form" ref={form} noValidate onInput={input} onSubmit={submit}>
      <PhotoField
        viewer={viewer}
        chosen={photo}
        onChoose={setPhoto}
        isSending={isSending}
        onSending={setSending}
      />
      <div className="profile-fields">
        {profileFields.map(([name, label, autoComplete, type, maxLength]) => (
          <Field
            key={name}
            label={label}
            {...given(name)}
            type={type}
            autoComplete={autoComplete}
            maxLength={maxLength}
          />
        ))}
        <AreaField
          label="Address"
          {...given('address')}
          rows={3}
          autoComplete="street-address"
          maxLength={500}
        />
      </div>
      <div className="profile-save">
        <SubmitButton isBusy={isBusy || isSending}>Save Changes</SubmitButton>
      </div>
    </form>
  )
}
