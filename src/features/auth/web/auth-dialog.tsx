import { Modal } from '@mantine/core'
import { type KeyboardEvent, useId, useState } from 'react'
import type { AuthDialogProps } from '#web/feature.ts'
import type { AuthMode } from '#web/public/public-header.tsx'
import { Mantine } from '#web/ui/mantine.tsx'
import { AuthForm } from './auth-form.tsx'

const tabs: { mode: AuthMode; label: string }[] = [
  { mode: 'login', label: 'Sign In' },
  { mode: 'signup', label: 'Create Account' },
]

const other = (mode: AuthMode): AuthMode => (mode === 'login' ? 'signup' : 'login')

type TabsProps = { id: string; mode: AuthMode; onChoose: (mode: AuthMode) => void }

function DialogTabs({ id, mode, onChoose }: TabsProps) {
  const move = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    onChoose(other(mode))
    document.getElementById(`${id}-${other(mode)}`)?.focus()
  }
  return (
    <div className="auth-tabs" role="tablist" aria-label="Sign in or create an account" onKeyDown={move}>
      {tabs.map((tab) => (
        <button
          key={tab.mode}
          type="button"
          role="tab"
          id={`${id}-${tab.mode}`}
          aria-selected={tab.mode === mode}
          aria-controls={`${id}-panel`}
          tabIndex={tab.mode === mode ? 0 : -1}
          onClick={() => onChoose(tab.mode)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
}

/** Sign-in and sign-up over the landing page, opened in a mode; closes on success. */
export function AuthDialog({ mode: initial, plan, onClose }: AuthDialogProps) {
  const [mode, setMode] = useState(initial)
  const id = useId()
  return (
    <Mantine>
      <Modal.Root opened onClose={onClose} size={440}>
        <Modal.Overlay />
        <Modal.Content>
          {/* Not Modal.Header, which would be a second page header. */}
          <div className="auth-dialog-head">
            <Modal.Title>Your account</Modal.Title>
            <Modal.CloseButton aria-label="Close" />
          </div>
          <Modal.Body className="auth-dialog">
            <DialogTabs id={id} mode={mode} onChoose={setMode} />
            <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${mode}`}>
              <AuthForm
                key={mode}
                mode={mode}
                plan={plan}
                submitLabel={mode === 'login' ? 'Sign In' : 'Create Account'}
                onDone={onClose}
              />
            </div>
          </Modal.Body>
        </Modal.Content>
      </Modal.Root>
    </Mantine>
  )
}
