import { texts } from '#features/auth/contract/texts.ts'
import { useCeremony } from './use-ceremony.ts'

/** Signs in without a password. Where passkeys cannot be used, pressing it says why. */
export function PasskeyButton({ onDone }: { onDone: () => void }) {
  const { begin, isBusy } = useCeremony(texts.loginFailed, (ceremonies) => ceremonies.signInByPasskey, onDone)
  return (
    <button
      type="button"
      className="button field-submit"
      aria-disabled={isBusy || undefined}
      onClick={() => void begin()}
    >
      Sign in with a passkey
    </button>
  )
}
